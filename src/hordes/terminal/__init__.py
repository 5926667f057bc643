"""Terminal user interface: a drawn map, numbered choices, and a narrated log."""
