"""Cards and boards of the user's own: the schema of card files, and the report of everything wrong with a file."""
