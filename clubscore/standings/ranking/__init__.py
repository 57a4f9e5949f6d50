"""Computes ranks, the sums of a season, and sorted tables."""
