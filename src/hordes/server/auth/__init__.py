"""Authentication: signed tokens and cookies, optional accounts, ratings of registered players."""
