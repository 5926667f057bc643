"""What every game is: states and moves, chance, views, events, records and the referee. No game's rule is in here."""
