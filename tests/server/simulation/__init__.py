"""Deterministic simulation of the server: one integer decides about everything that happens, and replays it."""
