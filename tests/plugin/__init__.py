"""Tests of a game from another package (examples/marches) through everything that takes a game's name."""
