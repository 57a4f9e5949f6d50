"""The club's settings with psycopg's pool in place of a connection kept by each thread (record 28)."""

import sys

from clubscore import settings as club
from tests.bench.measure import PEERS

sys.path.append(PEERS)
globals().update({name: getattr(club, name) for name in dir(club) if name.isupper()})
DATABASES = {
    "default": club.DATABASES["default"]
    | {"CONN_MAX_AGE": 0, "OPTIONS": {"pool": {"min_size": 2, "max_size": 13}}}
}
