"""The terminal interface of every game that has none of its own, driven by what the game declares and displays."""
