"""The secretary's desk, in a fixed number of queries."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, IntegerField, Prefetch, Q, Sum, Value, When
from django.utils import timezone

from clubscore.ledger.models import Season, Transaction
from clubscore.members.models import Invitation, Member
from clubscore.office.audit import AuditFilter, entries_of, newest_keys
from clubscore.office.audit_entry import Entry
from clubscore.rubbers.attention.waiting import Waiting, waiting

SHOWN_AT_MOST = 8
LATELY = 6


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A member who has not joined, with the invitation that was not used."""

    member: Member
    invitation: Invitation | None
    is_open: bool


@dataclass(frozen=True, slots=True)
class OpenSeason:
    """A season that is not closed, and how many rubbers are booked in it."""

    season: Season
    rubbers: int
    has_begun: bool


@dataclass(frozen=True, slots=True)
class Desk:
    waiting: Waiting
    members: int
    guests: int
    not_joined: int
    newcomers: list[Newcomer]
    seasons: list[OpenSeason]
    lately: list[Entry]

    @property
    def is_new(self) -> bool:
        """Too few are on the list to play: the club is being set up."""
        return self.members + self.guests < 4

    @property
    def more_newcomers(self) -> int:
        return self.not_joined - len(self.newcomers)


def desk_at(now: datetime) -> Desk:
    present = Member.objects.present()
    return Desk(
        waiting=waiting(),
        members=present.filter(is_guest=False).count(),
        guests=present.filter(is_guest=True).count(),
        not_joined=Member.objects.not_joined().count(),
        newcomers=_newcomers(now),
        seasons=_seasons(now),
        lately=entries_of(newest_keys(AuditFilter(until=timezone.localdate(now)), count=LATELY)),
    )


def _newcomers(now: datetime) -> list[Newcomer]:
    unused = Invitation.objects.filter(used_at=None, revoked_at=None)
    found = Member.objects.not_joined().order_by("name", "pk")[:SHOWN_AT_MOST]
    return [
        Newcomer(member, invitation, bool(invitation and invitation.is_open(now)))
        for member in found.prefetch_related(Prefetch("invitations", unused, to_attr="unused"))
        for invitation in [next(iter(member.unused), None)]
    ]


def _seasons(now: datetime) -> list[OpenSeason]:
    """Open seasons with their rubbers; a rubber that was reversed does not count."""
    one = Case(When(transactions__reverses=None, then=Value(1)), default=Value(-1), output_field=IntegerField())
    of_rubbers = Q(transactions__source=Transaction.Source.RUBBER)
    found = Season.objects.open().annotate(rubbers=Sum(one, filter=of_rubbers, default=0)).order_by("begins_on")
    return [OpenSeason(season, season.rubbers, season.begins_on <= timezone.localdate(now)) for season in found]
