"""The game mode Necromancer Island: its board beside the map, the Ghosts, and the combination of several powers."""
