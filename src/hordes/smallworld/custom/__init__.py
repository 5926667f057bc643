"""Custom sets and maps of users: public API for pieces, loader, checker, runtime guard and hook table; interpreted."""
