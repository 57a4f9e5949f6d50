"""The way from the page of a board to a hand viewer elsewhere."""

import re
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs

import pytest
from django.utils import timezone

from clubscore.duplicate.models import Session
from tests.duplicate.published import published
from tests.duplicate.results.publishing.files.test_results import (
    of,
    over_with_hands,
    with_hands,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
VIEWER = "https://www.bridgebase.com/tools/handviewer.html"


def links(session: Session, board: int = 3) -> list[tuple[str, str]]:
    """The address and the `rel` of each link of the page of a board that leads to the viewer."""
    answer = of(session.director).get(f"/duplicate/{session.pk}/boards/{board}/")
    found = re.findall(r'<a href="([^"]*)" rel="([^"]*)"', answer.content.decode())
    return [(unescape(url), rel) for url, rel in found if url.startswith(VIEWER)]


def test_the_link_has_the_cards_and_no_name_and_does_not_say_where_it_comes_from():
    session = with_hands(None)
    ((url, rel),) = links(session)
    given = parse_qs(url.partition("?")[2])
    assert sorted(given) == ["b", "d", "e", "n", "s", "v", "w"]
    assert [given[key] for key in "bdv"] == [["3"], ["s"], ["e"]]
    board = session.deal_set.dealt[2]
    cards = {f"{card.suit}{card.rank}".lower() for card in board.layout.hand("N")}
    held, suit = set(), ""
    for sign in given["n"][0]:
        if sign in "shdc":
            suit = sign
        else:
            held.add(f"{suit}{sign}".lower())
    assert held == cards
    assert rel == "external noopener noreferrer"


def test_there_is_no_link_before_the_publication_and_none_before_the_hands_open():
    session = over_with_hands(None)
    assert links(session) == []
    published(session)
    assert len(links(session)) == 1
    assert links(with_sealed_hands()) == []


def with_sealed_hands() -> Session:
    """Return a published session whose hands open tomorrow; it is of other members and another day."""
    return with_hands(timezone.now() + timedelta(days=1), family="Late")
