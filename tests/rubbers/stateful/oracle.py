"""The correction periods of the laws, worked out from the rows without calling the code under test.

Contract bridge and Chicago follow Laws 78 and 79, royal auction Laws 12 and 13 of 1912. `scoring` computes the scores.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

import scoring
from clubscore.members.models import Member
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
from tests.rubbers.stateful import binding

NOBODY, MAJORITY, ALL_FOUR = 0, 3, 4


@dataclass(frozen=True)
class Moment:
    """The facts that decide on a correction, at the time when it is proposed or voted on."""

    system: str
    is_agreed: bool
    """True if the net score is agreed, so that the rubber is closed."""
    next_recorded: bool
    """True if a later deal is recorded, so that the cards of this deal are mixed."""
    next_called: bool
    game_concluded: bool
    """1912, Law 13: True if a declaration has been made in the game after this deal's game."""
    strikes: bool
    is_second_book: bool
    tricks_differ: bool
    trick_score_differs: bool
    mis_recorded: bool = False
    """True if the proposer says that the tricks were agreed rightly but recorded wrongly."""


def consents(moment: Moment) -> int:
    """The number of the four players who must consent; 0 if the laws do not allow the correction."""
    if moment.is_agreed:
        return NOBODY
    if moment.strikes:
        return NOBODY if moment.next_recorded or moment.system == "royal" else ALL_FOUR
    return _of_1912(moment) if moment.system == "royal" else _law_78(moment)


def _law_78(moment: Moment) -> int:
    """The consents by Law 78: a majority, or all four for wrongly agreed tricks after the next auction."""
    if moment.is_second_book:
        return MAJORITY
    wrongly_agreed = moment.tricks_differ and not moment.mis_recorded
    return ALL_FOUR if wrongly_agreed and moment.next_called else MAJORITY


def _of_1912(moment: Moment) -> int:
    """The consents by the laws of 1912: none for a trick score once its game is concluded, otherwise a majority."""
    return NOBODY if moment.trick_score_differs and moment.game_concluded else MAJORITY


def moment_of(
    rubber: Rubber,
    base: Deal,
    facts: scoring.Deal | None,
    *,
    is_second_book: bool = False,
    mis_recorded: bool = False,
) -> Moment:
    """The moment now, for a proposal to replace the deal `base` by `facts`, or with None to strike it out."""
    deals = standing(rubber)
    place = next(
        (place for place, deal in enumerate(deals) if deal.number == base.number), None
    )
    recorded = any(
        deal.number > base.number for deal in deals
    ) or _later_rubber_has_a_deal(rubber)
    called = (
        recorded
        or auction_is_over(rubber, base.number)
        or _first_auction_of_a_later_rubber_is_over(rubber)
    )
    played = facts is not None and facts.tricks is not None and base.tricks is not None
    return Moment(
        system=rubber.system,
        is_agreed=rubber.agreed_at is not None,
        next_recorded=recorded,
        next_called=called,
        game_concluded=place is not None and _is_game_concluded(rubber, deals, place),
        strikes=facts is None,
        is_second_book=is_second_book,
        mis_recorded=mis_recorded,
        tricks_differ=played and _won_by_ns(facts) != _won_by_ns(base.facts),
        trick_score_differs=facts is not None
        and _trick_score(rubber, base.facts) != _trick_score(rubber, facts),
    )


def moment_of_vote(proposal: Proposal) -> Moment:
    """The moment now, for a vote on an open proposal."""
    is_second_book = proposal.origin == Proposal.Origin.BOOK
    facts = None if proposal.strikes else proposal.facts
    mis_recorded = proposal.error == Proposal.Error.RECORDING
    return moment_of(
        proposal.rubber,
        proposal.base,
        facts,
        is_second_book=is_second_book,
        mis_recorded=mis_recorded,
    )


def standing(rubber: Rubber) -> list[Deal]:
    """The newest version of each deal in order of play, without the deals that are struck out."""
    newest = {deal.number: deal for deal in rubber.deals.order_by("number", "version")}
    return [newest[number] for number in sorted(newest) if not newest[number].is_struck]


def sheet_of(rubber: Rubber, facts: Iterable[scoring.Deal]) -> scoring.Sheet:
    """The sheet of these deals by the rules that were fixed when the rubber began."""
    system = scoring.SYSTEMS[rubber.system]
    return system.fold(
        facts,
        rules=system.rules(rubber.rules),
        dealer=first_dealer(rubber),
        unfinished=rubber.ending == Rubber.Ending.UNFINISHED,
    )


def first_dealer(rubber: Rubber) -> Seat:
    """The seat that dealt first, as it was corrected or entered."""
    return Seat(rubber.corrected_dealer or rubber.first_dealer)


def people() -> dict[int, int]:
    """Map the id of each merged record to the id of the record into which it was merged."""
    return dict(
        Member.objects.exclude(merged_into=None).values_list("pk", "merged_into_id")
    )


def person(pk: int) -> int:
    """The id of the record into which this record was merged, or its own id."""
    return people().get(pk, pk)


def current_seats(rubber: Rubber) -> dict[Seat, int]:
    """The person who sits in each seat after all substitutions, as a member's id."""
    persons = people()
    places = RubberSeat.objects.filter(rubber=rubber, until=None)
    return {Seat(row.seat): persons.get(row.member_id, row.member_id) for row in places}


def newest_votes(proposal: Proposal) -> dict[int, tuple[bool, str]]:
    """The newest vote of each of the four players, by the member's id: True for yes, and the method of signing."""
    four, persons = set(current_seats(proposal.rubber).values()), people()
    votes = proposal.votes.order_by("pk").values_list("member_id", "is_yes", "how")
    return {
        persons.get(pk, pk): (is_yes, how)
        for pk, is_yes, how in votes
        if persons.get(pk, pk) in four
    }


def has_a_majority(proposal: Proposal) -> bool:
    """True if a majority of the four has voted yes, by votes that count."""
    return _yes(proposal) >= MAJORITY


def has_enough(proposal: Proposal) -> bool:
    """True if the votes that count are enough for the proposal at this moment."""
    return 0 < consents(moment_of_vote(proposal)) <= _yes(proposal)


def _yes(proposal: Proposal) -> int:
    """The number of the four who have voted yes, by votes that count."""
    seats, votes = current_seats(proposal.rubber), newest_votes(proposal)
    return sum(
        is_yes and binding.counts(seats, votes, person)
        for person, (is_yes, _how) in votes.items()
    )


def is_agreed_enough(rubber: Rubber, now) -> bool:
    """True if the net score may be posted at this moment by the rubber's way of agreeing."""
    seats, persons, disputed = current_seats(rubber), people(), _disputed_until(rubber)
    standing_ones = NetAgreement.objects.filter(
        rubber=rubber, newest=rubber.deals.order_by("pk").last()
    )
    if binding.is_anybody_absent(rubber, seats, persons):
        return False
    if rubber.motions.open().filter(kind="dealer").exists():
        return False
    given = standing_ones.filter(cleared_by=None).values_list(
        "member_id", "despite_id", "how"
    )
    signers = {
        persons.get(pk, pk)
        for pk, despite, how in given
        if (despite or 0) >= disputed
        and binding.binds_a_net_score(rubber, seats, persons.get(pk, pk), how)
    }
    signed = [seat for seat, member in seats.items() if member in signers]
    if rubber.agreed_by == Rubber.AgreedBy.ALL:
        return len(signed) == len(Seat)
    if {seat.side for seat in signed} == set(scoring.Side):
        return True
    is_moved = rubber.motions.open().exists()
    if rubber.agreed_by != Rubber.AgreedBy.TIME or disputed or is_moved:
        return False
    return now - _time_since(rubber) >= timedelta(minutes=rubber.agreed_after)


def _disputed_until(rubber: Rubber) -> int:
    """The id of the newest proposal that is open, or that expired when the net score was agreed; 0 if there is none."""
    found = rubber.proposals.filter(
        Q(state="open") | Q(state="expired", closed_at=rubber.agreed_at)
    )
    return found.order_by("pk").values_list("pk", flat=True).last() or 0


def _time_since(rubber: Rubber):
    """The moment from which the time without objections counts: the newest of the end, reopenings and deal versions."""
    opened = Reopening.objects.filter(rubber=rubber).values_list("at", flat=True)
    return max(
        [rubber.ended_at, *opened, *rubber.deals.values_list("recorded_at", flat=True)]
    )


def auction_is_over(rubber: Rubber, number: int) -> bool:
    """True if one player of each side has said that the auction of the deal after this one, or of a later
    one, is over.
    """
    sides: dict[int, set] = defaultdict(set)
    for call in AuctionOver.objects.filter(
        rubber=rubber, after__number__gte=number
    ).select_related("after"):
        later = rubber.deals.filter(
            number=call.after.number, version__gt=call.after.version, is_struck=True
        )
        if not later.exists():
            sides[call.after.number].add(_side_of(rubber, call))
    return any(said >= set(scoring.Side) for said in sides.values())


def _side_of(rubber: Rubber, call: AuctionOver) -> scoring.Side | None:
    """The side that this call binds: the side on which the caller last sat. None if the call binds no side."""
    persons = people()
    caller = persons.get(call.member_id, call.member_id)
    taken = [
        row
        for row in rubber.seats.all()
        if persons.get(row.member_id, row.member_id) == caller
    ]
    if not taken:
        return None
    seat, seats = (
        Seat(max(taken, key=lambda row: (row.since <= call.at, row.since)).seat),
        current_seats(rubber),
    )
    is_bound = call.how != binding.TABLE_PIN or binding.is_a_side_of_guests(
        seats, seats[seat]
    )
    return seat.side if is_bound else None


def _later_rubbers(rubber: Rubber) -> Iterable[Rubber]:
    """The later rubbers that are not voided, at any table; none while this rubber is in play or once it is agreed."""
    if rubber.ended_at is None or rubber.agreed_at is not None:
        return ()
    return Rubber.objects.filter(pk__gt=rubber.pk, voided_at=None)


def _later_rubber_has_a_deal(rubber: Rubber) -> bool:
    """True if the same four have a deal on the sheet of a later rubber, in any seats."""
    four = set(current_seats(rubber).values())
    for later in _later_rubbers(rubber):
        numbers = {deal.number for deal in standing(later)}
        for deal in later.deals.filter(number__in=numbers, is_struck=False):
            if four <= _seated_at(later, deal.recorded_at):
                return True
    return False


def _seated_at(rubber: Rubber, moment: datetime) -> set[int]:
    """The persons who had a seat in the rubber at this moment."""
    persons = people()
    return {
        persons.get(row.member_id, row.member_id)
        for row in rubber.seats.all()
        if row.since <= moment and (row.until is None or row.until >= moment)
    }


def _first_auction_of_a_later_rubber_is_over(rubber: Rubber) -> bool:
    """True if the same four have called on the first deal of a later rubber, as a player of each side there says."""
    four, persons = set(current_seats(rubber).values()), people()
    for later in _later_rubbers(rubber):
        records = later.seats.values_list("member_id", flat=True)
        calls = AuctionOver.objects.filter(rubber=later, after=None)
        said = {_side_of(later, call) for call in calls}
        if four <= {persons.get(pk, pk) for pk in records} and said >= set(
            scoring.Side
        ):
            return True
    return False


def _is_game_concluded(rubber: Rubber, deals: list[Deal], place: int) -> bool:
    """1912, Law 13: True if the game of the deal at this place is concluded by a declaration in the next game.

    The last game of the rubber is concluded by agreeing to the score, which closes everything.
    """
    sheet = sheet_of(rubber, [deal.facts for deal in deals])
    scored = sheet.deals
    game = scored[place].game
    last = next(
        (
            at
            for at, deal in enumerate(scored)
            if deal.game == game and deal.game_won_by
        ),
        None,
    )
    if last is None:
        return False
    following = [deal.deal for deal in scored if deal.game > game]
    if any(not deal.is_passed_out for deal in following):
        return True
    # What was said before a deal that was passed out is nothing; after the last game comes no other.
    return sheet.state != "complete" and auction_is_over(rubber, deals[-1].number)


def _won_by_ns(facts: scoring.Deal) -> int:
    """The tricks that North and South won."""
    return facts.tricks if facts.declarer.side is scoring.Side.NS else 13 - facts.tricks


def _trick_score(rubber: Rubber, facts: scoring.Deal) -> dict:
    """The points for tricks that each side scores with this deal."""
    system = scoring.SYSTEMS[rubber.system]
    lines = system.score_deal(facts, rules=system.rules(rubber.rules)).lines
    return {
        side: sum(
            line.points
            for line in lines
            if line.side is side and line.where is Where.BELOW
        )
        for side in scoring.Side
    }
