"""Marches: a small area-control game as a plugin of hordes."""
