"""Heuristics of Small World for search bots: position evaluator, learned features, and move ratings."""
