"""Small World's terminal interface: map, column, choices, commands and narration."""
