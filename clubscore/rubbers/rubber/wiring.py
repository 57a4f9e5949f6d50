"""Registers the newest time in rubbers among the times with which the clock of the computer is compared."""

from clubscore.rubbers.rubber.queries import newest_time
from clubscore.web.clock_watch import newest_times

newest_times.append(newest_time)
