"""The periods of correction as the laws have them, worked out from the rows: nothing here asks the code under test.

Laws 78 and 79 of contract bridge, for Chicago too; laws 12 and 13 of the 1912 auction. Scores are those of `scoring`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

import scoring
from clubscore.rubbers.models import (
    AuctionOver,
    Deal,
    NetAgreement,
    Proposal,
    Reopening,
    Rubber,
    RubberSeat,
)
from scoring import Seat, Where
from tests.rubbers.stateful.pending import is_kept

NOBODY, MAJORITY, ALL_FOUR = 0, 3, 4


@dataclass(frozen=True)
class Moment:
    """What had happened when a correction was proposed, or when a vote on it was given."""

    system: str
    is_agreed: bool
    """The net score, so that the rubber is closed."""
    next_recorded: bool
    """The cards of the deal were mixed."""
    next_called: bool
    game_concluded: bool
    """1912, law 13: a declaration has been made in the game after."""
    strikes: bool
    is_second_book: bool
    tricks_differ: bool
    trick_score_differs: bool
    mis_recorded: bool = False
    """The proposer says that the number of tricks was agreed otherwise than it was entered."""


def consents(moment: Moment) -> int:
    """The number of the four who must consent, 0 where the laws leave the score as it is."""
    if moment.is_agreed:
        return NOBODY
    if moment.strikes:
        mixed = moment.next_recorded and is_kept("strike before the next deal")
        return NOBODY if mixed else ALL_FOUR
    return _of_1912(moment) if moment.system == "royal" else _law_78(moment)


def _law_78(moment: Moment) -> int:
    """The recollection of the majority, but for an erroneous agreement about tricks after the next auction."""
    if moment.is_second_book and is_kept("two books by majority"):
        return MAJORITY
    wrongly_agreed = moment.tricks_differ and not moment.mis_recorded
    return ALL_FOUR if wrongly_agreed and moment.next_called else MAJORITY


def _of_1912(moment: Moment) -> int:
    """The trick score until its game is concluded, the honour score until the rubber is made up and agreed."""
    in_tricks = moment.trick_score_differs if is_kept("1912 by trick points") else moment.tricks_differ
    return NOBODY if in_tricks and moment.game_concluded else MAJORITY


def moment_of(rubber: Rubber, base: Deal, facts: scoring.Deal | None, *, is_second_book: bool = False) -> Moment:
    """The moment at which `facts` would take the place of the deal `base`; None strikes it out."""
    deals = standing(rubber)
    place = next((place for place, deal in enumerate(deals) if deal.number == base.number), None)
    recorded = any(deal.number > base.number for deal in deals)
    called = recorded or _auction_is_over(rubber, base.number) or _next_rubber_has_a_deal(rubber)
    played = facts is not None and facts.tricks is not None and base.tricks is not None
    return Moment(
        system=rubber.system,
        is_agreed=rubber.agreed_at is not None,
        next_recorded=recorded,
        next_called=called,
        game_concluded=place is not None and _is_game_concluded(rubber, deals, place),
        strikes=facts is None,
        is_second_book=is_second_book,
        tricks_differ=played and facts.tricks != base.tricks,
        trick_score_differs=facts is not None and _trick_score(rubber, base.facts) != _trick_score(rubber, facts),
    )


def moment_of_vote(proposal: Proposal) -> Moment:
    """The same for a proposal that is open."""
    is_second_book = proposal.origin == Proposal.Origin.BOOK
    facts = None if proposal.strikes else proposal.facts
    return moment_of(proposal.rubber, proposal.base, facts, is_second_book=is_second_book)


def standing(rubber: Rubber) -> list[Deal]:
    """The newest version of each deal, in order of play, without those that are struck out."""
    newest = {deal.number: deal for deal in rubber.deals.order_by("number", "version")}
    return [newest[number] for number in sorted(newest) if not newest[number].is_struck]


def sheet_of(rubber: Rubber, facts: Iterable[scoring.Deal]) -> scoring.Sheet:
    """These deals by the rules that were pinned when the rubber began."""
    system = scoring.SYSTEMS[rubber.system]
    return system.fold(
        facts,
        rules=system.rules(rubber.rules),
        dealer=Seat(rubber.first_dealer),
        unfinished=rubber.ending == Rubber.Ending.UNFINISHED,
    )


def current_seats(rubber: Rubber) -> dict[Seat, int]:
    """The member's id in each seat, after substitutions."""
    return {Seat(row.seat): row.member_id for row in RubberSeat.objects.filter(rubber=rubber, until=None)}


def newest_votes(proposal: Proposal) -> dict[int, bool]:
    """The newest vote of each of the four, by the member's id."""
    four = set(current_seats(proposal.rubber).values())
    votes = proposal.votes.order_by("pk").values_list("member_id", "is_yes")
    return {member: is_yes for member, is_yes in votes if member in four}


def is_agreed_enough(rubber: Rubber, now) -> bool:
    """Whether the net score may be posted at this moment, by what the rubber needs."""
    seats = current_seats(rubber)
    newest = rubber.deals.order_by("pk").last()
    signers = set(NetAgreement.objects.filter(rubber=rubber, newest=newest).values_list("member_id", flat=True))
    signed = [seat for seat, member in seats.items() if member in signers]
    if rubber.agreed_by == Rubber.AgreedBy.ALL:
        return len(signed) == len(Seat)
    if {seat.side for seat in signed} == set(scoring.Side):
        return True
    if rubber.agreed_by != Rubber.AgreedBy.TIME:
        return False
    return now - _time_since(rubber) >= timedelta(minutes=rubber.agreed_after)


def _time_since(rubber: Rubber):
    """The moment from which the minutes without objection are counted."""
    moments = [rubber.ended_at]
    if is_kept("time begins anew"):
        moments += Reopening.objects.filter(rubber=rubber).values_list("at", flat=True)
        decided = Proposal.objects.filter(rubber=rubber, state__in=["accepted", "ruled"])
        moments += decided.values_list("closed_at", flat=True)
    return max(moments)


def _auction_is_over(rubber: Rubber, number: int) -> bool:
    """Whether one of each side has said that all have called on the deal after this one, or on a later one."""
    called = AuctionOver.objects.filter(rubber=rubber, number__gte=number)
    if not is_kept("called by both sides"):
        return called.exists()
    sides = {member: seat.side for seat, member in current_seats(rubber).items()}
    by_number: dict[int, set] = {}
    for at, member in called.values_list("number", "member_id"):
        by_number.setdefault(at, set()).add(sides.get(member))
    return any(said >= set(scoring.Side) for said in by_number.values())


def _next_rubber_has_a_deal(rubber: Rubber) -> bool:
    if not is_kept("first deal of the next rubber") or rubber.ended_at is None:
        return False
    later = Rubber.objects.filter(table=rubber.table_id, pk__gt=rubber.pk).order_by("pk").first()
    return later is not None and bool(standing(later))


def _is_game_concluded(rubber: Rubber, deals: list[Deal], place: int) -> bool:
    """1912, law 13. The final game of the rubber is concluded when the score is agreed, which closes everything."""
    scored = sheet_of(rubber, [deal.facts for deal in deals]).deals
    game = scored[place].game
    last = next((at for at, deal in enumerate(scored) if deal.game == game and deal.game_won_by), None)
    if last is None:
        return False
    following = [deal.deal for deal in scored if deal.game > game]
    if is_kept("passed out is no declaration"):
        following = [deal for deal in following if not deal.is_passed_out]
    return bool(following) or _auction_is_over(rubber, deals[last].number)


def _trick_score(rubber: Rubber, facts: scoring.Deal) -> dict:
    """The points by tricks of each side for this deal."""
    system = scoring.SYSTEMS[rubber.system]
    lines = system.score_deal(facts, rules=system.rules(rubber.rules)).lines
    return {
        side: sum(line.points for line in lines if line.side is side and line.where is Where.BELOW)
        for side in scoring.Side
    }
