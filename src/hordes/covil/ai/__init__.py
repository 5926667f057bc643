"""Evaluator of Covil for the searches: features and learned weights for positions, hand-written ratings for moves."""
