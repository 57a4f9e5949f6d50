"""The club's settings for `serving.py`: the simplest pages are served too, and statements are counted."""

from clubscore import settings as club

globals().update({name: getattr(club, name) for name in dir(club) if name.isupper()})
ROOT_URLCONF = "tests.bench.hello"
MIDDLEWARE = ["tests.bench.counting.count_work", *club.MIDDLEWARE]
