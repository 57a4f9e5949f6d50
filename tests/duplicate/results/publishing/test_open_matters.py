"""Law 79B: a publication takes no disagreement, call, correction or appeal in silence."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import OpenWhenPublished, Publication, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.entering.calls import answer_call, call_director
from clubscore.duplicate.results.publishing.open_boards import (
    boards_left_open,
    open_boards,
)
from clubscore.duplicate.results.publishing.open_matters import (
    OpenMatter,
    open_matters,
)
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing.services import appeal
from clubscore.duplicate.verdicts.correcting.services import Asked, ask
from clubscore.refusals import Refused
from scoring import Side, parse_deal
from scoring.duplicate.law79 import Conviction
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.published import LINES, played, published
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.rulings import ruled
from tests.factories import NOON

pytestmark = pytest.mark.django_db


def disputed() -> tuple[Session, Slot]:
    """A session whose play is over; North and East have two results of its first board."""
    session = in_play(None, howell(2), count=4, rounds=3)
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    for index, slot in enumerate(slots):
        agreed(session, slot, LINES[index % len(LINES)])
    east = player(session, slots[0], Side.EW)
    recorded(session, slots[0], "4sn-1", by=east, seen=1)
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session, slots[0]


def open_in(session: Session) -> list[OpenMatter]:
    return open_matters(load(session.pk), results_of(session.pk))


def said_open(session: Session) -> frozenset[str]:
    return frozenset(matter.key for matter in open_in(session))


def test_law_79b_the_first_of_two_results_does_not_become_official_in_silence():
    session, slot = disputed()
    (matter,) = open_in(session)
    assert (matter.matter, matter.slot) == ("results", slot)
    with pytest.raises(Refused, match=r"two results \(Anna\) is still open") as refused:
        published(session)
    assert refused.value.field == matter.key
    assert Publication.objects.count() == 0


def test_law_79b_a_board_is_published_open_and_says_that_it_counts_as_entered():
    session, slot = disputed()
    publication = published(session, accepts_open=said_open(session))
    (board,) = open_boards(load(session.pk), publication)
    assert (board.slot, board.matters) == (slot, ("two results (Anna)",))
    assert board.counts == (
        "It counts by its official entry, by Gita: 4♠ by North, made (+420)."
    )
    client = Client()
    client.force_login(player(session, slot))
    page = client.get(f"/duplicate/{session.pk}/results/").content.decode()
    assert "1 board is open" in page
    assert "It counts by its official entry, by Gita" in page


def test_law_79b_a_ruling_settles_two_results_and_the_next_publication_is_of_a_settled_board():
    session, slot = disputed()
    first = published(session, accepts_open=said_open(session))
    ruled(session, slot, "4sn=", claim="no")
    assert open_in(session) == []
    second = published(session, begins_period=False, reason="Board 1 is ruled on")
    state = load(session.pk)
    assert len(open_boards(state, first)) == 1
    assert open_boards(state, second) == []


def test_law_79b_what_comes_up_while_the_director_looks_is_not_taken_in_silence():
    session, slot = disputed()
    seen = said_open(session)
    ask_for_another(session, slot_after(session, slot))
    with pytest.raises(Refused, match="a correction"):
        published(session, accepts_open=seen)


def test_law_92_an_appeal_that_nobody_has_heard_is_listed():
    session, slot = disputed()
    ruling = ruled(session, slot, "4sn-1", claim="no", conviction=Conviction.CLEAR)
    appeal(
        session=session,
        slot=slot,
        why="Ten tricks",
        key=uuid4(),
        by=player(session, slot),
        now=NOON,
    )
    (matter,) = open_in(session)
    assert (matter.matter, matter.slot) == ("appeal", ruling.slot)
    publication = published(session, accepts_open={matter.key})
    (board,) = open_boards(load(session.pk), publication)
    assert board.counts == (
        "It counts as the director ruled: 4♠ by North, one down (−50)."
    )


def test_law_9b_a_call_that_nobody_has_answered_is_listed_until_it_is():
    session = in_play(None, howell(2), count=4, rounds=3)
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    for slot in slots:
        agreed(session, slot, "1nn=")
    call = call_director(
        session_id=session.pk,
        slot=slots[-1],
        about="A revoke",
        key=uuid4(),
        by=player(session, slots[-1]),
        now=NOON,
    )
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    with pytest.raises(Refused, match="a call for the director"):
        published(session)
    answer_call(call=call, by=session.director, now=NOON)
    assert published(session).open_boards.count() == 0


def ask_for_another(session: Session, slot: Slot) -> None:
    asked = Asked(parse_deal("1nn-1"), "score", "One down", 1, uuid4())
    ask(
        session=session,
        slot=slot,
        asked=asked,
        by=player(session, slot),
        now=NOON + timedelta(minutes=1),
    )


def slot_after(session: Session, slot: Slot) -> Slot:
    slots = [each for each, _ in slots_of(load(session.pk))]
    return slots[slots.index(slot) + 1]


def test_law_79c_a_correction_that_nobody_has_decided_is_listed_in_the_page_with_its_box():
    session = played()
    slot, _ = next(slots_of(load(session.pk)))
    ask_for_another(session, slot)
    (matter,) = open_in(session)
    client = Client()
    client.force_login(session.director)
    address = f"/duplicate/{session.pk}/director/publication/"
    page = client.get(address).content.decode()
    assert matter.words in page
    assert matter.page(session.pk) in page
    sent = {"minutes": "30", "key": str(uuid4())}
    refused = client.post(address, sent)
    assert refused.status_code == 422
    assert "is still open" in refused.content.decode()
    assert client.post(address, sent | {matter.key: "on"}).status_code == 302
    (row,) = OpenWhenPublished.objects.all()
    assert (row.matter, row.slot, row.by) == ("correction", slot, matter.by)


def published_open() -> tuple[Session, Slot]:
    """A session that is published with its first board open."""
    session, slot = disputed()
    published(session, accepts_open=said_open(session))
    return session, slot


def test_law_79b_the_files_say_which_result_was_open_when_published():
    session, slot = published_open()
    client = Client()
    client.force_login(session.director)
    base = f"/duplicate/{session.pk}/results/1"
    pbn = client.get(f"{base}/pbn/").content.decode()
    usebio = client.get(f"{base}/usebio/").content.decode()
    assert pbn.count("open when published}") == 1
    assert pbn.index(f'[Board "{slot.board}"]') < pbn.index("{Pairs ")
    assert usebio.count("open when published -->") == 1


def test_law_79b_a_later_publication_of_the_settled_board_says_nothing_more():
    session, slot = published_open()
    ruled(session, slot, "4sn=", claim="no")
    published(session, reason="Ruled")
    (newest, first) = session.publications.order_by("-number")
    assert boards_left_open([newest, first]) == {first.pk: (slot.board,)}
