"""The commands for people who keep a club: `python -m clubscore`. Standard library only."""
