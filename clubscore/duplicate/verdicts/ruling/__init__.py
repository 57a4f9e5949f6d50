"""Rulings of directors: give a slot an adjusted score, withdraw a ruling, and show the history of a slot."""
