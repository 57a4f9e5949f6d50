"""Sessions in which the director entered many results that no player confirmed (Laws 79A and 81)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Set
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from clubscore.duplicate.models import Place, Play, PlaySignature, Session
from clubscore.duplicate.session.directed import all_directors_of
from clubscore.members.models import Member
from clubscore.web.templatetags.sentences import all_of

MANY = 10
"""One in so many results is many: a session with more results of the director alone is listed."""


class Entered(NamedTuple):
    """The results of a session that one member entered, and how many of them no player has agreed to."""

    person: int
    name: str
    recorded: int
    alone: int


@dataclass(frozen=True, slots=True)
class EnteredAlone:
    """A session, and the number of its results that those who direct it entered without a player's agreement."""

    session: Session
    entered: tuple[Entered, ...]
    directors: Set[int]
    """The ids of the persons who direct the session or in fact have directed it."""

    @property
    def recorded(self) -> int:
        """The number of all results."""
        return sum(each.recorded for each in self.entered)

    @property
    def alone(self) -> int:
        """The number of results to which no player has agreed."""
        return sum(each.alone for each in self.entered)

    @property
    def are_many(self) -> bool:
        """True if these results are more than a tenth of all."""
        return self.alone * MANY > self.recorded

    @property
    def names(self) -> str:
        """The names of those who entered these results: `Ruth`, `Ruth and Otto`."""
        return all_of(each.name for each in self.entered if each.alone)

    def is_of(self, member: Member) -> bool:
        """True for a member who directs or has directed the session, or who entered such results."""
        alone = {each.person for each in self.entered if each.alone}
        return member.person_id in self.directors | alone


def entered_alone(sessions: Collection[Session]) -> list[EnteredAlone]:
    """Count the results of each of these sessions to which no player has agreed, in the order of the sessions.

    The directors of the sessions must be loaded. Two SQL statements are run, and none without sessions.
    """
    if not sessions:
        return []
    pks = [session.pk for session in sessions]
    entered: defaultdict[int, list[Entered]] = defaultdict(list)
    for session_id, person, name, recorded, alone in _entered_in(pks):
        entered[session_id].append(Entered(person, name, recorded, alone))
    directors = all_directors_of(sessions)
    counted = []
    for session in sessions:
        of_session = tuple(entered[session.pk])
        counted.append(EnteredAlone(session, of_session, directors[session.pk]))
    return counted


def _entered_in(pks: Iterable[int]) -> QuerySet[Play, tuple[int, int, str, int, int]]:
    """The results that count in these sessions, counted by session and by who entered them.

    The columns are session, id of the person, name, results, and results to which no player has agreed.
    """
    later = Play.objects.filter(
        section=OuterRef("section"),
        round=OuterRef("round"),
        table=OuterRef("table"),
        board=OuterRef("board"),
        version__gt=OuterRef("version"),
    )
    plays_it = Q()
    for hand in ("north", "south", "east", "west"):
        plays_it |= Q(entry__number=OuterRef(f"play__{hand}"))
    # A director who has checked a result has signed it, too.
    signer_plays = Place.objects.filter(
        plays_it, member=OuterRef("member"), entry__section=OuterRef("play__section")
    )
    agreed = PlaySignature.objects.filter(
        Exists(signer_plays), play=OuterRef("pk"), taken_back_at=None
    )
    counting = Play.objects.filter(~Exists(later), session__in=pks, is_struck=False)
    rows = counting.annotate(is_alone=~Exists(agreed)).order_by()
    person = Coalesce("recorded_by__merged_into", "recorded_by")
    by_member = rows.annotate(person=person).values_list(
        "session", "person", "recorded_by__name"
    )
    counts = by_member.annotate(
        recorded=Count("pk"), alone=Count("pk", filter=Q(is_alone=True))
    )
    return counts.order_by("session", "recorded_by__name", "person")
