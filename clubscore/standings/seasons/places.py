"""The places of members in the course of a season: the line of each one's places, and the places moved in a week.

They are worked out from the books and the ratings, and remembered until something is booked or rated.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from clubscore.ledger.balances import RememberedAnswers
from clubscore.ledger.models import Season
from clubscore.members.queries import canonical_ids
from clubscore.standings.queries import postings_of
from clubscore.standings.ranking.ranks import (
    Figures,
    Least,
    Order,
    Skill,
    ranks_among,
)
from clubscore.standings.ranking.totals import (
    DailyTotal,
    SeasonTotal,
    daily_totals_of,
)
from clubscore.standings.rating.queries import (
    SkillStep,
    ratings_state,
    skill_steps_in,
    skills_at,
)

MOST = 8  # places of a line

Ranks = dict[int, int | None]
"""The rank of each member, by the member's id; None for a member who was not ranked."""


@dataclass(frozen=True, slots=True)
class PlacesCourse:
    """The ranks on some earlier evenings of a season, oldest first, and a week ago.

    `lowest` is the number of members in the table.
    """

    earlier: Sequence[Ranks]
    a_week_ago: Ranks
    lowest: int

    def line_of(self, member_id: int, rank: int | None) -> list[int]:
        """The member's ranks on the evenings on which the member was ranked, oldest first, then the `rank` of now.

        It is empty for a member who is not ranked now.
        """
        if rank is None:
            return []
        ranks = [on_evening.get(member_id) for on_evening in self.earlier]
        return [*(before for before in ranks if before is not None), rank]

    def moved(self, member_id: int, rank: int | None) -> int:
        """The number of places by which the member has risen within a week to `rank`; less than 0 for a fall.

        0 for a member who was not ranked a week ago, or is not ranked now.
        """
        before = self.a_week_ago.get(member_id)
        if before is None or rank is None:
            return 0
        return before - rank


def places_course(
    season: Season,
    game: str,
    *,
    by: Order,
    least: Least,
    best: int | None,
    listed: frozenset[int],
    a_week_ago: date | None,
) -> PlacesCourse:
    """The course of the places in a season, among the members whom the season's table lists.

    `listed` are the ids of these members. A merged record among them has its own line, as in a table that was published
    before the merge. Without `a_week_ago` the course has no ranks of a week ago.
    """
    merged = []
    for record, person in canonical_ids().items():
        if record not in listed:
            merged.append((record, person))
    ratings = ratings_state() if by == Order.RATING else None
    return _COURSES.of(
        season, game, by, least, best, listed, a_week_ago, tuple(merged), ratings
    )


def _course(
    season: Season,
    game: str,
    by: Order,
    least: Least,
    best: int | None,
    listed: frozenset[int],
    a_week_ago: date | None,
    merged: Sequence[tuple[int, int]],
    ratings: Hashable,
) -> PlacesCourse:
    """Work out the course. `ratings` is the state of the ratings, if the members are ranked by them; else None."""
    totals = daily_totals_of(postings_of(season, game), dict(merged), best=best)
    running = _RunningFigures(totals)
    if ratings is not None:
        running.add_skills(skill_steps_in(season, game), skills_at(game))
    days = sorted({row.day for row in totals})
    earlier = _spread(days)[:-1]
    asked = {*earlier, a_week_ago} if a_week_ago else {*earlier}
    ranks_on: dict[date, Ranks] = {}
    for day in sorted(asked):
        ranks_on[day] = ranks_among(running.until(day, listed), by=by, least=least)
    before = ranks_on[a_week_ago] if a_week_ago else {}
    return PlacesCourse([ranks_on[day] for day in earlier], before, len(listed))


def _spread(days: Sequence[date]) -> list[date]:
    """At most MOST of these days, at equal distances, with the last day among them."""
    steps = -(-len(days) // MOST) or 1
    return list(days[::-1][::steps][::-1])


class _RunningFigures:
    """The figures of each person up to an evening, which moves on."""

    def __init__(self, totals: Iterable[DailyTotal]) -> None:
        """`totals` are in the order of the days."""
        self._to_come = list(reversed(list(totals)))
        self._totals: dict[int, SeasonTotal] = {}
        self._steps: list[SkillStep] = []
        self._skills: dict[int, Skill] = {}
        self._newest: dict[int, int] = {}

    def add_skills(self, steps: list[SkillStep], now: dict[int, Skill]) -> None:
        """Count the ratings too. A person without a step in the season has had the rating of `now` all along."""
        stepped = {step.person for step in steps}
        for person, skill in now.items():
            if person not in stepped:
                self._skills[person] = skill
        self._steps = sorted(steps, key=lambda step: step.day, reverse=True)

    def until(self, day: date, listed: frozenset[int]) -> list[Figures]:
        """The figures of the listed persons up to this day, which is not before the day of the last call."""
        while self._to_come and self._to_come[-1].day <= day:
            row = self._to_come.pop()
            total = self._totals.setdefault(row.person, SeasonTotal())
            total.add(row.rubbers, row.won, 0, row.net, None, None)
        while self._steps and self._steps[-1].day <= day:
            self._take(self._steps.pop())
        figures = []
        for pk, total in self._totals.items():
            if pk in listed:
                skill = self._skills.get(pk)
                sums = (total.rubbers, total.won, 0, total.net)
                figures.append(Figures(pk, "", False, *sums, skill=skill))
        return figures

    def _take(self, step: SkillStep) -> None:
        """Take the step into account, unless a later booking of an earlier evening has been."""
        if step.transaction_id > self._newest.get(step.person, 0):
            self._newest[step.person] = step.transaction_id
            self._skills[step.person] = step.skill


_COURSES = RememberedAnswers(_course, most=8)  # games, and orders
