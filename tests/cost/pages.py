"""The requests that the guard on cost watches, in a club with a thousand rubbers and two sessions of duplicate."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from uuid import uuid4

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.duplicate.slot import Slot
from scoring import Seat
from tests.bench.bench_session import filled, played
from tests.bench.bench_standings import busiest_pair, owner
from tests.bench.big_club import club_of
from tests.bench.scorer import Answer, Browser, Scorer, Send, tables_in_play
from tests.duplicate.published import published
from tests.factories import NOON

MEMBERS, RUBBERS, SEASON = 400, 1_000, 400
LONG_SHEET = 29
TAPS = {"contract": "4S", "risk": "", "declarer": "N", "result": "0", "revision": 0}

Step = Callable[..., Answer]
"""A function that makes one request, with its keyword arguments as headers, and returns the answer."""
Watched = Callable[[], list[Step]]
"""A function that returns the one or two requests of something a reader or player does, each time at another table."""


def watched(connection: Callable[[], Send]) -> tuple[Browser, dict[str, Watched]]:
    """Make a club, and return the browser of its owner and what the guard watches there, by name."""
    season = club_of(members=MEMBERS, history=RUBBERS, season=SEASON)
    admin = owner()
    in_play, over = played(admin, 15, 15), played(admin, 11)
    end_play(session=over, by=admin, now=NOON)
    published(over)
    scorers, readers = (
        scorers_of(8, 6, connection),
        scorers_of(2, LONG_SHEET, connection),
    )
    results = iter(board_results(admin, connection))
    reader, (busiest, _) = Browser(admin, connection()), busiest_pair()
    pages = {
        "the director’s page": f"/duplicate/{in_play.pk}/director/",
        "published results": f"/duplicate/{over.pk}/results/",
        "the room": "/",
        "attention": "/attention/",
        "the ledger": "/ledger/",
        "the standings": f"/standings/{season.slug}/?game=contract",
        "a member": f"/members/{busiest.pk}/?season={season.slug}&game=contract",
    }
    return reader, {
        "a recorded deal": lambda: [opened(next(scorers)).record],
        "a table’s page": lambda: [opened(next(readers)).open],
        "a recorded result of duplicate": lambda: next(results),
        **{  # type: ignore[misc]
            name: lambda path=path: [partial(reader.get, path)]
            for name, path in pages.items()
        },
    }


def scorers_of(
    tables: int, deals: int, connection: Callable[[], Send]
) -> Iterator[Scorer]:
    """Yield in turns, without end, the scorers of so many new tables, each with so many deals on its sheet."""
    return cycle(
        [Scorer(each, connection()) for each in tables_in_play(tables, deals=deals)]
    )


def opened(scorer: Scorer) -> Scorer:
    """Load the page of the scorer's table just before measuring, and return the scorer; the session is then fresh."""
    scorer.open()
    return scorer


def board_results(admin, connection: Callable[[], Send]) -> Iterator[list[Step]]:
    """Yield, for each first-round result of nine tables, the requests by which North records it and sees the board."""
    session = filled(admin, 9)
    start_round(session=session, round=1, by=admin, now=NOON)
    state = load(session.pk)
    for slot, row in slots_of(state):
        if slot.round > 1:
            continue
        north = SlotState(state, state.section(slot.letter), row, slot).players[
            Seat.NORTH
        ]
        yield result_at(
            Browser(north, connection()), address_of(session.pk, slot), slot.board
        )


def result_at(browser: Browser, path: str, board: int) -> list[Step]:
    assert browser.get(path).status == 200

    def record(**headers: str) -> Answer:
        answer = browser.post(path, TAPS | {"number": board, "key": uuid4()}, **headers)
        assert answer.headers["HX-Redirect"] == path
        return answer

    return [record, partial(browser.get, path)]


def address_of(pk: int, slot: Slot) -> str:
    return f"/duplicate/{pk}/rounds/{slot.round}/{slot.letter}/{slot.table}/boards/{slot.board}/"
