"""Bots at tables: the levels a server offers, and the pool of worker processes that choose their moves."""
