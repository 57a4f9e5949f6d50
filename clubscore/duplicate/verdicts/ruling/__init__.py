"""Rulings of directors: give a slot an adjusted score, and withdraw a ruling."""
