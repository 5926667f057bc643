"""The team game for six players, and its Places and Relics."""
