"""Compiled core that every game shares: states, moves, bit sets, random numbers, encoders, evaluators and batches."""
