"""The card of a motion: what is asked, what follows from it, and whose consent is missing (decision 0076)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.games import game_of
from clubscore.members.models import Member
from clubscore.rubbers.agreement.queries import seats_for_an_arbiter, why_an_arbiter
from clubscore.rubbers.consent.cards.net_words import (
    counts_nowhere,
    net_from,
    net_in_words,
    totals_in_words,
)
from clubscore.rubbers.correction.seating import (
    DealBySeats,
    SeatsCompared,
    compare_seats,
)
from clubscore.rubbers.models import Motion
from clubscore.rubbers.motions.queries import hindrance, may_decide
from clubscore.rubbers.rubber.book_entries import dropped_with_the_end
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.motions import seats_against, seats_for, seats_missing
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.net_signatures import dispute_in_words
from clubscore.web.templatetags.sentences import all_of, any_of
from scoring import Seat

Kind = Motion.Kind


@dataclass(frozen=True, slots=True)
class MotionCard:
    """A motion about the whole rubber, its result, and the consents that are missing."""

    motion: Motion
    title: str
    follows: str
    """A sentence about the result: `The rubber ends unfinished: We 420 – They 100, We win 320.`"""
    now: str
    """A sentence with the figures as they are now, for a motion that corrects them; else empty."""
    yes: str
    """The words of the button that consents, with the new figures of a correction."""
    no: str
    """The words of the button that refuses, with the present figures of a correction."""
    deals: tuple[DealBySeats, ...]
    """Each deal with its scores by both seatings, for a motion about the seats; else empty."""
    further: tuple[str, ...]
    """Sentences about another end of the rubber by the corrected seats, and the deals after it."""
    rule: str
    """The rule of the game by which a rubber that ends unfinished is scored; empty for other motions."""
    agreed: str
    """The short names of the players who have consented."""
    waits_for: str
    """A sentence that names the players whose consent is missing."""
    hindrance: str
    """A sentence that says why the motion cannot be carried out now; empty if it can."""
    mine: bool
    """True if the viewer is asked."""
    others: tuple[Member, ...]
    """The other players who are asked and have not left; empty for a viewer who does not keep the sheet."""
    may_withdraw: bool
    may_decide: bool
    """True if the viewer decides alone, as an arbiter who has not played in the rubber."""


def motion_card(desk: RubberDesk, motion: Motion) -> MotionCard:
    """The card of an open motion as this member sees it."""
    state = desk.state
    agreed = seats_for(state, motion)
    missing = seats_missing(state, motion.kind, agreed)
    others: list[Member] = []
    if desk.may_keep:
        others = [state.players[seat] for seat in missing if seat != desk.seat]
    compared: SeatsCompared | None = None
    deals: tuple[DealBySeats, ...] = ()
    further: tuple[str, ...] = ()
    if motion.kind == Kind.SEATS:
        compared = compare_seats(state, motion.exchange, seat=desk.seat)
        deals, further = compared.deals, compared.follows
    rule = ""
    if motion.kind == Kind.END:
        rule = _rule_of_the_end(state)
    return MotionCard(
        motion=motion,
        title=_title(state, motion),
        follows=_figures_then(desk, motion, compared),
        now=_figures_now(desk, motion, compared),
        yes=_yes(desk, motion, compared),
        no=_no(desk, motion, compared),
        deals=deals,
        further=further,
        rule=rule,
        agreed=all_of(state.names[seat] for seat in agreed),
        waits_for=_waits_for(state, motion, [state.names[seat] for seat in missing]),
        hindrance=hindrance(state, motion.kind),
        mine=desk.seat in missing and desk.seat not in seats_against(state, motion),
        others=tuple(player for player in others if not player.has_left),
        may_withdraw=motion.made_by_id in desk.own_records,
        may_decide=may_decide(desk, motion.kind),
    )


def _rule_of_the_end(state: RubberState) -> str:
    if not state.sheet.was_played:
        return f"{counts_nowhere(state)} {dropped_with_the_end(state)}".strip()
    rule = game_of(state.rubber.system).stopping(state.sheet)
    return f"{rule} {dropped_with_the_end(state)}".strip()


def _title(state: RubberState, motion: Motion) -> str:
    names = {"noun": state.rubber.noun}
    if motion.kind == Kind.END:
        return _("End this %(noun)s early?") % names
    if motion.kind == Kind.CONTINUE:
        return _("Play on in this %(noun)s?") % names
    if motion.kind == Kind.REOPEN:
        return _("Open this %(noun)s again?") % names
    if motion.kind == Kind.SEATS:
        exchange = motion.exchange
        return _("Did %(one)s and %(other)s sit in each other’s seats?") % {
            "one": state.names[exchange.first],
            "other": state.names[exchange.second],
        }
    if motion.kind == Kind.STAND:
        return _("Does the net score stand?")
    if motion.kind == Kind.RESTORE:
        return _("Let this %(noun)s count again?") % names
    if motion.kind == Kind.DEALER:
        dealer = state.names[Seat(motion.dealer)]
        return _("Did %(name)s deal first?") % {"name": dealer}
    return _("Void this %(noun)s?") % names


def _figures_now(
    desk: RubberDesk, motion: Motion, compared: SeatsCompared | None
) -> str:
    if compared:
        return f"{net_from(compared.sheet_before, compared.pairs_before)}."
    if motion.kind != Kind.DEALER:
        return ""
    return dealt_first(desk, desk.state.rubber.dealer)


def _figures_then(
    desk: RubberDesk, motion: Motion, compared: SeatsCompared | None
) -> str:
    if compared:
        return by_these_seats(compared)
    return what_follows(desk, motion.kind, motion.dealer)


def by_these_seats(compared: SeatsCompared) -> str:
    """The score if two players change places: `Ben and Cleo change places: Anna & Cleo 670 – Ben & Dan 0, …`."""
    words = _("%(one)s and %(other)s change places: %(score)s.")
    return words % {
        "one": compared.first,
        "other": compared.second,
        "score": net_from(compared.sheet_after, compared.pairs_after),
    }


def dealt_first(desk: RubberDesk, dealer: Seat) -> str:
    """The score if this seat dealt first: `Anna dealt first: We 670 – They 0, We win 670.`"""
    sheet = desk.state.sheet_if_dealt_first_by(dealer)
    words = _("%(name)s dealt first: %(score)s.")
    score = net_in_words(sheet, desk.view)
    return words % {"name": desk.state.names[dealer], "score": score}


def _yes(desk: RubberDesk, motion: Motion, compared: SeatsCompared | None) -> str:
    if compared:
        return _("%(one)s ↔ %(other)s: %(totals)s") % {
            "one": compared.first,
            "other": compared.second,
            "totals": totals_in_words(compared.sheet_after, compared.pairs_after.view),
        }
    if motion.kind == Kind.DEALER:
        return _with_totals(desk, Seat(motion.dealer))
    if motion.kind == Kind.STAND:
        totals = totals_in_words(desk.state.sheet, desk.view)
        return _("It stands: %(totals)s") % {"totals": totals}
    return _("I agree")


def _no(desk: RubberDesk, motion: Motion, compared: SeatsCompared | None) -> str:
    if compared:
        totals = totals_in_words(compared.sheet_before, compared.pairs_before.view)
        return _("As it is: %(totals)s") % {"totals": totals}
    if motion.kind == Kind.DEALER:
        return _with_totals(desk, desk.state.rubber.dealer)
    return _("No")


def _with_totals(desk: RubberDesk, dealer: Seat) -> str:
    sheet = desk.state.sheet_if_dealt_first_by(dealer)
    names = {
        "name": desk.state.names[dealer],
        "totals": totals_in_words(sheet, desk.view),
    }
    return _("%(name)s first: %(totals)s") % names


def what_follows(desk: RubberDesk, kind: str, dealer: str = "") -> str:
    """A sentence that says what follows if a motion of this kind is carried out, with the figures.

    `dealer` is the seat that a motion about the first dealer names.
    """
    state = desk.state
    if kind == Kind.DEALER:
        return dealt_first(desk, Seat(dealer))
    names = {"noun": state.rubber.noun}
    if kind == Kind.END:
        closed = state.system.close(state.sheet)
        words = _("The %(noun)s ends unfinished: %(score)s.")
        return words % (names | {"score": net_in_words(closed, desk.view)})
    if kind == Kind.CONTINUE:
        return _(
            "The %(noun)s is in play again, and what its early end added is taken off the sheet."
        ) % (names)
    if kind == Kind.REOPEN:
        return _(
            "Its margin is taken out of the ledger, and its deals may be corrected, until the net score is agreed anew."
        )
    if kind == Kind.STAND:
        return _stands(desk)
    if kind == Kind.RESTORE:
        return _counts_again(desk)
    words = _(
        "It counts nowhere: not in the ledger, nor in any table or rating. It stays in the history."
    )
    if state.rubber.is_agreed:
        words = _(
            "It counts nowhere any more: its points are taken out of the ledger again. It stays in the history."
        )
    return words


def _stands(desk: RubberDesk) -> str:
    """`Dan has left the club. The net score stands without their agreement: We 420 – They 100, We win 320.`"""
    state = desk.state
    words = _("%(why)s. The net score stands without their agreement: %(score)s.")
    stands = words % {
        "why": why_an_arbiter(state, seats_for_an_arbiter(state)),
        "score": net_in_words(state.sheet, desk.view),
    }
    if dispute := dispute_in_words(state):
        stays = _("%(dispute)s: what the sheet says stays.") % {"dispute": dispute}
        return f"{stands} {stays}"
    return stands


def _counts_again(desk: RubberDesk) -> str:
    rubber = desk.state.rubber
    words = _("It counts again: %(score)s. Its net score is to be agreed.")
    if rubber.was_agreed_when_voided:
        words = _("It counts again: %(score)s. Its points are posted anew.")
    return words % {"score": net_in_words(desk.state.sheet, desk.view)}


def _waits_for(state: RubberState, motion: Motion, missing: list[str]) -> str:
    if not missing:
        return ""
    if motion.kind in {Kind.VOID, Kind.RESTORE}:
        return _("It takes all four. Still missing: %(names)s.") % {
            "names": all_of(missing)
        }
    if motion.is_about_the_score:
        return _("It takes three of the four (Law 78). Still asked: %(names)s.") % {
            "names": all_of(missing)
        }
    return _("It takes one of each side: %(names)s.") % {"names": any_of(missing)}
