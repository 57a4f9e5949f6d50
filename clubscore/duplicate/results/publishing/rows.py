"""The rows of a publication: every list as it is now, with the members who played."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from clubscore.duplicate.models import Publication, PublishedPlayer, PublishedRow
from clubscore.duplicate.outcomes.scores import Numbered, Scores
from clubscore.duplicate.outcomes.withdrawn import cancelled
from clubscore.duplicate.session.lineup import shares_of
from clubscore.duplicate.session.state import SessionState
from scoring.contest import tops


def write_rows(
    *, publication: Publication, state: SessionState, scores: Scores
) -> None:
    """Write the lists of a publication, in the caller's transaction."""
    sections = {section.letter: section for section in state.sections}
    rows, players = [], []
    most = (
        tops(matches_planned(state, scores))
        if state.session.contest_rules.has_victory_points
        else {}
    )
    for ranked in scores.result.lists:
        for position, row in enumerate(ranked.rows, start=1):
            letter, number = scores.entry(row.entry)
            percent = None if row.percent is None else ten_thousandths(row.percent)
            published = PublishedRow(
                publication=publication,
                list=ranked.name,
                position=position,
                entry=sections[letter].entries[number],
                place=row.place,
                is_tied=row.is_tied,
                score=ten_thousandths(row.score),
                top=row.top or most.get(row.entry, 0),
                percent=percent,
                boards=row.boards,
            )
            rows.append(published)
            for order, share in enumerate(shares_of(sections[letter], number), start=1):
                players.append(
                    PublishedPlayer(
                        row=published,
                        position=order,
                        member=share.member,
                        rounds=share.rounds,
                        counts=share.counts,
                    )
                )
    PublishedRow.objects.bulk_create(rows)
    PublishedPlayer.objects.bulk_create(players)


def matches_planned(state: SessionState, scores: Scores) -> Mapping[int, int]:
    """The number of matches that each entry of the contest could have won, in the rounds that have begun.

    In a Swiss every entry could have won a match in each round, also an entry that came late: it does not lead with its
    only match. In other movements the matches of the plan count, against entries that were there and whose scores
    count.
    """
    if state.session.is_swiss:
        return dict.fromkeys(range(1, len(scores.entries) + 1), state.round)
    gone = cancelled(state)
    opponents: defaultdict[Numbered, set[int]] = defaultdict(set)
    for section in state.sections:
        for row in section.movement.rows:
            for number in (
                row.seated if row.is_played and row.round <= state.round else ()
            ):
                others = {
                    each
                    for each in row.seated
                    if each != number and (section.letter, each) not in gone
                }
                if section.are_there(others, row.round):
                    opponents[section.letter, number] |= others
    return {
        index: len(opponents[entry])
        for index, entry in enumerate(scores.entries, start=1)
    }


def ten_thousandths(value: Fraction) -> int:
    """The value in ten-thousandths, cut off toward nought, so that rounding it later rounds the exact value."""
    return int(value * 10_000)
