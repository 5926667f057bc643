"""Covil for one to four players: state, rules, texts, evaluator, and options."""
