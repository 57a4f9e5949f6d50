"""Asking and answering motions in tests, and the arbiters who decide alone."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import Group

from clubscore.members.duties import Duty
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.services import agree_net
from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.motions import services
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, Side
from tests.factories import NOON, member

LATER = NOON + timedelta(hours=1)


def ask(
    rubber: Rubber,
    seat: Seat = Seat.NORTH,
    *,
    kind: Motion.Kind = Motion.Kind.END,
    by: Member | None = None,
    reason: str = "Ben had to leave",
    now: datetime = LATER,
) -> Motion:
    """Ask to end the rubber, or what `kind` says, as the player in the seat or as `by`. Returns the motion."""
    rubber.refresh_from_db()
    return services.move(
        state=load(rubber.pk),
        kind=kind,
        reason=reason,
        seen_revision=rubber.revision,
        by=by or rubber.players[seat],
        now=now,
    )


def answer(
    rubber: Rubber, motion: Motion, seat: Seat, *, is_yes: bool = True, **how: Any
) -> None:
    """Answer a motion as the player in the seat."""
    services.answer(
        state=load(rubber.pk),
        motion=motion,
        is_yes=is_yes,
        by=load(rubber.pk).players[seat],
        now=LATER,
        **how,
    )
    rubber.refresh_from_db()
    motion.refresh_from_db()


def totals(rubber: Rubber) -> tuple[int, int]:
    """The points of North–South and of East–West in the whole rubber."""
    sheet = load(rubber.pk).sheet
    return sheet.totals[Side.NS].total, sheet.totals[Side.EW].total


def sign_net(rubber: Rubber, *seats: Seat) -> None:
    """The players in these seats agree to the net score, one after the other."""
    for seat in seats:
        state = load(rubber.pk)
        agree_net(
            state=state,
            newest=state.newest,
            by=state.players[seat],
            now=LATER + timedelta(minutes=5),
        )
    rubber.refresh_from_db()


def named(name: str, *, role: Role = Role.PLAYER, duty: Duty | None = None) -> Member:
    """A member with this role and this duty."""
    somebody = member(name)
    give_role(member=somebody, role=role)
    if duty:
        somebody.groups.add(Group.objects.get(name=duty.value))
    return Member.objects.get(pk=somebody.pk)


def arbiter() -> Member:
    """Otto, an arbiter of the club who plays in no rubber."""
    return named("Otto", duty=Duty.ARBITER)
