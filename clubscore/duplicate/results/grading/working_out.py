"""Handicaps and strata worked out from the results of the season so far. Nothing is written."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Final

from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.results.grading.grades import Grade
from clubscore.duplicate.results.publishing.queries import (
    newest_of_days,
    percentages_in,
    season_of,
    won_in,
)
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.ledger.models import Season
from clubscore.members.queries import canonical_ids
from scoring.contest.handicap import handicaps
from scoring.contest.strata import stratum_of

MEAN: Final = "mean"
NONE: Final = "none"
KEEP: Final = "keep"
THIRDS: Final = "thirds"
LIMITS: Final = "limits"


@dataclass(frozen=True, slots=True)
class Method:
    """The method by which grades are worked out.

    `share` is the share of the difference from the mean of all, in per cent. `least` is the number of sessions that
    each player of an entry must have in the season. `fewer` says what other entries get: `none` for no handicap, or
    `mean` for that of an entry with the mean of all, which is 0. `strata` is `thirds`, `limits`, or `keep`.
    `limit_b` and `limit_c` are the masterpoints from which a player is too good for the stratum.
    """

    share: int = 100
    least: int = 3
    fewer: str = NONE
    strata: str = KEEP
    limit_b: Decimal | None = None
    limit_c: Decimal | None = None


def worked_out(
    state: SessionState, method: Method, present: Mapping[Numbered, Grade]
) -> dict[Numbered, Grade]:
    """The grade of each entry by a method. `present` are the grades that stand.

    The mean of an entry is the mean of its players' means in the season of the session, without the session itself.
    """
    means = entry_means(state, method.least)
    numbered = {entry: index for index, entry in enumerate(means)}
    by_index = {numbered[entry]: mean for entry, mean in means.items()}
    points = handicaps(by_index, Fraction(method.share, 100))
    strata = _strata(state, method, means)
    grades = {}
    for entry, grade in present.items():
        handicap = None
        if entry in numbered:
            handicap = points[numbered[entry]]
        elif method.fewer == MEAN and means:
            handicap = Fraction(0)
        stratum = grade.stratum
        if method.strata != KEEP:
            stratum = strata.get(entry, "")
        grades[entry] = Grade(handicap, stratum)
    return grades


def _strata(
    state: SessionState, method: Method, means: Mapping[Numbered, Fraction]
) -> Mapping[Numbered, str]:
    """The stratum of each entry by a method; empty if the strata stay as they are."""
    if method.strata == THIRDS:
        return _thirds(means)
    if method.strata == LIMITS:
        return _by_limits(state, method)
    return {}


def entry_means(state: SessionState, least: int) -> dict[Numbered, Fraction]:
    """The mean percentage of each entry whose players all have at least `least` sessions in the season."""
    played = _percentages_of_season(state.session)
    means = {}
    for section in state.sections:
        for number in sorted(section.entries):
            of_players = _means_of_players(section, number, played, max(least, 1))
            if of_players:
                mean = sum(of_players, Fraction(0)) / len(of_players)
                means[section.letter, number] = mean
    return means


def _means_of_players(
    section: SectionState,
    number: int,
    played: Mapping[int, Sequence[int]],
    least: int,
) -> list[Fraction]:
    """The mean percentage of each player of an entry; empty if a player has fewer than `least` sessions."""
    means = []
    for member in section.players.get(number, ()):
        percents = played.get(member.person_id, ())
        if len(percents) < least:
            return []
        means.append(Fraction(sum(percents), 10_000 * len(percents)))
    return means


def _by_limits(state: SessionState, method: Method) -> dict[Numbered, str]:
    """The stratum of each entry by the masterpoints of its best player, won in the club's other sessions."""
    limits = {}
    for letter, limit in (("B", method.limit_b), ("C", method.limit_c)):
        if limit is not None:
            limits[letter] = Fraction(limit)
    held = _masterpoints_held(state.session)
    strata = {}
    for section in state.sections:
        for number, players in section.players.items():
            holdings = [held.get(member.person_id, 0) for member in players]
            in_points = [Fraction(hundredths, 100) for hundredths in holdings]
            stratum = stratum_of(in_points, limits, by_mean=False)
            strata[section.letter, number] = stratum
    return strata


def _masterpoints_held(session: Session) -> Mapping[int, int]:
    """The masterpoints that each person has won in the club's other sessions, in hundredths, by the id of the person.

    If a person has two results in one session, the higher number counts.
    """
    publications = _others(session, date.min, None)
    if not publications:
        return {}
    people = canonical_ids()
    held: dict[int, dict[int, int]] = defaultdict(dict)
    for won in won_in(publications):
        own = held[people.get(won.member, won.member)]
        points = won.masterpoints or 0
        own[won.publication] = max(points, own.get(won.publication, 0))
    return {person: sum(own.values()) for person, own in held.items()}


def _others(session: Session, first: date, until: date | None) -> list[int]:
    """The ids of the newest publications of the other sessions of some days; friendly sessions are left out."""
    publications = []
    for publication in newest_of_days(first, until):
        is_other = publication.session_id != session.pk
        if is_other and not publication.session.is_friendly:
            publications.append(publication.pk)
    return publications


def _percentages_of_season(session: Session) -> Mapping[int, Sequence[int]]:
    """The percentages of each person in the other sessions of the session's season, by the id of the person.

    They are in ten-thousandths of a per cent. Friendly sessions and sessions without percentages do not count.
    """
    publications = _others(session, *_days_of(season_of(session)))
    if not publications:
        return {}
    people = canonical_ids()
    played: dict[int, dict[int, int]] = defaultdict(dict)
    for member, publication_id, percent in percentages_in(publications):
        if percent is not None:
            own = played[people.get(member, member)]
            own[publication_id] = max(percent, own.get(publication_id, percent))
    return {person: list(own.values()) for person, own in played.items()}


def _days_of(season: Season | None) -> tuple[date, date | None]:
    """The first day of a season and the first day of the next; all days if there is no season.

    The first season of the club also has the days before it.
    """
    if season is None:
        return date.min, None
    first = date.min
    if Season.objects.filter(begins_on__lt=season.begins_on).exists():
        first = season.begins_on
    later = Season.objects.filter(begins_on__gt=season.begins_on)
    return first, later.order_by("begins_on").values_list(
        "begins_on", flat=True
    ).first()


def _thirds(means: Mapping[Numbered, Fraction]) -> dict[Numbered, str]:
    """The stratum of each entry by its mean: A for the best third, B for the second, C for the last.

    If the entries cannot be divided by three, the higher strata have one more. Entries with the same mean are in one
    stratum, the higher.
    """
    in_order = sorted(means.values(), reverse=True)
    size = -(-len(in_order) // 3)
    strata = {}
    for entry, mean in means.items():
        strata[entry] = "ABC"[in_order.index(mean) // size]
    return strata
