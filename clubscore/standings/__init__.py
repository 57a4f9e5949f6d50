"""Standings: rankings of a season, ratings, and the totals of a member's and a pair's rubbers."""
