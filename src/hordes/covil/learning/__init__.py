"""Observations and action space of Covil for reinforcement learning."""
