"""The page that publishes results: each open thing says what it means to leave it open, and has its own box."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import LateChange, Publication, Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.web.templatetags.scores import suits
from scoring import Seat, Side
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.given_up import with_boards_lost
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import LINES, played, published
from tests.duplicate.recorded import agreed, at, player, recorded
from tests.duplicate.swiss import swiss_of_pairs
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def disputed() -> Session:
    """A session that is over; its first board has two results, and its last has none."""
    session = in_play(None, howell(2), count=4, rounds=3)
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    for index, slot in enumerate(slots[:-1]):
        agreed(session, slot, LINES[index % len(LINES)])
    east = player(session, slots[0], Side.EW)
    recorded(session, slots[0], "4sn-1", by=east, seen=1)
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def page_of(session: Session, **sent: str):
    client = Client()
    client.force_login(session.director)
    address = f"/duplicate/{session.pk}/director/publication/"
    return client.post(address, sent) if sent else client.get(address)


def test_each_open_thing_says_how_it_counts_until_it_is_settled_and_where_that_is_done():
    session = disputed()
    page = page_of(session)
    (thing,) = page.context["things"]
    assert thing.words.startswith("Board 1, table 1, round 1: two results")
    assert thing.means.startswith("It counts by its official entry")
    assert thing.page == f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/ruling/"
    text = page.content.decode()
    assert f"Left open: {suits(thing.means)}" in text
    assert "11 results." in text and "<b>2 are open.</b> Settle them now" in text
    assert "Publish with 2 open" in text
    assert "no score for the two sides until the result is found" in text
    assert 'type="checkbox"' in text and "checked" not in text


def test_the_page_says_until_when_players_may_ask_if_it_is_published_now():
    ends = page_of(disputed()).context["ends"]
    assert ends["errors"] == ends["rulings"]
    soon = timezone.now() + timedelta(minutes=30)
    assert abs(ends["errors"] - soon) < timedelta(minutes=1)


def test_nothing_stays_open_unless_its_box_is_ticked():
    session = disputed()
    (thing,) = page_of(session).context["things"]
    key = page_of(session).context["form"]["key"].value()
    ((_board, without),) = page_of(session).context["missing"]
    for box in (without, thing.box):
        refused = page_of(session, key=str(key), **{box.name: "on"})
        assert refused.status_code == 422 and not Publication.objects.exists()
    sent = {"key": str(key), without.name: "on", thing.box.name: "on"}
    assert page_of(session, **sent).status_code == 302
    assert Publication.objects.get().open_boards.count() == 1


def test_two_results_stand_side_by_side_with_the_pair_that_says_each():
    session = disputed()
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    names = at(session, slot).names
    (thing,) = page_of(session).context["things"]
    north, east, south, west = (names[seat] for seat in Seat)
    assert thing.said == (
        (f"{north} & {south}", f"4♠ by {north}, made (+420)"),
        (f"{east} & {west}", f"4♠ by {north}, one down (−50)"),
    )


def test_a_missing_board_says_who_was_to_play_it_and_can_be_entered_or_ruled_on():
    page = page_of(disputed())
    ((board, box),) = page.context["missing"]
    assert f"Leave it open: board {board.slot.board}, table 2, round 3" in str(box)
    text = page.content.decode()
    assert escape(board.pairs) in text and " against " in board.pairs
    for way in ("", "ruling/"):
        assert f"/rounds/3/A/2/boards/{board.slot.board}/{way}" in text


def test_each_missing_board_has_its_own_box_and_none_may_be_left_out():
    session = played(missing=2)
    boxes = {box.name: "on" for _, box in page_of(session).context["missing"]}
    assert len(boxes) == 2
    for name in boxes:
        assert page_of(session, key=str(uuid4()), **{name: "on"}).status_code == 422
    assert page_of(session, key=str(uuid4()), **boxes).status_code == 302
    assert Publication.objects.get().missing == 2


def test_a_missing_and_a_lost_board_stand_in_the_same_row_each_with_its_own_buttons():
    session = with_boards_lost()
    for table in (1, 2):
        recorded(session, Slot("A", 1, table, 1), LINES[table])
    for round in (2, 3, 4):
        start_round(session=session, round=round, by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)
    page = page_of(session).content.decode()
    rows = re.findall(
        r'<li id="open-board-(\S+)" data-open="missing">(.*?)</li>', page, re.S
    )
    found = {}
    for slot, row in rows:
        found[slot] = "Rule…" in row, "Enter…" in row, "Not played…" in row
    assert len(found) == len(rows)
    assert {*found.values()} == {(True, False, False), (False, True, True)}


def test_many_missing_boards_share_one_box():
    session = played(missing=4)
    page = page_of(session)
    assert [box for _, box in page.context["missing"]] == [None] * 4
    assert page.content.decode().count('type="checkbox"') == 1
    assert "Leave all 4 boards without a result open" in page.content.decode()
    assert page_of(session, key=str(uuid4())).status_code == 422
    sent = {"key": str(uuid4()), "all_missing": "on"}
    assert page_of(session, **sent).status_code == 302
    assert Publication.objects.get().missing == 4


def test_for_matches_of_pairs_the_page_says_that_nothing_is_reckoned():
    session = swiss_of_pairs(rounds=1)
    page = page_of(played_to_the_end(session, missing=1))
    assert page.context["movers"] is None
    assert "Not reckoned for matches" in page.content.decode()


def test_for_matches_of_teams_the_page_names_the_teams_that_can_still_move():
    page = page_of(played_to_the_end(in_teams(), missing=1))
    (found,) = page.context["movers"]
    assert {mover.number for mover in found.there} == {"1", "2"}
    assert "Not reckoned for matches" not in page.content.decode()


def test_the_page_names_who_can_still_move():
    page = page_of(disputed())
    (found,) = page.context["movers"]
    assert found.there and "Who can still move" in page.content.decode()
    session = disputed_nowhere()
    assert page_of(session).context["movers"] is None
    assert "Nothing is open" in page_of(session).content.decode()


def disputed_nowhere() -> Session:
    """A session that is over, with every result agreed."""
    director = member("Olga")
    session = in_play(
        director, howell(2), count=4, rounds=3, family="More", name="Friday pairs"
    )
    for slot, _ in slots_of(load(session.pk)):
        agreed(session, slot, "4sn=")
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def test_before_the_end_of_play_the_page_shows_nothing_and_leads_back():
    session = in_play(None, howell(2), count=4, rounds=3)
    answer = page_of(session)
    assert answer.status_code == 302
    assert answer.url == f"/duplicate/{session.pk}/director/"
    sent = page_of(session, key=str(uuid4()))
    assert sent.status_code == 302 and not Publication.objects.exists()


def test_a_late_change_that_waits_for_an_organiser_is_named():
    session = disputed_nowhere()
    published(session)
    entry = load(session.pk).sections[0].entries[1]
    LateChange.objects.create(
        session=session,
        kind=LateChange.Kind.PENALTY,
        content={"number": entry.number},
        clause="79C2",
        why="Slow",
        proposed_at=NOON,
        proposed_by=session.director,
        key=uuid4(),
    )
    page = page_of(session)
    assert page.context["late_changes"] == 1
    assert f"/duplicate/{session.pk}/late-changes/" in page.content.decode()
