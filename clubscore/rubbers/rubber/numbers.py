"""The number by which players call a deal, such as `3 (dealt again)`, for every page and refusal.

It may differ from the number in the row of the deal, which addresses use.
"""

from collections.abc import Iterable

from django.db.models import QuerySet

import scoring
from clubscore.games import GAMES, game_of
from clubscore.games.called import Called
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.state import RubberState, current_deals, fold_facts


def called(state: RubberState, number: int) -> Called:
    """The number by which players call the deal whose row has the number `number`, such as `3 (dealt again)`.

    The deal may be on the sheet or struck out.
    """
    if game_of(state.rubber.system).keeps_numbers:
        return Called(number)
    return _by_place(state.rubber, state.versions, number)


def next_called(state: RubberState) -> Called:
    """The number by which players call the next deal of a rubber in play, such as `3 (dealt again)`."""
    following = state.numbered_sheet.next
    if following is None:
        return Called(state.next_number)
    return game_of(state.rubber.system).called_next(state.numbered_sheet, following)


def called_in(rubber: Rubber, number: int) -> Called:
    """The number by which players call the deal whose row has the number `number`, without a state of the rubber.

    For many rubbers, prefetch `deals` first; the deals in `deals_called_by_place` are enough.
    """
    if game_of(rubber.system).keeps_numbers:
        return Called(number)
    return _by_place(rubber, rubber.deals.all(), number)


def deals_called_by_place() -> QuerySet[Deal]:
    """The deals of all games in which players call a deal by its place on the sheet, not by the number in its row."""
    games = [game.name for game in GAMES.values() if not game.keeps_numbers]
    return Deal.objects.filter(rubber__system__in=games)


def _by_place(rubber: Rubber, versions: Iterable[Deal], number: int) -> Called:
    """The number by which players call a deal in a game that counts the places on the sheet.

    `number` is the number in the row of the deal. A deal that was struck out keeps the number of its last place.
    """
    all_versions = list(versions)
    on_sheet_now = _called_on_sheet(rubber, all_versions)
    if number in on_sheet_now:
        return on_sheet_now[number]
    own = [row.pk for row in all_versions if row.number == number and not row.is_struck]
    last_on_sheet = max(own, default=0)
    until_then = [
        row for row in all_versions if row.number <= number and row.pk <= last_on_sheet
    ]
    return _called_on_sheet(rubber, until_then).get(number, Called(number))


def _called_on_sheet(rubber: Rubber, versions: Iterable[Deal]) -> dict[int, Called]:
    """The numbers by which players call the deals on the sheet, by the number in the row of the deal.

    The result is {} if the deals cannot be scored.
    """
    deals = current_deals(versions)
    facts = [deal.facts for deal in deals]
    try:
        sheet = fold_facts(rubber, facts)
    except scoring.ScoringError:
        return {}
    names = game_of(rubber.system).called(sheet)
    numbers = [deal.number for deal in deals]
    return dict(zip(numbers, names.values(), strict=True))
