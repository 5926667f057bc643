"""Map drawing: computes region outlines from an adjacency list, so that exactly the neighbours share borders.

Needs the extra `hordes[draw]`; nothing else in hordes does.
"""
