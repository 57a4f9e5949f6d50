"""For every test. Nothing here may import a model or Django: the tests of scoring run without it."""

from pathlib import Path

from hypothesis import configuration, settings

CACHE = Path(__file__).resolve().parent.parent / ".cache"

CACHE.mkdir(exist_ok=True)  # the file of the test database lies in it
configuration.set_hypothesis_home_dir(CACHE / "hypothesis")
settings.register_profile("clubscore", deadline=None)  # a busy machine is no failure
settings.load_profile("clubscore")
