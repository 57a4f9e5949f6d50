"""The history of a board at a table: who decided, in which role, by which law, and who was asked (Laws 79, 81C, 92)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.duplicate.approval.services import decline, take_back
from clubscore.duplicate.director.directing.services import name_deputy
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing import services as appealing
from clubscore.duplicate.verdicts.correcting import services as correcting
from clubscore.duplicate.verdicts.correcting.law import Grounds
from clubscore.duplicate.verdicts.groups.services import group_board
from clubscore.duplicate.verdicts.ruling.wiring import proposed_ruling
from clubscore.members.models import Member
from clubscore.members.roles import Role
from scoring import Seat, Side, parse_deal
from scoring.duplicate.law79 import Conviction
from tests.duplicate.late_changes import organiser, proposed
from tests.duplicate.published import played, published
from tests.duplicate.recorded import at, player
from tests.duplicate.rulings import given, ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
SURE = Grounds(Conviction.BEYOND_DOUBT)
LATE = NOON + timedelta(hours=2)


@pytest.fixture
def session() -> Session:
    found = played()
    published(found)
    return found


@pytest.fixture
def slot(session: Session) -> Slot:
    return next(slot for slot, _ in slots_of(load(session.pk)))


def lines(session: Session, slot: Slot, viewer: Member) -> list[str]:
    """Return the sentences and reasons of the history that the viewer reads."""
    browser = Client()
    browser.force_login(viewer)
    page = browser.get(reverse("duplicate:slot-history", args=[session.pk, slot]))
    html = page.content.decode()
    found = []
    for event in page.context["history"]:
        assert event.reason in html
        found.append(f"{event.sentence}: {event.reason}".removesuffix(": "))
    return found


def asked(line: str, why: str = "Wrong board") -> correcting.Asked:
    return correcting.Asked(parse_deal(line), "score", why, 1, uuid4())


def test_law_79c1_all_four_read_who_asked_who_was_asked_and_who_decided(session, slot):
    asker, other = player(session, slot), player(session, slot, Side.EW)
    request = correcting.ask(
        session=session, slot=slot, asked=asked("6ss="), by=asker, now=NOON
    )
    correcting.answer_request(correction=request, confirm=True, by=other, now=NOON)
    deputy = member("Otto", role=Role.ADMIN)
    name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    correcting.decide(
        correction=request, grounds=SURE, reason="Both agree", by=deputy, now=NOON
    )
    read = [
        lines(session, slot, each)
        for each in at(session, slot).players.values()
        if each
    ]
    assert len(read) == 4
    assert all(each == read[0] for each in read)
    assert f"{asker.name} asked for another result: Wrong board" in read[0]
    assert f"{other.name} confirmed the correction" in read[0]
    decided = "Otto (deputy) corrected the result (Law 79C1 (2017)): Both agree"
    assert decided in read[0]


def test_law_79c1_an_answer_that_was_taken_back_stays_in_the_history(session, slot):
    asker, other = player(session, slot), player(session, slot, Side.EW)
    request = correcting.ask(
        session=session, slot=slot, asked=asked("6ss="), by=asker, now=NOON
    )
    correcting.answer_request(correction=request, confirm=True, by=other, now=NOON)
    correcting.take_back_answer(correction=request, by=other, now=NOON)
    correcting.answer_request(correction=request, confirm=False, by=other, now=NOON)
    assert lines(session, slot, asker)[-3:] == [
        f"{other.name} confirmed the correction",
        f"{other.name} took the answer to the correction back",
        f"{other.name} refused the correction",
    ]


def test_law_79c2_the_history_names_the_proposer_and_the_one_who_did_not_approve(
    session, slot
):
    request = correcting.correct_alone(
        session=session,
        slot=slot,
        asked=asked("6ss="),
        grounds=SURE,
        by=session.director,
        now=LATE,
    )
    otto, late = member("Otto", role=Role.ADMIN), request.late_changes.get()
    decline(late=late, reason="Not proved", by=otto, now=LATE)
    found = lines(session, slot, player(session, slot))
    clause = "79C2 (2017)"
    proposed = f"Ruth (director) proposed the correction (Law {clause}): Wrong board"
    assert proposed in found
    assert found[-1] == "Otto (for the club) did not approve it: Not proved"


def test_law_79c2_a_ruling_that_was_only_proposed_stays_in_the_history(session, slot):
    what = proposed_ruling(slot, given(session, slot, "4sn-1"))
    late, olga = proposed(session, what), organiser("Olga")
    decline(late=late, reason="The four agree", by=olga, now=LATE)
    again = proposed_ruling(slot, given(session, slot, "4sn-1"))
    take_back(late=proposed(session, again), by=session.director, now=LATE)
    for viewer in (player(session, slot), player(session, slot, Side.EW)):
        assert lines(session, slot, viewer)[-4:] == [
            "Ruth (director) proposed a ruling (Law 79C2 (2017)): So it is right.",
            "Olga (for the club) did not approve the ruling: The four agree",
            "Ruth (director) proposed a ruling (Law 79C2 (2017)): So it is right.",
            "Ruth (director) took the proposed ruling back",
        ]


def test_law_92_the_history_names_the_appeal_and_the_role_of_who_heard_it(
    session, slot
):
    ruled(session, slot, "A+-", text="A revoke")
    north = player(session, slot)
    south = at(session, slot).players[Seat.SOUTH]
    appeal = appealing.appeal(
        session=session,
        slot=slot,
        why="There was none",
        key=uuid4(),
        by=north,
        now=NOON,
    )
    appealing.agree(appeal=appeal, by=south, now=NOON)
    appealing.decide(
        appeal=appeal,
        changed=False,
        heard_as="reviewer",
        reason="There was one",
        by=member("Otto", role=Role.ADMIN),
        now=NOON,
    )
    found = lines(session, slot, player(session, slot, Side.EW))
    assert "Ruth (director) ruled (Law 12C2): A revoke" in found
    assert found[-3:] == [
        f"{north.name} appealed the ruling: There was none",
        f"{south.name} agreed to the appeal",
        "Otto (a reviewer) heard the appeal: the ruling stands: There was one",
    ]


def test_law_87_the_history_names_who_said_which_cards_the_table_had():
    session = played()
    [slot, *_others] = (slot for slot, _ in slots_of(load(session.pk)))
    group_board(
        session=session,
        board=slot.board,
        groups={slot: "b"},
        reason="Hands were changed",
        by=session.director,
        now=NOON,
    )
    found = lines(session, slot, player(session, slot))
    said = "Ruth (director) said which cards the table had (Law 87)"
    assert found[-1] == f"{said}: Hands were changed"
