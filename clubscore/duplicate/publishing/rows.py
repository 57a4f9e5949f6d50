"""The rows of a publication: every list as it is now, with who played."""

from fractions import Fraction

from clubscore.duplicate.lineup import shares_of
from clubscore.duplicate.models import Publication, PublishedPlayer, PublishedRow
from clubscore.duplicate.scores import Scores
from clubscore.duplicate.state import SessionState
from scoring.contest import tops


def write_rows(*, publication: Publication, state: SessionState, scores: Scores) -> None:
    """Write the lists of a publication, in the caller's transaction."""
    sections = {section.letter: section for section in state.sections}
    rows, players = [], []
    most = tops(scores.result.matches, scores.byes)
    for ranked in scores.result.lists:
        for position, row in enumerate(ranked.rows, start=1):
            letter, number = scores.entry(row.entry)
            published = PublishedRow(
                publication=publication,
                list=ranked.name,
                position=position,
                entry=sections[letter].entries[number],
                place=row.place,
                is_tied=row.is_tied,
                score=ten_thousandths(row.score),
                top=row.top or most.get(row.entry, 0),
                percent=None if row.percent is None else ten_thousandths(row.percent),
                boards=row.boards,
            )
            rows.append(published)
            for order, share in enumerate(shares_of(sections[letter], number), start=1):
                players.append(
                    PublishedPlayer(
                        row=published, position=order, member=share.member, rounds=share.rounds, counts=share.counts
                    )
                )
    PublishedRow.objects.bulk_create(rows)
    PublishedPlayer.objects.bulk_create(players)


def ten_thousandths(value: Fraction) -> int:
    """The value in ten-thousandths, cut off toward nought, so that rounding it later rounds the exact value."""
    return int(value * 10_000)
