"""The rules of Covil: The Dark Overlords: cards and boards as data, one interpreter of effects, the day, dummies."""
