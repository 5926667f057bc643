"""Draws maps: an adjacency list becomes a board whose borders are exactly the map's.

Needs the extra `hordes[draw]`; nothing else in hordes does.
"""
