"""Experiments over many games: simulation, reports, tournaments, fuzzing, analysis, trial of custom content.

Bots play; a game is reached by its name through `engine.games`, never imported.
"""
