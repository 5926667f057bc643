"""Tests of the terminal interface for games that have none of their own, with the example game from outside."""
