"""A club for the noise: the demonstration club, and a row for every address and a member for every role."""

from datetime import timedelta
from typing import NamedTuple
from uuid import uuid4

from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.demo import club as demo
from clubscore.duplicate.play.tablet.services import lay_tablet
from clubscore.ledger.manual_entries.services import book_adjustment
from clubscore.ledger.models import Unit
from clubscore.members.invitations.queries import token_of
from clubscore.members.invitations.services import invite, make_poster
from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import propose_substitute
from clubscore.settlements.period import SettlementPeriod
from scoring import Seat, parse_deal
from tests.duplicate.evening import in_play
from tests.factories import NINE_DEALS, PASSWORD, member, passkey_of, rubber_in_play
from tests.settlements.settling import settle


class Club(NamedTuple):
    """`cast` maps each part in the noise to a member's id, and `tokens` are those of the open invitations."""

    cast: dict[str, int]
    tokens: tuple[str, ...]


def fill() -> Club:
    """Make the demonstration club, and add disputed and unagreed rubbers, a substitution, bookings,
    invitations and a merge.
    """
    now = timezone.now()
    club = demo.add_members(password=PASSWORD, now=now)
    demo.play_tonight(club, now=now)
    ruth = club[demo.SECRETARY]
    finished = Rubber.objects.order_by("pk").first()
    evening = evening_of(finished.started_at)
    settle(ruth, period=SettlementPeriod(evening, evening), now=now)
    book_adjustment(
        number=1,
        member=ruth,
        points=5,
        against="Prizes",
        unit=Unit.POINTS,
        reason="A prize",
        by=ruth,
        now=now,
    )
    newcomer = Member.objects.create(name="Nora Field", joined_at=now)
    tokens = (
        token_of(invite(member=newcomer, by=ruth, now=now)),
        token_of(make_poster(by=ruth, now=now)),
    )
    pairs = in_play(ruth, count=5, family="Ames")
    for table, is_here in ((1, True), (2, False)):
        lay_tablet(
            session=pairs, letter="A", table=table, by=ruth, now=now, is_here=is_here
        )
    kept, closed = member("Olga Lind"), add_guest(name="Olga L.", now=now)
    merge(kept=kept, merged=closed, by=ruth, now=now)
    disputed, over = _disputed(now), _over(now)
    passkey_of(club["Mei Tan"])
    cast = {
        "watcher": member("Wanda Watch", role=Role.WATCHER),
        "player": club["Mei Tan"],
        "opponent": club["Ivo Novak"],
        "royal player": club["Per Lund"],
        "disputing": disputed,
        "not agreed": over,
        "scorer": member("Sorin Scorer", role=Role.SCORER),
        "admin": member("Ada Admin", role=Role.ADMIN),
        "owner": ruth,
    }
    return Club({name: who.pk for name, who in cast.items()}, tokens)


def _disputed(now) -> Member:
    """Make a rubber with an open proposal and an open substitution. Returns one of its players."""
    players = {seat: member(f"{seat.word} Disputing") for seat in Seat}
    rubber = rubber_in_play(
        players, lines=("4sn=", "3nn-1", "2he="), now=now - timedelta(minutes=40)
    )
    propose(
        state=load(rubber.pk),
        base=rubber.deals.get(number=2),
        facts=parse_deal("3nn="),
        key=uuid4(),
        by=players[Seat.SOUTH],
        now=now,
        error="agreement",
        later="next",
    )
    comer = member("Susan Substitute")
    propose_substitute(
        state=load(rubber.pk),
        seat=Seat.WEST,
        substitute=comer,
        by=players[Seat.WEST],
        now=now,
    )
    return players[Seat.EAST]


def _over(now) -> Member:
    """Make a rubber that is over and not agreed yet. Returns one of its players."""
    players = {seat: member(f"{seat.word} Waiting") for seat in Seat}
    rubber_in_play(players, lines=NINE_DEALS, now=now - timedelta(minutes=50))
    return players[Seat.WEST]
