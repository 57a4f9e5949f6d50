"""Does every published table say what the books say? Each is worked out again as of its closing; nothing is repaired.

What the books cannot tell is taken as published: the names, and who was a guest. Ratings are those of today's method.
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
    """A sentence for each line of a closed season's final tables that is not what the books make of it."""
    records = every_record()
    for season in Season.objects.exclude(closed_at=None).order_by("begins_on"):
        assert season.closed_at is not None  # the seasons looked at are closed
        assert season.closed_after is not None
        terms, people = terms_of(season), people_at(season.closed_at)
        skills = skills_after(season.closed_after, people)
        published: dict[str, list[FinalRow]] = {game: [] for game in games_of(season)}
        for row in FinalRow.objects.filter(season=season).order_by("pk"):
            published.setdefault(row.game, []).append(row)
        for game, rows in published.items():
            rated = skills.get(game, {})
            figures = reckoned(season, game, people, records, rated, best=terms.best, exactly=True)
            yield from _compare(f"{season.name}, {game}", rows, figures, terms)


def skills_after(newest: int, people: dict[int, int]) -> dict[str, dict[int, Skill]]:
    """Everybody's rating after the booking of that number, by game and person, from the first rubber on."""
    taken_back = Transaction.objects.filter(reverses=OuterRef("pk"), pk__lte=newest)
    rubbers = Transaction.objects.filter(~Exists(taken_back), reverses=None, pk__lte=newest).exclude(game="")
    strengths: dict[tuple[int, str], Strength] = {}
    last = 0
    while portion := list(rubbers.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        for played in rated_rubbers(portion, people):
            for pk, strength in after_rubber(played, strengths).items():
                strengths[pk, played.game] = strength
        last = portion[-1].pk
    skills: dict[str, dict[int, Skill]] = {}
    for (pk, game), one in strengths.items():
        skills.setdefault(game, {})[pk] = skill_of(one.mu, one.sigma)
    return skills


def _compare(table: str, rows: list[FinalRow], figures: list[Figures], terms: Terms) -> Iterator[str]:
    was_guest = {row.member_id: row.is_guest for row in rows}
    figures = [line._replace(is_guest=was_guest.get(line.member_id, line.is_guest)) for line in figures]
    placed = rank(figures, by=Order(terms.by), least=Least.parse(terms.least), guests=terms.guests)
    ranks = {line.figures.member_id: line.rank for line in placed}
    wanted = {line.member_id: _reckoned(line, ranks.get(line.member_id)) for line in figures}
    for row in rows:
        if row.member_id not in wanted:
            yield f"{table}: {row.name} is published, and the books have no rubber of theirs."
            continue
        said, books = _published(row), wanted[row.member_id]
        for name in said:
            if said[name] != books[name] and not (name == "net_exact" and said[name] is None):
                yield f"{table}: {row.name} is published with {name} {said[name]}; the books make it {books[name]}."
    names = {line.member_id: line.name for line in figures}
    for member_id in sorted(wanted.keys() - was_guest.keys()):
        yield f"{table}: {names[member_id]} is not published, and stands in the books."


def _published(row: FinalRow) -> Facts:
    return {name: getattr(row, name) for name in COLUMNS}


def _reckoned(line: Figures, ranked: int | None) -> Facts:
    skill = {"rating": line.skill and line.skill.rating, "give": line.skill and line.skill.uncertainty}
    return {name: getattr(line, name) for name in _SUMS} | {"rank": ranked} | skill
