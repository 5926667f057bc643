"""Many games at once: simulation, and the hunt for broken rules. Knows the engine and no game."""
