"""Rules of Covil: which moves are legal, what each move does, and everything that happens without a decision."""
