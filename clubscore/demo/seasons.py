"""The past of the demonstration club: ten evenings in two seasons.

The first season is settled in part. The last rubber is disputed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from random import Random
from uuid import NAMESPACE_URL, uuid5

from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.contracts.models import SignatureMethod
from clubscore.demo.made_up_deals import made_up_deal
from clubscore.ledger.models import Season, Unit
from clubscore.members.models import Member
from clubscore.rubbers.agreement.services import agree_net
from clubscore.rubbers.agreement.signing import sign_deal
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.models import Deal
from clubscore.rubbers.recording.services import start_rubber, write_deal
from clubscore.rubbers.rubber.holding import hold
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.state import RubberState
from clubscore.settlements import services as settlements
from clubscore.settlements.open_bookings import seen_as, to_settle
from clubscore.settlements.period import SettlementPeriod
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.seasons.services import close_season, open_season
from clubscore.tables import services as tables
from clubscore.tables.cuts import choose_seats, cut_for_partners
from clubscore.tables.models import Table
from clubscore.tables.queries import cut_result
from scoring import SYSTEMS, Seat

GAMES = ("royal", "chicago", "contract", "contract")
"""The name of the scoring system that is played at each of the four tables."""
EVENINGS = 10
ROUNDS = 4
REGULARS = 8
"""The number of members who come every evening; the others come by turns."""
CLOSED = 5
"""The number of evenings in the first season, which is closed."""
FIRST_DEAL_AT = time(19, 15)
A_DEAL_TAKES = timedelta(minutes=5)
A_WEEK = timedelta(weeks=1)
SEED = 1925


def play_seasons(
    club: Mapping[str, Member], *, secretary: Member, now: datetime
) -> None:
    """Play ten weekly evenings; the last is a week before `now`. The caller holds the transaction."""
    chance = Random(SEED)
    members = list(club.values())
    strengths = {member.pk: chance.gauss(0, 0.5) for member in members}
    evenings = [_first_deal(now - A_WEEK * ago) for ago in range(EVENINGS, 0, -1)]
    days = [evening_of(begins) for begins in evenings]
    first = _open("First season", days[0], by=secretary, now=evenings[0])
    for number, begins in enumerate(evenings):
        if number == CLOSED:
            _open("Second season", days[CLOSED], by=secretary, now=begins)
            close_season(season=first, by=secretary, now=begins)
            _settle(days[0], days[CLOSED - 1], by=secretary, now=begins)
        *others, last = _play_evening(members, strengths, begins=begins, chance=chance)
        for played in others:
            _agree(played)
        if begins == evenings[-1]:
            _dispute(last)
        else:
            _agree(last)


def _open(name: str, begins_on: date, *, by: Member, now: datetime) -> Season:
    """Open a season that ranks by the net score of at least three rubbers."""
    return open_season(
        name=name,
        slug=name.split()[0].lower(),
        begins_on=begins_on,
        by=Order.NET,
        least=Least(count=3),
        guests=False,
        best=None,
        admin=by,
        now=now,
    )


def _first_deal(moment: datetime) -> datetime:
    """The moment at which play begins on the evening to which `moment` belongs, at a fixed time of the club's clock."""
    zone = timezone.get_current_timezone()
    return datetime.combine(evening_of(moment), FIRST_DEAL_AT, tzinfo=zone)


def _play_evening(
    members: Sequence[Member],
    strengths: Mapping[int, float],
    *,
    begins: datetime,
    chance: Random,
) -> list[RubberState]:
    """Play an evening of sixteen members at four tables, and return its rubbers.

    The members cut for partners before each rubber.
    """
    opened = _open_tables(members, begins=begins, chance=chance)
    free_at = {table.pk: begins for table in opened}
    states = []
    for _ in range(ROUNDS):
        for table in opened:
            state = _play(table, strengths, begins=free_at[table.pk], chance=chance)
            states.append(state)
            free_at[table.pk] = _now(state) + A_DEAL_TAKES
    closed_at = max(free_at.values())
    for table in opened:
        tables.close_table(table=table, now=closed_at)
    return states


def _open_tables(
    members: Sequence[Member], *, begins: datetime, chance: Random
) -> list[Table]:
    """Open a table for each game, with four members at it."""
    places_for_others = 4 * len(GAMES) - REGULARS
    others = chance.sample(members[REGULARS:], places_for_others)
    present = [*members[:REGULARS], *others]
    chance.shuffle(present)
    opened = []
    for number, game in enumerate(GAMES):
        opener, *others = present[4 * number : 4 * number + 4]
        table = tables.open_table(by=opener, now=begins, system=game)
        for member in others:
            tables.come_to_table(table=table, member=member, now=begins)
        opened.append(table)
    return opened


def _play(
    table: Table,
    strengths: Mapping[int, float],
    *,
    begins: datetime,
    chance: Random,
) -> RubberState:
    """Play one rubber to its end: North has won the cut and records, East agrees to each deal."""
    table.refresh_from_db()
    cut = cut_for_partners(table=table, by=table.opened_by, now=begins)
    choose_seats(cut=cut, seat=Seat.NORTH)
    north = cut_result(cut).players[0]
    started = start_rubber(table=table, dealer=Seat.NORTH, by=north, now=begins)
    state, _ = hold(load(started.pk), begins)
    at_seats = {seat: strengths[member.pk] for seat, member in state.players.items()}
    royals = SYSTEMS[state.rubber.system].royals
    now = begins
    while not state.rubber.is_over:
        now += A_DEAL_TAKES
        facts = made_up_deal(chance, at_seats, royals=royals)
        key = uuid5(NAMESPACE_URL, f"demo/{started.pk}/{len(state.versions) + 1}")
        recorded = write_deal(
            state=state, facts=facts, key=key, by=north, now=now, signed=True
        )
        state = recorded.state
        sign_deal(
            state=state,
            deal=recorded.deal,
            by=state.players[Seat.EAST],
            now=now,
            how=SignatureMethod.TAPPED,
        )
    return state


def _agree(played: RubberState) -> None:
    """Let North and East agree to the net score of this rubber."""
    agreed_at = _now(played) + A_DEAL_TAKES
    newest = played.versions[-1]
    for seat in (Seat.NORTH, Seat.EAST):
        state = load(played.rubber.pk)
        agree_net(state=state, newest=newest, by=state.players[seat], now=agreed_at)


def _now(played: RubberState) -> datetime:
    """The moment at which a rubber ended; the moment at which it began, while it is in play."""
    return played.rubber.ended_at or played.rubber.started_at


def _settle(first: date, last: date, *, by: Member, now: datetime) -> None:
    """Settle the evenings from `first` to `last`.

    Of every four payments, two are confirmed and one is only marked as paid.
    """
    period = SettlementPeriod(first, last)
    bookings = to_settle(period, Unit.POINTS).order_by("pk")
    seen = seen_as(list(bookings.values_list("pk", flat=True)))
    settlement = settlements.settle(
        period=period, unit=Unit.POINTS, seen=seen, by=by, now=now
    )
    transfers = settlement.transfers.select_related("payer", "receiver")
    for transfer in transfers.order_by("number"):
        if transfer.number % 4 and transfer.payer:
            settlements.mark_paid(transfer=transfer, by=transfer.payer, now=now)
        if transfer.number % 2 and transfer.receiver:
            settlements.confirm(transfer=transfer, by=transfer.receiver, now=now)


def _dispute(played: RubberState) -> None:
    """Make a disputed correction: West says that declarer held four honours, which nobody claimed; South says no."""
    state = load(played.rubber.pk)
    now = _now(played) + A_DEAL_TAKES
    base = _newest_without_honours(state)
    proposal = propose(
        state=state,
        base=base,
        facts=replace(base.facts, honours=((Seat(base.declarer), 4),)),
        key=uuid5(NAMESPACE_URL, f"demo/{state.rubber.pk}/dispute"),
        by=state.players[Seat.WEST],
        now=now,
        reason="Four honours in one hand: we forgot to claim them.",
    )
    cast(
        state=load(played.rubber.pk),
        proposal=proposal,
        is_yes=False,
        by=state.players[Seat.SOUTH],
        now=now,
    )


def _newest_without_honours(state: RubberState) -> Deal:
    """The newest deal with a contract for which no honours are claimed. Raises LookupError if there is none."""
    for deal in reversed(state.deals):
        if deal.facts.contract and not deal.facts.honours:
            return deal
    raise LookupError("Honours are claimed in every deal.")
