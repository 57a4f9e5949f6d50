"""The rows of a publication: every list as it is now, with the members who played."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction

from clubscore.duplicate.models import (
    Publication,
    PublishedPlayer,
    PublishedRow,
    Session,
)
from clubscore.duplicate.outcomes.outcome_words import LISTS
from clubscore.duplicate.outcomes.scores import Numbered, Scores
from clubscore.duplicate.outcomes.withdrawn import cancelled
from clubscore.duplicate.session.lineup import shares_of
from clubscore.duplicate.session.state import SectionState, SessionState
from scoring.contest import tops
from scoring.contest.masterpoints import masterpoints_of_lists
from scoring.movements.plan import MovementRow


def write_rows(
    *, publication: Publication, state: SessionState, scores: Scores
) -> None:
    """Write the lists of a publication with their players into the database.

    The caller opens the transaction.
    """
    rows = rows_to_publish(publication, state, scores)
    players = []
    for row in rows:
        players += _players_of(row, section_of_row(state, row))
    PublishedRow.objects.bulk_create(rows)
    PublishedPlayer.objects.bulk_create(players)


def rows_to_publish(
    publication: Publication, state: SessionState, scores: Scores
) -> list[PublishedRow]:
    """The lists of a publication as rows that are not saved yet."""
    rows = []
    most_points = _most_points(state, scores)
    masterpoints = _masterpoints(state, scores)
    for ranked in scores.result.lists:
        for position, row in enumerate(ranked.rows, start=1):
            letter, number = scores.entry(row.entry)
            section = state.section(letter)
            assert section
            published = PublishedRow(
                publication=publication,
                list=ranked.name,
                position=position,
                entry=section.entries[number],
                place=row.place,
                is_tied=row.is_tied,
                score=ten_thousandths(row.score),
                top=row.top or most_points.get(row.entry, 0),
                percent=percent_stored(row.percent),
                boards=row.boards,
            )
            if ranked.name in LISTS:
                published.masterpoints = masterpoints.get(row.entry)
            rows.append(published)
    return rows


def _masterpoints(state: SessionState, scores: Scores) -> Mapping[int, int]:
    """The masterpoints of each entry in hundredths, by its number in the contest; empty if the session gives none."""
    if scores.scale is None:
        return {}
    has_tables = state.session.form != Session.Form.TEAMS
    lists = scores.result.lists
    return masterpoints_of_lists(lists, scores.scale, has_tables=has_tables)


def _players_of(
    published: PublishedRow, section: SectionState
) -> list[PublishedPlayer]:
    """The members who played for the entry of a published row, as PublishedPlayer rows that are not saved yet.

    The entry's own players come before its substitutes.
    """
    players = []
    shares = shares_of(section, published.entry.number)
    for position, share in enumerate(shares, start=1):
        player = PublishedPlayer(
            row=published,
            position=position,
            member=share.member,
            rounds=share.rounds,
            counts=share.counts,
        )
        players.append(player)
    return players


def _most_points(state: SessionState, scores: Scores) -> Mapping[int, int]:
    """The most victory points that each entry could have won, by its number in the contest.

    Empty if the session has no victory points.
    """
    if not state.session.contest_rules.has_victory_points:
        return {}
    return tops(matches_planned(state, scores))


def matches_planned(state: SessionState, scores: Scores) -> Mapping[int, int]:
    """Map the number of each entry in the contest to the number of matches that it could have won so far.

    Only rounds that have begun count. In a Swiss every entry, even a late one, could have won a match in each of these
    rounds. So a late entry that won its only match does not lead. In other movements each opponent in the plan counts
    once, if the opponent had players and the scores of the opponent are not cancelled.
    """
    if state.session.is_swiss:
        return dict.fromkeys(range(1, len(scores.entries) + 1), state.round)
    gone = cancelled(state)
    opponents: defaultdict[Numbered, set[int]] = defaultdict(set)
    for section in state.sections:
        for row in section.movement.rows:
            if not row.is_played or row.round > state.round:
                continue
            for number in row.seated:
                others = _others_that_count(section, row, number, gone)
                if section.are_there(others, row.round):
                    opponents[section.letter, number] |= others
    planned = {}
    for index, entry in enumerate(scores.entries, start=1):
        planned[index] = len(opponents[entry])
    return planned


def _others_that_count(
    section: SectionState,
    row: MovementRow,
    number: int,
    gone: Collection[Numbered],
) -> set[int]:
    """The numbers of the entries that meet the entry `number` in a row, without the entries in `gone`.

    `gone` has the section and number of each entry whose scores are cancelled.
    """
    others = set()
    for other in row.seated:
        if other != number and (section.letter, other) not in gone:
            others.add(other)
    return others


def section_of_row(state: SessionState, row: PublishedRow) -> SectionState:
    """The section in which the entry of a published row plays. Raises LookupError if it is of another session."""
    for section in state.sections:
        if section.section.pk == row.entry.section_id:
            return section
    raise LookupError(f"Entry {row.entry_id} plays in another session.")


def ten_thousandths(value: Fraction) -> int:
    """The value in ten-thousandths, cut off toward nought.

    Because it is not rounded here, a later rounding to fewer decimals gives the same as rounding the exact value.
    """
    return int(value * 10_000)


def percent_stored(percent: Fraction | None) -> int | None:
    """A percentage in ten-thousandths, as a published row stores it; None if there is no percentage."""
    if percent is None:
        return None
    return ten_thousandths(percent)
