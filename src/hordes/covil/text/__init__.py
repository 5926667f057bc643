"""Texts and JSON of Covil: reading and writing moves, boards and positions, and the reasons why a move is illegal.

No game spends time here: these modules are compiled, but not optimised by profile.
"""
