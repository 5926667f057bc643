"""Searches that know no game: they ask a State for moves and a Judge for opinions. Compiled with the core."""
