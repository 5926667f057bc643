"""For the fuzzer and tests: start positions that cover every card and rule, and invariants of states and steps."""
