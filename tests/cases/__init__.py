"""Rule cases in the referee's format."""
