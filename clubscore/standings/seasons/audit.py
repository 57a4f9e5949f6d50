"""The check that every published final table agrees with the books. It computes each table again and repairs nothing.

The names, and who is a guest, are taken from the published table, because the books do not have them. Ratings are
computed by today's method.
"""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from clubscore.ledger.models import Season, Transaction
from clubscore.members.queries import people_at
from clubscore.standings.models import FinalRow, Terms
from clubscore.standings.queries import every_record, games_of, reckoned, terms_of
from clubscore.standings.ranking.ranks import Figures, Least, Order, Skill, rank
from clubscore.standings.rating.method import Strength, after_rubber, skill_of
from clubscore.standings.rating.rating_input import rated_rubbers

AT_ONCE = 5000  # rubbers in memory at a time

Facts = dict[str, int | None]
_SUMS = ("rubbers", "won", "lost", "net", "net_exact", "best", "worst")
COLUMNS = ("rank", *_SUMS, "rating", "give")


def differences() -> Iterator[str]:
    """A sentence for each difference between the final tables of closed seasons and the books."""
    records = every_record()
    for season in Season.objects.exclude(closed_at=None).order_by("begins_on"):
        assert season.closed_at is not None  # the seasons looked at are closed
        assert season.closed_after is not None
        terms = terms_of(season)
        people = people_at(season.closed_at)
        skills = skills_after(season.closed_after, people)
        published: dict[str, list[FinalRow]] = {game: [] for game in games_of(season)}
        for row in FinalRow.objects.filter(season=season).order_by("pk"):
            published.setdefault(row.game, []).append(row)
        for game, rows in published.items():
            rated = skills.get(game, {})
            figures = reckoned(
                season, game, people, records, rated, best=terms.best, exactly=True
            )
            yield from _compare(f"{season.name}, {game}", rows, figures, terms)


def skills_after(newest: int, people: dict[int, int]) -> dict[str, dict[int, Skill]]:
    """Everybody's rating after the booking with the number `newest`, by game and then by person's id."""
    strengths: dict[tuple[int, str], Strength] = {}
    for portion in _portions_of_rubbers(newest):
        for played in rated_rubbers(portion, people):
            for pk, strength in after_rubber(played, strengths).items():
                strengths[pk, played.game] = strength
    skills: dict[str, dict[int, Skill]] = {}
    for (pk, game), strength in strengths.items():
        skills.setdefault(game, {})[pk] = skill_of(strength.mu, strength.sigma)
    return skills


def _portions_of_rubbers(newest: int) -> Iterator[list[Transaction]]:
    """The bookings of rubbers that counted when `newest` was the last booking: oldest first, in lists of AT_ONCE."""
    booked = Transaction.objects.filter(pk__lte=newest)
    reversals = booked.filter(reverses=OuterRef("pk"))
    rubbers = (
        booked.filter(~Exists(reversals), reverses=None).exclude(game="").order_by("pk")
    )
    last = 0
    while portion := list(rubbers.filter(pk__gt=last)[:AT_ONCE]):
        yield portion
        last = portion[-1].pk


def _compare(
    table: str, rows: list[FinalRow], figures: list[Figures], terms: Terms
) -> Iterator[str]:
    """A sentence for each difference between the published `rows` of a table and the `figures` from the books."""
    was_guest = {row.member_id: row.is_guest for row in rows}
    figures = [
        line._replace(is_guest=was_guest.get(line.member_id, line.is_guest))
        for line in figures
    ]
    placed = rank(
        figures, by=Order(terms.by), least=Least.parse(terms.least), guests=terms.guests
    )
    ranks = {line.figures.member_id: line.rank for line in placed}
    in_books = {
        line.member_id: _facts(line, ranks.get(line.member_id)) for line in figures
    }
    for row in rows:
        if row.member_id in in_books:
            yield from _differences_of_row(table, row, in_books[row.member_id])
        else:
            yield f"{table}: {row.name} is published, and the books have no rubber of theirs."
    names = {line.member_id: line.name for line in figures}
    for member_id in sorted(in_books.keys() - was_guest.keys()):
        yield f"{table}: {names[member_id]} is not published, and stands in the books."


def _differences_of_row(table: str, row: FinalRow, in_books: Facts) -> Iterator[str]:
    for name in COLUMNS:
        published = getattr(row, name)
        is_unknown = name == "net_exact" and published is None
        if published != in_books[name] and not is_unknown:
            yield f"{table}: {row.name} is published with {name} {published}; the books make it {in_books[name]}."


def _facts(line: Figures, own_rank: int | None) -> Facts:
    """The values that the columns of a published row should have, by the column's name.

    They are the figures of `line`, which come from the books, and `own_rank`, the rank that follows from these figures.
    """
    facts: Facts = {"rank": own_rank}
    for name in _SUMS:
        facts[name] = getattr(line, name)
    facts["rating"] = line.skill.rating if line.skill else None
    facts["give"] = line.skill.uncertainty if line.skill else None
    return facts
