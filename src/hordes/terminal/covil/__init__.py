"""Covil's face at the terminal: board, halls, choices, commands and story."""
