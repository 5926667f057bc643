"""Limits of what one visitor can use: size of data, quotas by account and address, threads for replays."""
