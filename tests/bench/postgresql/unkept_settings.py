"""The club's settings with a new connection for each request (record 28)."""

from clubscore import settings as club

globals().update({name: getattr(club, name) for name in dir(club) if name.isupper()})
DATABASES = {"default": club.DATABASES["default"] | {"CONN_MAX_AGE": 0}}
