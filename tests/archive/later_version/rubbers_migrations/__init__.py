"""All migrations that `rubbers` has, and one more."""

from pathlib import Path

from clubscore.rubbers import migrations

__path__ = [str(Path(__file__).parent), *migrations.__path__]
