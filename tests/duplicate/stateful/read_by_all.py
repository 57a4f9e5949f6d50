"""Each decision is read by those whom it concerns: why it was made, and by whom."""

from collections.abc import Iterator
from typing import NamedTuple

from django.test import Client
from django.urls import reverse

from clubscore.duplicate.models import (
    Appeal,
    BoardGroup,
    Correction,
    LateChange,
    Penalty,
    PenaltyLift,
    Place,
    Ruling,
    Session,
)
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from tests.duplicate.stateful import concerned


class Reading(NamedTuple):
    """A decision that certain persons must be able to read at an address."""

    reason: str
    decider: Member
    address: str
    readers: set[int]


def each_decision_is_read_by_those_it_concerns(session: Session) -> None:
    """Assert that each reader finds each reason and each decider. Called at the end of a sequence, if play is over."""
    if session.ended_at is None:
        return
    readings = (*_on_boards(session), *_on_lists(session), *_late(session))
    pages: dict[tuple[int, str], str] = {}
    for place, reading in enumerate(readings):
        # The readers of a page see the same: one of them stands for all, another one for each decision.
        readers = sorted(reading.readers)
        page = (readers[place % len(readers)], reading.address)
        if page not in pages:
            pages[page] = _read(*page)
        name = reading.decider.name
        assert reading.reason in pages[page], f"{page} lacks {reading.reason}"
        assert name in pages[page], f"{page} lacks {name}: {reading.reason}"


def _read(reader: int, address: str) -> str:
    """The page at an address, as a member reads it. Asserts that the member may read it."""
    phone = Client()
    phone.force_login(Member.objects.get(pk=reader))
    answer = phone.get(address)
    assert answer.status_code == 200, f"{reader} cannot open {address}"
    return answer.content.decode()


def _on_boards(session: Session) -> Iterator[Reading]:
    """Yield the rulings, groups, corrections and appeals, in the history of their boards."""
    kinds = (_rulings, _groups, _corrections, _appeals)
    for slot, reason, decider in (row for kind in kinds for row in kind(session)):
        page = reverse("duplicate:slot-history", args=[session.pk, slot])
        yield Reading(reason, decider, page, concerned.at_slot(session, slot))


OnBoard = Iterator[tuple[Slot, str, Member]]


def _rulings(session: Session) -> OnBoard:
    for row in Ruling.objects.filter(session=session).select_related("section"):
        yield row.slot, row.text, row.ruled_by
        if row.approved_by:
            yield row.slot, row.text, row.approved_by


def _groups(session: Session) -> OnBoard:
    for row in BoardGroup.objects.filter(session=session).select_related("section"):
        yield row.slot, row.reason, row.grouped_by


def _corrections(session: Session) -> OnBoard:
    decided = Correction.objects.filter(decision__in=["corrected", "declined"])
    for row in decided.filter(session=session):
        assert row.decided_by
        yield row.play.slot, row.decided_for or row.why, row.decided_by
        if row.second_by:
            yield row.play.slot, row.second_for, row.second_by


def _appeals(session: Session) -> OnBoard:
    for row in Appeal.objects.filter(session=session).exclude(heard_as=""):
        assert row.decided_by
        yield row.ruling.slot, row.decided_for, row.decided_by


def _on_lists(session: Session) -> Iterator[Reading]:
    """Yield the penalties and those that were given back, in the ranking."""
    ranking = reverse("duplicate:ranking", args=[session.pk])
    for penalty in Penalty.objects.filter(session=session):
        readers = concerned.of_entry(penalty.entry)
        yield Reading(penalty.reason, penalty.given_by, ranking, readers)
    for lift in PenaltyLift.objects.filter(penalty__session=session):
        readers = concerned.of_entry(lift.penalty.entry)
        yield Reading(lift.reason, lift.lifted_by, ranking, readers)


def _late(session: Session) -> Iterator[Reading]:
    """Yield the late changes, in their list, which every player of the session reads."""
    page = reverse("duplicate:late-changes", args=[session.pk])
    places = Place.objects.filter(session=session).select_related("member")
    players = {place.member.person_id for place in places}
    for late in LateChange.objects.filter(session=session):
        yield Reading(late.why, late.proposed_by, page, players)
        if late.decided_by:
            yield Reading(late.decided_for, late.decided_by, page, players)
