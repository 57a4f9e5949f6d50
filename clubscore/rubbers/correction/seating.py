"""A correction of the seats: every deal before and after it, the score of both seatings, and the write (Law 78)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.games.called import Called
from clubscore.games.viewpoint import NamedPairs
from clubscore.languages.stored_sentences import (
    BEGINS_THE_NEXT_BY_SEATS,
    IS_LOST_BY_SEATS,
    SEATS,
)
from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.rubbers.correction.comparison import end_in_words, left_over_in_words
from clubscore.rubbers.correction.consequences import (
    Consequence,
    consequence_of_exchange,
)
from clubscore.rubbers.correction.left_over import (
    carried_signatures,
    fate_of_left_over,
    take_off_left_over,
)
from clubscore.rubbers.models import DealAgreement, Rubber, RubberSeat
from clubscore.rubbers.recording.services import (
    next_version,
    seat_the_four,
    settle_ending,
)
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState, numbered
from clubscore.rubbers.sheet.deals import DealEntry, deals_by_number
from clubscore.rubbers.sheet.difference import NOTHING
from clubscore.tables.games import noun_in_records
from clubscore.web.templatetags.scores import written
from clubscore.web.templatetags.sentences import all_of
from scoring import Exchange, Seat, Sheet


@dataclass(frozen=True, slots=True)
class DealBySeats:
    """One deal of a rubber, which reads the same by both seatings, and its scores by each of them."""

    called: Called
    words: str
    """The deal in few words: `4♠ by Ben, made`."""
    before: str
    """The scores by the seats of the sheet: `Anna & Ben 120`."""
    after: str
    """The scores by the corrected seats; a dash for a deal after the end of the corrected rubber."""


@dataclass(frozen=True, slots=True)
class SeatsCompared:
    """A rubber by the seats of the sheet, and as two players who change places make it."""

    first: str
    """The name of one of the two players."""
    second: str
    pairs_before: NamedPairs
    pairs_after: NamedPairs
    sheet_before: Sheet
    sheet_after: Sheet
    deals: tuple[DealBySeats, ...]
    follows: tuple[str, ...]
    """Sentences about another end of the rubber, and the deals after it."""


def compare_seats(
    state: RubberState, exchange: Exchange, *, seat: Seat | None
) -> SeatsCompared:
    """Both seatings of the rubber, compared for the player in `seat`, or for somebody who watches.

    Players are named, since “We” would be another pair by each seating; the reader's own pair comes first.
    """
    names = state.names
    moved = {exchange.seat(place): name for place, name in names.items()}
    own_before = own_after = WATCH
    if seat:
        own_before, own_after = seat.side.value, exchange.seat(seat).side.value
    pairs_before = NamedPairs.of(own_before, names)
    pairs_after = NamedPairs.of(own_after, moved)
    consequence = consequence_of_exchange(state, exchange)
    before, after = (
        numbered(sheet, state.deals, state.next_number)
        for sheet in (consequence.before, consequence.after)
    )
    old = deals_by_number(before, names, pairs_before)
    new = deals_by_number(after, moved, pairs_after)
    return SeatsCompared(
        first=names[exchange.first],
        second=names[exchange.second],
        pairs_before=pairs_before,
        pairs_after=pairs_after,
        sheet_before=consequence.before,
        sheet_after=consequence.after,
        deals=tuple(
            DealBySeats(
                entry.called, entry.short, _scores(entry), _scores(new.get(number))
            )
            for number, entry in old.items()
        ),
        follows=tuple(_follows(state, consequence, pairs_after, old)),
    )


def _scores(entry: DealEntry | None) -> str:
    """The points of each side in a deal: `Anna & Ben 120`; `no score` if nobody scores, a dash without a deal."""
    if entry is None:
        return NOTHING
    scores = [f"{effect.who} {written(effect.total)}" for effect in entry.effects]
    return all_of(scores) or _("no score")


def _follows(
    state: RubberState,
    consequence: Consequence,
    pairs: NamedPairs,
    before: Mapping[int, DealEntry],
) -> Iterator[str]:
    """Sentences about the end of the corrected rubber, if it is another, and about the deals after that end."""
    called_deals = [called(state, deal.number) for deal in state.deals]
    if consequence.opens_again:
        words = _(
            "The %(noun)s is not over any more: it is played on in the corrected seats, or closed unfinished if one "
            "of the four has left the table or the next has begun."
        )
        yield words % {"noun": state.rubber.noun}
    elif consequence.left_over or consequence.before.state != consequence.after.state:
        yield from end_in_words(consequence, pairs, called_deals, state.rubber)
    if consequence.left_over:
        fate = fate_of_left_over(state, "")
        yield from left_over_in_words(state, consequence.left_over, fate, before)


def correct_seats(
    *, state: RubberState, exchange: Exchange, by: Member, now: datetime
) -> None:
    """Let two players change places in the whole rubber, in the caller's transaction (decision 0083).

    Every deal gets a new version by the corrected seats, in which it reads as before; the signatures under it stay.
    No signature stays under the net score. The table is seated like the rubber while it is in play, and if deals after
    its new end begin the next rubber. Nothing disputes a deal, and no substitute is proposed.
    """
    consequence = consequence_of_exchange(state, exchange)
    fate = fate_of_left_over(state, "")
    _write_seats(state, exchange, now)
    for deal in state.deals:
        version = next_version(
            state=state,
            base=deal,
            facts=exchange.deal(deal.facts),
            by=by,
            now=now,
            reason=SEATS(),
        )
        DealAgreement.objects.bulk_create(carried_signatures(state, deal, version, now))
    corrected = load(state.rubber.pk)
    begins_next = bool(consequence.left_over) and fate.is_next_rubber
    if begins_next or not state.rubber.is_over:
        seat_the_four(state=corrected)
    settle_ending(state=corrected, sheet=consequence.after, by=by, now=now)
    if not consequence.left_over:
        return
    numbers = {deal.number for deal in consequence.left_over}
    left_over = tuple(deal for deal in corrected.deals if deal.number in numbers)
    reason = IS_LOST_BY_SEATS()
    if fate.is_next_rubber:
        reason = BEGINS_THE_NEXT_BY_SEATS[noun_in_records(state.rubber.system)]()
    take_off_left_over(
        state=corrected,
        consequence=replace(consequence, left_over=left_over),
        fate=fate,
        reason=reason,
        by=by,
        now=now,
    )


def _write_seats(state: RubberState, exchange: Exchange, now: datetime) -> None:
    """End every stay of the rubber as corrected, and write each anew in the right seat; the first dealer goes along."""
    rubber = state.rubber
    stays = RubberSeat.objects.on_sheet().filter(rubber=rubber)
    stays.filter(until=None).update(until=now)
    stays.update(corrected_at=now)
    RubberSeat.objects.bulk_create(
        RubberSeat(
            rubber=rubber,
            seat=exchange.seat(Seat(stay.seat)),
            member=stay.member,
            since=stay.since,
            until=stay.until,
        )
        for stay in state.seats
    )
    dealer = exchange.seat(rubber.dealer)
    if dealer != rubber.dealer:
        Rubber.objects.filter(pk=rubber.pk).update(corrected_dealer=dealer)
