"""Merging two records of one person."""
