"""The settings of the simulated later version, in which `rubbers` has one more migration."""

from clubscore import settings as club

globals().update({name: getattr(club, name) for name in dir(club) if name.isupper()})
INSTALLED_APPS = [*club.INSTALLED_APPS, "tests.archive.later_version"]
MIGRATION_MODULES = {"rubbers": "tests.archive.later_version.rubbers_migrations"}
