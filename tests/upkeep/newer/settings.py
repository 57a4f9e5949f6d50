"""The settings of a future version, which updates the database by three more migrations."""

import clubscore

clubscore.__version__ = "9.1.0"

from clubscore import settings as club  # noqa: E402 - they read the version

globals().update({name: getattr(club, name) for name in dir(club) if name.isupper()})
MIGRATION_MODULES = {"hands": "tests.upkeep.newer.hands"}
