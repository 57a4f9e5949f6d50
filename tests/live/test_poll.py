"""A page without a stream polls its region: it gets 204 if it is up to date, else the region."""

import pytest
from django.http import Http404
from django.test import RequestFactory

from clubscore.live.http import poll
from clubscore.members.models import Member
from tests.live.conftest import Names


def test_a_page_that_is_up_to_date_gets_204(
    names: Names, ruth: Member, rf: RequestFactory
) -> None:
    answer = poll(rf.get("/", {"revision": "Ruth Abel"}), "names", ruth.pk, "watch")
    assert (answer.status_code, answer.content, answer["X-Revision"]) == (
        204,
        b"",
        "Ruth Abel",
    )
    assert names.renderings == []


@pytest.mark.parametrize("query", [{}, {"revision": "Ruth Baker"}])
def test_a_page_that_is_not_gets_the_region(
    names: Names, ruth: Member, rf: RequestFactory, query: dict
) -> None:
    answer = poll(rf.get("/", query), "names", ruth.pk, "NS")
    assert (answer.status_code, answer.content.decode()) == (
        200,
        "<p>\nRuth Abel as NS</p>",
    )
    assert (answer["X-Revision"], answer["Cache-Control"]) == ("Ruth Abel", "no-store")


def test_what_does_not_exist_is_not_found(
    names: Names, ruth: Member, rf: RequestFactory
) -> None:
    for topic, pk, view in [
        ("names", ruth.pk + 1, "NS"),
        ("names", ruth.pk, "backwards"),
        ("nothing", 1, "watch"),
    ]:
        with pytest.raises(Http404):
            poll(rf.get("/"), topic, pk, view)
