"""Support for fuzzing Small World: start positions that cover every piece, and invariants checked after each move."""
