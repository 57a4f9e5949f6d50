"""The number by which the players know a deal, for every page, refusal and table. Addresses keep that of the row."""

from collections.abc import Iterable

from django.db.models import QuerySet

import scoring
from clubscore.games import GAMES, game_of
from clubscore.games.called import Called
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.folding import current_deals, fold_facts
from clubscore.rubbers.rubber.state import RubberState


def called(state: RubberState, number: int) -> Called:
    """The deal with that number, on the sheet or struck out, as players call it."""
    if game_of(state.rubber.system).keeps_numbers:
        return Called(number)
    return _by_place(state.rubber, state.versions, number)


def next_called(state: RubberState) -> Called:
    """The deal to come of a rubber in play."""
    following = state.numbered_sheet.next
    if following is None:
        return Called(state.next_number)
    return game_of(state.rubber.system).called_next(state.numbered_sheet, following)


def called_in(rubber: Rubber, number: int) -> Called:
    """The same without a state. Prefetch `deals`, at least those of `deals_called_by_place`."""
    if game_of(rubber.system).keeps_numbers:
        return Called(number)
    return _by_place(rubber, rubber.deals.all(), number)


def deals_called_by_place() -> QuerySet[Deal]:
    """The deals of the games in which players call a deal by its place on the sheet."""
    return Deal.objects.filter(rubber__system__in=[game.name for game in GAMES.values() if not game.keeps_numbers])


def _by_place(rubber: Rubber, versions: Iterable[Deal], number: int) -> Called:
    """A deal that was struck out keeps the number that it had when it was recorded."""
    written = list(versions)
    found = _called_on_sheet(rubber, written)
    if number not in found:
        newest = max((row.pk for row in written if row.number == number and not row.is_struck), default=0)
        found = _called_on_sheet(rubber, [row for row in written if row.number <= number and row.pk <= newest])
    return found.get(number, Called(number))


def _called_on_sheet(rubber: Rubber, versions: Iterable[Deal]) -> dict[int, Called]:
    """By the rows' numbers; nothing where the rows cannot be scored."""
    deals = current_deals(versions)
    try:
        sheet = fold_facts(rubber, [deal.facts for deal in deals])
    except scoring.ScoringError:
        return {}
    return dict(zip((deal.number for deal in deals), game_of(rubber.system).called(sheet).values(), strict=True))
