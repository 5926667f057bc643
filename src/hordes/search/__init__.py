"""Game-independent search (beam search, Monte Carlo tree search, rollouts) over State and Evaluator; compiled."""
