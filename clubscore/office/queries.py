"""Reads for the secretary's desk, the page of tasks that wait, in a fixed number of queries."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, IntegerField, Prefetch, Q, Sum, Value, When
from django.utils import timezone
from django.utils.translation import ngettext_lazy

from clubscore.calendar import evening_of
from clubscore.duplicate.approval.queries import late_changes_waiting
from clubscore.duplicate.models import LateChange, RoundStart, Session
from clubscore.duplicate.results.season.queries import waiting_for_the_season
from clubscore.ledger.models import Season, Transaction
from clubscore.members.models import Invitation, Member
from clubscore.office.audit import AuditFilter, entries_of, newest_keys
from clubscore.office.audit_entry import AuditEntry
from clubscore.office.club_settings import kept_settings
from clubscore.rubbers.attention.waiting import Waiting, waiting
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.tables.models import Table
from clubscore.tables.turns import FOUR

SHOWN_AT_MOST = 8
LATELY = 6
_WAITING = {
    "disputes": ngettext_lazy(
        "%(number)s disputed deal",
        "%(number)s disputed deals",
        "number",
    ),
    "books": ngettext_lazy(
        "%(number)s deal waits in the book of one side",
        "%(number)s deals wait in the book of one side",
        "number",
    ),
    "unagreed": ngettext_lazy(
        "%(number)s rubber is over and not agreed",
        "%(number)s rubbers are over and not agreed",
        "number",
    ),
    "absences": ngettext_lazy(
        "%(number)s player says: I am not there",
        "%(number)s players say: I am not there",
        "number",
    ),
    "motions": ngettext_lazy(
        "%(number)s question about a whole rubber",
        "%(number)s questions about whole rubbers",
        "number",
    ),
    "substitutions": ngettext_lazy(
        "%(number)s substitute is asked for",
        "%(number)s substitutes are asked for",
        "number",
    ),
}
"""The sentence about each kind of thing that waits at tables of rubbers, for one and for several."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A member who has not joined. `invitation` is the member's unused invitation; None without one."""

    member: Member
    invitation: Invitation | None
    is_open: bool


@dataclass(frozen=True, slots=True)
class OpenSeason:
    """A season that is not closed, and the number of rubbers that are booked in it."""

    season: Season
    rubbers: int
    has_begun: bool


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """The progress in setting up a club that has not played yet: the steps, and which of them are done."""

    name: str
    clock: str
    has_rules: bool
    people: int
    has_invited: bool
    has_table: bool

    @property
    def is_named(self) -> bool:
        return self.name != "Clubscore"

    @property
    def has_members(self) -> bool:
        """True if at least four members and guests are on the list, enough to play."""
        return self.people >= FOUR

    @property
    def done(self) -> int:
        return sum(
            [
                self.is_named,
                self.has_rules,
                self.has_members,
                self.has_invited,
                self.has_table,
            ]
        )


@dataclass(frozen=True, slots=True)
class OfficeDesk:
    first_steps: FirstSteps | None
    """The steps of setting up the club; None after a rubber or a round of duplicate has begun."""
    waiting: Waiting
    today: list[Session]
    """The sessions of today, the oldest first."""
    sessions: list[Session]
    """Sessions of earlier evenings that nobody has ended."""
    friendly: list[Session]
    """Friendly sessions that are over: an organiser may take them into the season."""
    approvals: list[LateChange]
    """Changes proposed after the correction period that wait for an organiser's approval."""
    members: int
    guests: int
    not_joined: int
    newcomers: list[Newcomer]
    seasons: list[OpenSeason]
    lately: list[AuditEntry]

    @property
    def needs(self) -> int:
        """The number of lines of what needs the secretary."""
        sessions = len(self.sessions) + len(self.friendly)
        return sessions + len(self.approvals) + len(self.waiting_in_words)

    @property
    def waiting_in_words(self) -> list[str]:
        """Sentences that say what waits at tables of rubbers, one for each kind."""
        words = []
        for kind, sentence in _WAITING.items():
            number = getattr(self.waiting, kind)
            if number:
                words.append(sentence % {"number": number})
        return words

    @property
    def more_newcomers(self) -> int:
        return self.not_joined - len(self.newcomers)


def desk_at(now: datetime) -> OfficeDesk:
    present = Member.objects.present()
    first_steps = None
    if not Rubber.objects.exists() and not RoundStart.objects.exists():
        first_steps = _first_steps(present.count())
    return OfficeDesk(
        first_steps=first_steps,
        waiting=waiting(now),
        today=list(
            Session.objects.current()
            .filter(day=evening_of(now))
            .select_related("director")
            .order_by("pk")[:SHOWN_AT_MOST]
        ),
        sessions=list(
            Session.objects.open()
            .filter(day__lt=evening_of(now))
            .order_by("pk")[:SHOWN_AT_MOST]
        ),
        friendly=list(waiting_for_the_season()[:SHOWN_AT_MOST]),
        approvals=list(late_changes_waiting()[:SHOWN_AT_MOST]),
        members=present.filter(is_guest=False).count(),
        guests=present.filter(is_guest=True).count(),
        not_joined=Member.objects.not_joined().count(),
        newcomers=_newcomers(now),
        seasons=_seasons(now),
        lately=entries_of(
            newest_keys(AuditFilter(until=timezone.localdate(now)), count=LATELY)
        ),
    )


def _first_steps(people: int) -> FirstSteps:
    kept = kept_settings()
    return FirstSteps(
        name=kept["CLUB_NAME"],
        clock=kept["TIME_ZONE"],
        has_rules=HouseRules.objects.exists(),
        people=people,
        has_invited=Invitation.objects.exists(),
        has_table=Table.objects.exists() or Session.objects.open().exists(),
    )


def _newcomers(now: datetime) -> list[Newcomer]:
    unused = Invitation.objects.filter(used_at=None, revoked_at=None)
    found = Member.objects.not_joined().order_by("name", "pk")[:SHOWN_AT_MOST]
    return [
        Newcomer(member, invitation, bool(invitation and invitation.is_open(now)))
        for member in found.prefetch_related(
            Prefetch("invitations", unused, to_attr="unused")
        )
        for invitation in [next(iter(member.unused), None)]
    ]


def _seasons(now: datetime) -> list[OpenSeason]:
    """The open seasons, oldest first, with the numbers of their rubbers. A reversed rubber does not count."""
    one = Case(
        When(transactions__reverses=None, then=Value(1)),
        default=Value(-1),
        output_field=IntegerField(),
    )
    of_rubbers = Q(transactions__source=Transaction.Source.RUBBER)
    found = (
        Season.objects.open()
        .annotate(rubbers=Sum(one, filter=of_rubbers, default=0))
        .order_by("begins_on")
    )
    return [
        OpenSeason(season, season.rubbers, season.begins_on <= timezone.localdate(now))
        for season in found
    ]
