"""Data structures of a game in progress: board, armies, column of combos, question stack, constants and move codes.

Also the base classes of races, powers, markers and modes, whose hooks the rules call. No rule is decided here.
"""
