"""Ratings: the method, their updates, their reads."""
