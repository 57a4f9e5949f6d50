"""Importing this module adds the newest time in rubbers to the times with which the machine's clock is compared.

A clock that is behind a time in the database is wrong.
"""

from clubscore.rubbers.rubber.queries import newest_time
from clubscore.web.clock_watch import newest_times

newest_times.append(newest_time)
