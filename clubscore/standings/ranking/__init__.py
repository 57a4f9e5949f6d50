"""Computes ranks and the sums of a season."""
