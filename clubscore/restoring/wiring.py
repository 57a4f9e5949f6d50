"""The restore that was asked for, among the work that waits for a time without a server."""

from clubscore.restoring.at_start import restore_as_asked
from clubscore.upkeep import restarting

restarting.before_start.append(restore_as_asked)
