"""Nobody decides alone in a rubber that they have played: motions, rulings, reopenings, signatures for others."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q

from clubscore.rubbers.models import (
    Motion,
    NetAgreement,
    NotThere,
    Proposal,
    Reopening,
    Rubber,
)
from scoring import Seat, Side
from tests.rubbers.stateful import oracle
from tests.rubbers.stateful.snapshot import Snapshot, place_of

MAJORITY = 3


def each_motion_has_its_consents(before: Snapshot, after: Snapshot) -> None:
    """Assert that each motion that was carried between the two snapshots had its consents.

    Later the two records of a player may be separated, and one of them is not in a seat.
    """
    carried = _carried(after) - _carried(before)
    for motion in Motion.objects.filter(pk__in=carried).select_related("rubber"):
        _has_its_consents(motion)


def _carried(taken: Snapshot) -> set[int]:
    place = place_of(Motion, "state")
    return {pk for pk, row in taken[Motion].items() if row[place] == "carried"}


def each_rubber_was_ended_by_a_motion() -> None:
    """Assert that each rubber that was ended early has no deal, or was ended by consent or by an arbiter."""
    for rubber in Rubber.objects.filter(ending_reason="Rain"):
        decided = Q(state="carried") | Q(is_ruled_yes=True)
        ended = rubber.motions.filter(decided, kind__in=["end", "void"])
        assert ended.exists() or not oracle.standing(rubber), rubber


def _has_its_consents(motion: Motion) -> None:
    """Assert that the consents are one of each side, a majority for another dealer or
    other seats, and all four to void or restore."""
    seats = {
        oracle.person(row.member_id): Seat(row.seat)
        for row in motion.rubber.seats.all()
    }
    said_yes = motion.answers.filter(is_yes=True).values_list("member_id", flat=True)
    agreed = {seats[oracle.person(pk)] for pk in said_yes}
    if motion.kind in {"void", "restore"}:
        assert agreed == set(Seat), motion
    elif motion.kind in {"dealer", "seats"}:
        assert len(agreed) >= MAJORITY, motion
    else:
        assert {seat.side for seat in agreed} == set(Side), motion


def nobody_ruled_in_their_own_rubber() -> None:
    """Assert that whoever decided alone in a rubber had not played in it."""
    for what, rubber, decider, moment in _decided_alone():
        assert oracle.person(decider) not in _players_until(rubber, moment), what


def _decided_alone() -> Iterator[tuple[object, Rubber, int, datetime]]:
    """Yield each decision of one member, its rubber, the member's id and the time."""
    motions = Motion.objects.filter(state="ruled").select_related("rubber")
    proposals = Proposal.objects.filter(state="ruled").select_related("rubber")
    for row in (*motions, *proposals):
        assert row.closed_by_id and row.closed_at
        yield row, row.rubber, row.closed_by_id, row.closed_at
    for opened in Reopening.objects.filter(motion=None).select_related("rubber"):
        yield opened, opened.rubber, opened.member_id, opened.at
    instead = NetAgreement.objects.exclude(given_by=None).select_related("rubber")
    for signature in instead:
        yield signature, signature.rubber, signature.given_by_id, signature.at
    for report in NotThere.objects.exclude(ruling="").select_related("rubber"):
        yield report, report.rubber, report.closed_by_id, report.closed_at


def _players_until(rubber: Rubber, moment: datetime) -> set[int]:
    """The persons who had a seat in the rubber at this moment or before."""
    records = rubber.seats.filter(since__lte=moment)
    return {oracle.person(pk) for pk in records.values_list("member_id", flat=True)}
