"""Importing this module tells the pages of seats what was played at a table this evening, and who is to go out."""

from clubscore.room.queries import evening_so_far
from clubscore.tables.precedence import evenings_so_far

evenings_so_far.append(evening_so_far)
