"""Rules engines for board games: one readable source, run as plain Python or compiled."""

__version__ = "0.1.0"
