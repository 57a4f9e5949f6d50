"""The clubs of the walk that play rubbers."""

from uuid import uuid4

from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.loading import load
from clubscore.tables.services import bring_guest, open_table
from scoring import Seat, parse_deal
from tests.factories import NINE_DEALS, NOON, four, member, record, rubber_in_play
from tests.walk.clubs import ABOUT_RUBBERS, club

N, E, S, W = Seat


@club("rubbers in play", *ABOUT_RUBBERS)
def in_play() -> None:
    """One with a deal in dispute and an auction called over, one that waits to be agreed, a table without a four."""
    players = four()
    waiting = rubber_in_play(players, lines=NINE_DEALS)
    disputed = rubber_in_play(
        dict(zip(Seat, map(member, ("Eva", "Finn", "Gina", "Hal")), strict=True)), lines=("4sn=",)
    )
    record(disputed, "2hs=")
    state = load(disputed.pk)
    facts = parse_deal("4sn+1")
    asked = {"state": state, "base": state.deal(1), "facts": facts, "by": disputed.players[E], "error": "recording"}
    propose(**asked, key=uuid4(), now=NOON)
    call_auction_over(state=load(disputed.pk), number=2, by=disputed.players[W], now=NOON)
    assert waiting.ended_at
    table = open_table(by=players[N], now=NOON)
    bring_guest(table=table, name="Karl", by=players[N], now=NOON)
