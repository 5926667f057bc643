"""State of a game of Covil: the table and its fields, board, cards, constants, task stack, move codes and events."""
