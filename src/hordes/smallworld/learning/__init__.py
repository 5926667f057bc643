"""Encoder of Small World for reinforcement learning: observation layout, action space, and incremental writing."""
