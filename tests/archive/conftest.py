import pytest

from clubscore.rubbers.models import Rubber
from tests.archive.history import happen


@pytest.fixture
def history(db: None) -> dict[str, Rubber]:
    """A club in which everything has happened; its rubbers by what is particular about them."""
    return happen()
