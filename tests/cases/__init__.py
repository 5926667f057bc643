"""Rule cases of our own in the referee's format."""
