"""A table's card in the room is cached under everything that it shows, so that nobody sees an outdated card."""

from datetime import UTC, timedelta, timezone

import pytest
from django.template.loader import render_to_string
from django.urls import clear_script_prefix, set_script_prefix
from django.utils.timezone import override as in_time_zone
from django.utils.translation import override as in_language

from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.room.queries import the_room
from clubscore.room.topics import ROOM, render_room
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.tables import services as tables
from clubscore.tables.models import Table
from clubscore.web.templatetags import kept
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    member,
    record,
    rubber_in_play,
    seated_table,
)
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(minutes=5)


@pytest.fixture(autouse=True)
def nothing_is_kept():
    kept._kept.cache_clear()


def shown() -> list[str]:
    """The HTML of the cards from the cache, after a check that each is the same as a newly rendered card."""
    cards = the_room().cards
    drawn = [
        kept.kept("room/_table_card.html", card.facts, card=card) for card in cards
    ]
    assert drawn == [
        render_to_string("room/_table_card.html", {"card": card}) for card in cards
    ]
    return drawn


@pytest.fixture
def rubber():
    rubber = rubber_in_play(lines=("4sn=", "1nte="))
    seated_table({seat: member(f"{seat.word} Player") for seat in Seat})
    tables.open_table(by=member("Eve"), now=NOON)
    return rubber


CHANGES = {
    "a deal": lambda rubber: record(rubber, "2hn="),
    "an undone deal": lambda rubber: rewrite(
        Deal.objects.filter(number=2), is_struck=True, is_undone=True
    ),
    "a struck deal": lambda rubber: rewrite(
        Deal.objects.filter(number=1), is_struck=True
    ),
    "another result": lambda rubber: rewrite(Deal.objects.filter(number=2), tricks=9),
    "another time": lambda rubber: rewrite(
        Deal.objects.filter(number=2), recorded_at=LATER
    ),
    "a name": lambda rubber: Member.objects.filter(name="Anna").update(name="Annika"),
    "a nickname": lambda rubber: Member.objects.filter(name="Ben").update(
        nickname="Benny"
    ),
    "the name of who sits there": lambda rubber: Member.objects.filter(
        name="East Player"
    ).update(name="Ester"),
    "the name of who waits": lambda rubber: Member.objects.filter(name="Eve").update(
        name="Evelyn"
    ),
    "the name of a table": lambda rubber: Table.objects.filter(
        pk=rubber.table_id
    ).update(name="By the window"),
    "the game of a table": lambda rubber: Table.objects.filter(name="Table 2").update(
        system="chicago"
    ),
    "a substitute": lambda rubber: rewrite(
        RubberSeat.objects.filter(seat="N"), member=member("Gus")
    ),
    "the first dealer": lambda rubber: rewrite(Rubber.objects.all(), first_dealer="E"),
    "an end": lambda rubber: rewrite(
        Rubber.objects.all(),
        ended_at=LATER,
        ended_by=rubber.started_by,
        ending=Rubber.Ending.UNFINISHED,
        ending_reason="late",
    ),
    "a free seat": lambda rubber: tables.leave_table(
        table=Table.objects.get(name="Table 2"),
        member=Member.objects.get(name="East Player"),
        now=LATER,
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_shows_at_once(rubber, change):
    before = shown()
    assert shown() == before
    CHANGES[change](rubber)
    assert shown() != before


def test_a_rubber_that_is_over_keeps_what_it_was(rubber):
    for line in NINE_DEALS:
        if not Rubber.objects.get().is_over:
            record(rubber, line)
        shown()


def test_each_language_and_time_zone_has_cards_of_its_own(rubber):
    cards = [shown()]
    with in_language("de"):
        cards.append(shown())
    with in_time_zone(timezone(timedelta(hours=9), "Tokyo")):
        cards.append(shown())
    with in_time_zone(UTC):
        shown()
    assert len({"".join(each) for each in cards}) == 3


def test_a_card_leads_to_addresses_below_the_prefix_that_is_on(rubber):
    shown()
    set_script_prefix("/club/")
    try:
        assert f'href="/club/tables/{rubber.table_id}/"' in "".join(shown())
    finally:
        clear_script_prefix()


def test_a_card_that_nothing_changed_is_not_drawn_again(rubber):
    first = render_room(ROOM, WATCH)
    drawn = kept._kept.cache_info().misses
    assert drawn == 3
    assert render_room(ROOM, WATCH) == first
    record(rubber, "2hn=")
    render_room(ROOM, WATCH)
    assert kept._kept.cache_info().misses == drawn + 1


def test_what_a_card_was_drawn_of_is_not_kept(rubber):
    card = the_room().cards[0]
    drawing = kept.FragmentRequest(
        ("room/_table_card.html", card.facts), {"card": card}
    )
    kept._kept(drawing)
    assert drawing.values == {}


def test_templates_that_are_being_written_are_drawn_each_time(rubber, settings):
    settings.DEBUG = True
    shown()
    assert kept._kept.cache_info().misses == 0
