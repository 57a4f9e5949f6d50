from io import BytesIO
from pathlib import Path

import pytest

from clubscore.archive.restore import unpack
from clubscore.rubbers.models import Rubber
from tests.archive.history import happen
from tests.archive.zips import packed, saved

_kept: dict[
    str, tuple[bytes, dict[str, int]]
] = {}  # what takes long to make, once for every process


@pytest.fixture
def history(db: None, tmp_path: Path) -> dict[str, Rubber]:
    """Fill the database with a club in which everything has happened. Returns its rubbers by name.

    The first test plays it all; later tests import an archive of it, which test_round_trip.py proves to be equal.
    """
    if "history" not in _kept:
        rubbers = happen()
        _kept["history"] = (
            packed().getvalue(),
            {name: rubber.pk for name, rubber in rubbers.items()},
        )
        return rubbers
    archive, keys = _kept["history"]
    unpack(path=saved(BytesIO(archive), tmp_path))
    return {name: Rubber.objects.get(pk=pk) for name, pk in keys.items()}
