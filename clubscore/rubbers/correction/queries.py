"""Reads that decide if a deal can be corrected: the play after the deal, the kind of the error, the period."""

from django.db.models import Exists, OuterRef

import scoring
from clubscore.games import game_of
from clubscore.games.base import NextAuction
from clubscore.games.periods import (
    DealChange,
    DealErrorKind,
    LegalPeriod,
    RubberProgress,
    differ_in_tricks,
)
from clubscore.rubbers.models import Deal, Proposal, Rubber, RubberSeat
from clubscore.rubbers.rubber.neighbours import PERSON
from clubscore.rubbers.rubber.state import RubberState
from scoring import State


def must_name_error(state: RubberState, base: Deal, facts: scoring.Deal | None) -> bool:
    """True if a member who proposes to replace the deal `base` by `facts` must name the kind of the error.

    The member must then say whether the players agreed on a wrong number of tricks or recorded the agreed number
    wrongly (Law 78). This is so if the number of tricks changes, in a game whose players agree on the tricks.
    """
    asks = game_of(state.rubber.system).tricks_are_agreed
    return asks and facts is not None and differ_in_tricks(base.facts, facts)


def period_for(
    state: RubberState,
    base: Deal,
    facts: scoring.Deal | None,
    *,
    named: str = "",
    is_other_book: bool = False,
) -> LegalPeriod:
    """The period in which `facts` can replace the deal `base`; if `facts` is None, the period for striking it out.

    `named` is the error that the proposer has named, a Proposal.Error, or empty. `is_other_book` is true if the facts
    are those of the second book. Raises scoring.ScoringError for facts that cannot be scored.
    """
    if facts is None:
        progress = progress_beyond(state, base)
        return game_of(state.rubber.system).strike_period(progress)
    named_error = DealErrorKind(named) if named else None
    change = DealChange(
        before=_scored(state, base, base.facts),
        after=_scored(state, base, facts),
        named=named_error,
        is_other_book=is_other_book,
    )
    progress = progress_beyond(state, base)
    game = game_of(state.rubber.system)
    return game.correction_period(game.error_of(change), progress)


def period_if_named(state: RubberState, base: Deal, named: str) -> LegalPeriod:
    """The period for correcting the number of tricks in the deal `base`, if the proposer names the error `named`.

    `named` is a Proposal.Error.
    """
    game = game_of(state.rubber.system)
    return game.correction_period(DealErrorKind(named), progress_beyond(state, base))


def _scored(state: RubberState, base: Deal, facts: scoring.Deal) -> scoring.ScoredDeal:
    """The score of these facts in place of the deal `base`, with the dealer and vulnerability of that deal.

    The other deals of the rubber are left aside. For a deal that is not on the sheet, the first dealer deals and nobody
    is vulnerable.
    """
    on_sheet = _on_sheet(state, base)
    if on_sheet is None:
        dealer = state.rubber.dealer
        return state.system.score_deal(
            facts, rules=state.rules, dealer=dealer, vulnerable=()
        )
    return state.system.score_deal(
        facts, rules=state.rules, dealer=on_sheet.dealer, vulnerable=on_sheet.vulnerable
    )


def _on_sheet(state: RubberState, base: Deal) -> scoring.ScoredDeal | None:
    """The scored deal with the number of `base` on the sheet; None for a deal that is not on the sheet."""
    scored = state.numbered_sheet.deals
    return next((entry for entry in scored if entry.number == base.number), None)


def progress_beyond(state: RubberState, base: Deal) -> RubberProgress:
    """The progress of play after the deal `base`, on which the end of its correction period depends.

    It says if the next deal is called or recorded, if a declaration was made in the next game, and if the net score is
    agreed. If `base` is the last deal of a rubber that is over, the next deal is the first deal of a later rubber of
    the same four players.
    """
    is_game_concluded = _is_game_concluded(state, base)
    is_recorded = state.next_deal.is_recorded or any(
        deal.number > base.number for deal in state.deals
    )
    is_called = state.next_deal.is_called or any(
        number >= base.number for number in state.auctions_over
    )
    return RubberProgress(
        next_recorded=is_recorded,
        next_called=is_recorded or is_called,
        game_concluded=is_game_concluded,
        agreed=state.rubber.is_agreed,
    )


def _is_game_concluded(state: RubberState, base: Deal) -> bool:
    """True once a declaration has been made in the game after the game of the deal `base` (1912, Law 13).

    For the last game of a complete rubber the result is False: its correction period ends when the score is agreed. A
    deal that was passed out has no declaration, whatever players reported during its auction.
    """
    on_sheet = _on_sheet(state, base)
    if on_sheet is None:
        return False
    game = on_sheet.game
    scored = state.sheet.deals
    if not any(entry.game_won_by for entry in scored if entry.game == game):
        return False
    if any(entry.game > game and not entry.deal.is_passed_out for entry in scored):
        return True
    return state.sheet.state is not State.COMPLETE and _is_declared_next(state)


def _is_declared_next(state: RubberState) -> bool:
    """True if a player of each side has said that the auction after the last deal on the sheet is over."""
    return state.last is not None and state.last.number in state.auctions_over


def next_auction(state: RubberState) -> NextAuction | None:
    """The words with which players can report that the auction in play is over.

    None if the end of this auction would close no correction period. The auction of the first deal of a rubber can
    close the correction period of the last deal of the rubber before.
    """
    if state.rubber.is_over:
        return None
    if state.deals:
        return game_of(state.rubber.system).next_auction(state.numbered_sheet)
    if state.rubber_before is None:
        return None
    return game_of(state.rubber_before.system).first_auction_of_the_next()


def earlier_with_proposals(rubber: Rubber) -> list[int]:
    """The ids of the earlier rubbers of a player of this rubber in which a deal is disputed, the oldest first.

    They wait to be agreed.
    """
    seats = RubberSeat.objects.annotate(person=PERSON)
    players = seats.filter(rubber=rubber).values("person")
    shared = seats.filter(rubber=OuterRef("pk"), person__in=players)
    disputed = Proposal.objects.open().filter(rubber=OuterRef("pk"))
    earlier = Rubber.objects.unagreed().filter(
        Exists(disputed), Exists(shared), pk__lt=rubber.pk
    )
    return list(earlier.order_by("pk").values_list("pk", flat=True))
