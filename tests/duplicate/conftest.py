"""The check of every session that a test of duplicate leaves behind."""

from collections.abc import Iterator

import pytest

from clubscore.duplicate.results.publishing.checking import differences


@pytest.fixture(autouse=True)
def published_sessions_follow_from_their_boards_and_files(
    request: pytest.FixtureRequest,
) -> Iterator[None]:
    """After a test, work out its published sessions again, and compare what the command line makes of their files.

    A test with the mark `tampers` changes rows past the services: what it leaves is not checked.
    """
    has_database = request.node.get_closest_marker("django_db")
    if not has_database or request.node.get_closest_marker("tampers"):
        yield
        return
    request.getfixturevalue("db")
    yield
    assert list(differences()) == []
