"""The commands of whoever keeps a club: `python -m clubscore`. Standard library only."""
