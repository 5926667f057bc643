"""Covil's terminal interface: board, halls, choices, commands and narration."""
