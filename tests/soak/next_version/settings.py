"""The settings of a future version, with one more app."""

from clubscore import settings as club

globals().update({name: getattr(club, name) for name in dir(club) if name.isupper()})
INSTALLED_APPS = [*club.INSTALLED_APPS, "tests.soak.next_version"]
