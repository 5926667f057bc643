"""Game server: tables with seats, clocks, an event log, WebSockets and bots.

It contains no rules: a game is reached by its name through `engine.games`, never imported. Of the games it knows that
`smallworld` is the default and takes the custom sets of the settings, and the rules in brief (`rulebook`).
"""
