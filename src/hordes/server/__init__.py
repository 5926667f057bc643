"""Game server: tables with seats, clocks, an event log, WebSockets and bots.

It contains no rules: a game is reached by its name through `engine.games`, never imported. Of the built-in games it has
the rules in brief (`rulebook`).
"""
