"""The game at a terminal: a drawn map, numbered choices, and a story of what happened."""
