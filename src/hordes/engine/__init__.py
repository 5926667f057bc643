"""Game-independent engine: registry of games, matches, records, referee, validation, errors; `core` is compiled."""
