"""Tests that every game passes, built-in or installed from another package."""
