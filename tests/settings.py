"""The settings of the tests: the club's settings with a data folder of the tests, whatever `club.env` exists."""

import os

from tests.cache import CACHE

os.environ["CLUB_DATA_DIR"] = str(CACHE / "club")
os.environ["BACKUP_AT"] = "never"  # but for the tests that are about it
(CACHE / "club" / "static").mkdir(parents=True, exist_ok=True)  # where WhiteNoise looks

from clubscore.settings import *  # noqa: E402, F403 - they read the environment
