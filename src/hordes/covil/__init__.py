"""The rules of Covil: The Dark Overlords: cards and boards as data, one interpreter for effects, the day, and dummies."""
