"""Boards that a table did not play: one ruling for several of them at once."""
