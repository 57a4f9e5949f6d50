"""Short views of the sessions of a day, for the page of the room, the wall display and the page of the evening."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import ngettext_lazy

from clubscore.database.one_moment import snapshot
from clubscore.database.prepared.queries import PreparedLookup
from clubscore.duplicate.models import (
    ClockChange,
    Place,
    Plan,
    Play,
    Publication,
    PublishedRow,
    RoundStart,
    Session,
)
from clubscore.duplicate.outcomes.outcome_words import score_in_words
from clubscore.duplicate.outcomes.published import (
    figure_of,
    in_lists,
    newest_publications,
    place_of_row,
    players_named,
    rows_of,
)
from clubscore.duplicate.outcomes.results import Results, all_results_of
from clubscore.duplicate.outcomes.sight import Viewer, may_see, moment_of
from clubscore.duplicate.results.publishing.open_boards import (
    boards_left_open,
    left_open_in_words,
)
from clubscore.duplicate.results.publishing.rows import section_of_row
from clubscore.duplicate.results.travellers.context import (
    ListPlace,
    Lists,
    ranked_lists,
)
from clubscore.duplicate.session.clock import RoundClock
from clubscore.duplicate.session.lineup import (
    SectionLines,
    TableLine,
    TableSide,
    entry_name,
    line_up,
)
from clubscore.duplicate.session.loading import load_day
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.members.queries import records_of

ANYBODY = Viewer(None)
_OPEN = {
    ("pair", False): ngettext_lazy(
        "Waits for %(number)s pair: take a place",
        "Waits for %(number)s pairs: take a place",
        "number",
    ),
    ("team", False): ngettext_lazy(
        "Waits for %(number)s team: take a place",
        "Waits for %(number)s teams: take a place",
        "number",
    ),
    ("player", False): ngettext_lazy(
        "Waits for %(number)s player: take a place",
        "Waits for %(number)s players: take a place",
        "number",
    ),
    ("pair", True): ngettext_lazy(
        "%(number)s number open for a late pair",
        "%(number)s numbers open for a late pair",
        "number",
    ),
    ("team", True): ngettext_lazy(
        "%(number)s number open for a late team",
        "%(number)s numbers open for a late team",
        "number",
    ),
    ("player", True): ngettext_lazy(
        "%(number)s number open for a late player",
        "%(number)s numbers open for a late player",
        "number",
    ),
}
"""The sentence about numbers of the plan for which nobody plays yet, by noun and state of play.

The noun is `pair`, `team` or `player`. The state is True while the session is in play, False before play.
"""


@dataclass(frozen=True)
class Glance:
    """A session as it is now, with its ranking lists if everybody may see them."""

    state: SessionState
    lists: Lists = ()
    publication: Publication | None = None
    """The newest publication, whose rows are in `lists`; None if `lists` are computed from the recorded results."""
    open_boards: tuple[int, ...] = ()
    """The numbers of the boards that the publication left open."""

    @property
    def open_boards_in_words(self) -> str:
        """A sentence about the boards that the publication left open; empty if there are none."""
        return left_open_in_words(self.open_boards)

    @property
    def session(self) -> Session:
        """The database row of this session."""
        return self.state.session

    @cached_property
    def open_numbers(self) -> int:
        """The count of the numbers in the plan for which nobody plays now, without withdrawn entries."""
        return sum(len(section.open_numbers) for section in self.state.sections)

    @property
    def open_numbers_in_words(self) -> str:
        """A sentence about the numbers for which nobody plays, such as `Waits for 2 pairs: take a place`.

        During play the sentence invites a late entry instead. The text is empty if there are no such numbers.
        """
        if not self.open_numbers:
            return ""
        words = _OPEN[self.session.noun, self.session.is_in_play]
        return words % {"number": self.open_numbers}

    @cached_property
    def players(self) -> int:
        """The number of members who have a place now."""
        players = 0
        for section in self.state.sections:
            for members in section.players.values():
                players += len(members)
        return players

    @property
    def begun_at(self) -> datetime | None:
        """The time at which the current round began; None before the first round."""
        clock = self.state.clock
        if clock is None:
            return None
        return clock.at

    @property
    def ends_at(self) -> datetime | None:
        """The planned end of the current round.

        None if no round is being played, if its clock stands, or if the next round is drawn.
        """
        clock = self._running
        if clock is None or clock.paused_at:
            return None
        return clock.ends_at

    @property
    def paused_minutes(self) -> int | None:
        """The minutes that are left of the current round while its clock stands; None if it does not stand."""
        clock = self._running
        if clock is None:
            return None
        return clock.minutes_left

    @property
    def _running(self) -> RoundClock | None:
        """The clock of the round that is being played; None if there is none, or if the next round is drawn."""
        if not self.session.is_in_play or self.is_drawn:
            return None
        return self.state.clock

    @property
    def is_drawn(self) -> bool:
        """True if the session is a Swiss in play and its next round is drawn, but has not begun."""
        return (
            self.session.is_swiss
            and self.session.is_in_play
            and self.state.drawn > self.state.round
        )

    @property
    def lines(self) -> list[TableLine]:
        """The tables at which two sides meet: in the next round if it is drawn, else in the current or first round."""
        lines = []
        for section in self._line_up:
            for line in section.tables:
                if line.is_played:
                    lines.append(line)
        return lines

    @property
    def sits_out(self) -> list[TableSide]:
        """The sides that sit out: in the next round if it is drawn, else in the current or first round.

        If there are several sections, the number of a side has the letter of its section, such as `A3`.
        """
        sides = []
        for section in self._line_up:
            for side in section.sits_out:
                if len(self.state.sections) > 1:
                    side = side._replace(number=f"{section.letter}{side.number}")
                sides.append(side)
        return sides

    @cached_property
    def _line_up(self) -> list[SectionLines]:
        """The tables of each section: in the next round if it is drawn, else in the current or first round."""
        round = max(self.state.round, 1)
        if self.is_drawn:
            round = self.state.drawn
        return line_up(self.state, round)


@snapshot()
def sessions_in_the_room(day: date) -> list[Glance]:
    """A Glance of each session of a day, without ranking lists, for the page of the room.

    The oldest session is first, but sessions that are over are last. Four SQL statements are run, or one if there are
    no sessions.
    """
    glances = [Glance(state) for state in load_day(day)]
    return sorted(glances, key=lambda glance: glance.session.is_over)


@snapshot()
def sessions_of(day: date) -> list[Glance]:
    """A Glance of each session of a day, the oldest first, with the ranking lists that everybody may see.

    Published lists stay as they were published, even if results are corrected later. Before a publication, the lists
    are computed from the recorded results, once no board has to be played any more. At most thirteen SQL statements are
    run.
    """
    states = load_day(day)
    over = [state.session.pk for state in states if state.session.is_over]
    published = newest_publications(over)
    rows = _rows_by_publication(published.values())
    left_open = boards_left_open(published.values())
    unpublished = []
    for state in states:
        if state.session.is_begun and state.session.pk not in published:
            unpublished.append(state.session.pk)
    results = all_results_of(unpublished)
    glances = []
    for state in states:
        pk = state.session.pk
        if publication := published.get(pk):
            lists = _published_lists(state, rows[publication.pk])
            open_boards = left_open.get(publication.pk, ())
            glances.append(Glance(state, lists, publication, open_boards))
        else:
            glances.append(Glance(state, _lists_so_far(state, results.get(pk))))
    return glances


def _rows_by_publication(
    publications: Collection[Publication],
) -> dict[int, list[PublishedRow]]:
    """The rows of each publication in the order of its lists, by the id of the publication.

    Runs no SQL statement if there are no publications.
    """
    rows: dict[int, list[PublishedRow]] = {}
    if not publications:
        return rows
    for publication in publications:
        rows[publication.pk] = []
    for row in rows_of(publications):
        rows[row.publication_id].append(row)
    return rows


def _lists_so_far(state: SessionState, results: Results | None) -> Lists:
    """The lists computed from the recorded results; empty if `results` is None or not everybody may see them."""
    if results is None or not may_see(ANYBODY, None, moment_of(state, results)):
        return ()
    return ranked_lists(state, results, None)


def _published_lists(state: SessionState, rows: Sequence[PublishedRow]) -> Lists:
    """The lists of a publication, each with its heading, in the order in which a page shows them."""
    lists = []
    for name, ranked in in_lists(state.session, rows):
        places = [_published_place(state, row) for row in ranked]
        lists.append((name, tuple(places)))
    return tuple(lists)


def _published_place(state: SessionState, row: PublishedRow) -> ListPlace:
    """A published row as a ListPlace, in the words in which a page shows it."""
    rules = state.session.contest_rules
    percent = ""
    if row.percent is not None:
        percent = figure_of(row, rules)
    section, number = section_of_row(state, row), row.entry.number
    return ListPlace(
        place=place_of_row(row),
        number=entry_name(state, section, number),
        names=players_named(row),
        score=score_in_words(Fraction(row.score, 10_000), rules),
        percent=percent,
        boards=row.boards,
        penalties=(),
        is_own=False,
        code=f"{section.letter}{number}",
    )


def mark_of(day: date) -> str:
    """A text that changes when the short view of the sessions of a day has to be shown anew.

    The text changes when a session of the day is opened, gets or loses a member, draws or begins a round or takes it
    back, when the clock of a round is changed, and when a session ends, is cancelled or is taken into the season. It
    does not change with every result while play goes on. After play it changes with every change that is recorded in
    the session.

    In a Swiss everybody sees the ranking once all tables have finished a round. The number of results is then a
    multiple of the number of boards that a table plays in a round. So the text of a Swiss also changes at each such
    multiple.
    """
    return ".".join(map(_mark, _COUNTED.find(day)))


def _counted_on(day: date) -> QuerySet[Session]:
    """The sessions of a day, each with the counts from which `_mark` makes its text.

    `taken` counts the places, `left` the places that members have left, `begun` the starts of rounds, `taken_back` the
    starts that were taken back, `clocked` and `resumed` the changes of the clock and the pauses that are over, `drawn`
    the editions of the plan, and `recorded` the slots that have had a result.
    """
    rows = Session.objects.filter(day=day).annotate(
        taken=_counted(Place.objects.all()),
        left=_counted(Place.objects.exclude(to_round=None)),
        begun=_counted(RoundStart.objects.all()),
        taken_back=_counted(RoundStart.objects.exclude(taken_back_at=None)),
        clocked=_counted(ClockChange.objects.all(), by="start__session"),
        resumed=_counted(ClockChange.objects.exclude(until=None), by="start__session"),
        drawn=_counted(Plan.objects.all(), by="section__session"),
        recorded=_counted(Play.objects.filter(version=1)),
    )
    return rows.order_by("pk").defer("rules")


def _mark(session: Any) -> str:
    """The text about one session that `mark_of` joins with the texts about the other sessions of the day.

    The session must have the counts that `_counted_on` adds.
    """
    counted = (
        f"{session.pk}-{session.taken}-{session.left}-{session.begun}-{session.drawn}"
    )
    if session.is_friendly:
        counted += "-friendly"
    clock = session.taken_back, session.clocked, session.resumed
    if any(clock):
        counted += "-" + "-".join(str(count or 0) for count in clock)
    if session.is_cancelled:
        return f"{counted}-x"
    if session.is_over:
        return f"{counted}-{session.revision}"
    if not session.is_swiss:
        return f"{counted}--"
    done = (session.recorded or 0) // session.boards_a_round
    return f"{counted}-{done}-"


def _counted(
    rows: QuerySet[Any],
    by: str = "session",
) -> Subquery:
    """A database expression: the number of `rows` that belong to the session of the outer query.

    `by` is the path from a row to its session.
    """
    mine = rows.filter(**{by: OuterRef("pk")}).order_by().values(by)
    return Subquery(mine.annotate(count=Count("pk")).values("count"))


_COUNTED: PreparedLookup[Session] = PreparedLookup(
    _counted_on, Session._meta.get_field("day")
)


def own_sessions(member: Member) -> QuerySet[Session]:
    """The sessions in play in which the person behind a member record has a place.

    A place that the person has left counts until the round after their last round there has begun.
    """
    begun = RoundStart.objects.in_force().filter(
        session=OuterRef("session"), round__gt=OuterRef("to_round")
    )
    held = Q(to_round=None) | Q(Place.PROVES_TWO_PEOPLE) & ~Exists(begun)
    places = Place.objects.filter(held, member__in=records_of(member))
    return (
        Session.objects.in_play().filter(pk__in=places.values("session")).order_by("pk")
    )


def begun_between(first: date, last: date) -> QuerySet[Session]:
    """The sessions of the days from `first` to `last` that have begun and were not cancelled."""
    return (
        Session.objects.current()
        .exclude(started_at=None)
        .filter(day__gte=first, day__lte=last)
    )
