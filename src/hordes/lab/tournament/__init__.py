"""`hordes tournament`: bots against bots with paired seeds, Plackett-Luce ratings, and a report."""
