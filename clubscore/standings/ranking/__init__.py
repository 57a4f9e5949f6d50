"""Ranks, sums of a season and sorted tables, as values."""
