"""Bots: automatic players. A bot gets one question at a time, with only the information of its seat."""
