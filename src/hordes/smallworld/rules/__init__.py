"""The rules of Small World as functions on the game state: turn order, conquest, decline, redeployment, scoring.

`turn.py` is the entry: it lists the legal moves of the open question and applies a move.
"""
