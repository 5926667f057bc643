"""Bots: players that are asked one question at a time and never see more than their seat may know."""
