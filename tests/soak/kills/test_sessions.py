"""An evening of duplicate under kills and lost connections: the published results follow from the acknowledged ones."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from clubscore.duplicate.director.opening.offers import offers
from clubscore.duplicate.models import (
    Call,
    Play,
    PlayProposal,
    PlaySignature,
    Publication,
    PublishedRow,
    Ruling,
)
from clubscore.duplicate.session.loading import load
from clubscore.members.models import Member
from scoring import Side, parse_deal
from scoring.contest import Contest, ContestEntry, ContestRules, Slot, fold
from scoring.duplicate import score_board
from scoring.duplicate.outcome_line import parse_outcome
from scoring.duplicate.outcomes import Played
from scoring.movements.change.late_pair import late_pair
from tests.duplicate.evening import seated
from tests.duplicate.sessions import opened
from tests.factories import member
from tests.server_process import ServerProcess
from tests.soak.kills.bridge_evening import RULING, BridgeEvening
from tests.soak.kills.bridge_session import Place
from tests.soak.kills.kept import wrong_in_the_books
from tests.soak.kills.logs import tracebacks

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.landing,
]


@pytest.mark.thorough
def test_an_evening_of_nine_tables_with_kills_is_published_as_it_was_acknowledged(
    full: bool, tmp_path: Path
) -> None:
    tables, boards, kills_in = (9, 27, (2, 5, 8)) if full else (3, 6, (2,))
    server = ServerProcess(log=tmp_path / "log")
    evening = an_evening(tables, boards, server.port)
    with evening.play():
        for round in kills_in:
            with server:
                evening.wait_for_round(round)
                evening.wait_for_results(random.randrange(tables))
                server.kill()
        with server:
            evening.wait_for_the_end()
    print(
        f"\n{tables} tables, {boards} boards, {len(kills_in)} kills: {evening.figures()}",
        flush=True,
    )
    assert [*wrong(evening, late=2 * tables)] == []
    assert [*wrong_in_the_books()] == []
    assert evening.unexpected == []
    assert tracebacks(tmp_path / "log") == []
    forgotten = evening.acknowledged[0].place
    for player in evening.players:
        player.acknowledged = [
            each for each in player.acknowledged if each.place != forgotten
        ]
    # So it is found.
    assert f"{forgotten} was acknowledged as None" in "".join(
        wrong(evening, late=2 * tables)
    )


def an_evening(tables: int, boards: int, port: int) -> BridgeEvening:
    """A Mitchell in which half a table is missing, with the late pair that will fill it."""
    (mitchell, *_) = offers(
        2 * tables - 1, boards, sections=1, minutes_a_board=7, minutes_a_change=2
    )
    movement, director = mitchell.first.movement, member("Ruth")
    session = opened(director, movement, boards_a_round=mitchell.first.boards_a_round)
    pairs = {number: _pair(number) for number in range(1, 2 * tables + 1)}
    seated(session, list(pairs.values())[:-1])
    (whole, *_) = late_pair(movement, 2)
    rows = tuple(row.renamed(None, 2 * tables) for row in whole.movement.rows)
    ruled = next(row for row in rows if row.round == 2)
    board = 1 + (ruled.set - 1) * session.boards_a_round
    return BridgeEvening(session, pairs, rows, Place(2, ruled.table, board), port)


def _pair(number: int) -> tuple[Member, Member]:
    return member(f"First of {number}"), member(f"Second of {number}")


def wrong(evening: BridgeEvening, *, late: int) -> Iterator[str]:
    """Yield a sentence for each result that is missing, doubled, or published otherwise than acknowledged."""
    final = evening.final
    if final.keys() != (due := evening.places(late=late)):
        yield f"Not acknowledged: {sorted(due - final.keys())}; not due: {sorted(final.keys() - due)}."
    newest = {
        Place(play.round, play.table, play.board): play
        for play in Play.objects.order_by("version")
    }
    for place in newest.keys() | final.keys():
        if not (
            place in newest
            and place in final
            and newest[place].facts == parse_deal(final[place])
        ):
            yield f"{place} was acknowledged as {final.get(place)} and stands there as {newest.get(place)}."
        elif (
            len(
                set(
                    PlaySignature.objects.filter(play=newest[place]).values_list(
                        "member", flat=True
                    )
                )
            )
            != 2
        ):
            yield f"{place} is not signed by one of each side."
    yield from _twice(evening)
    yield from _published(evening, final)


def _twice(evening: BridgeEvening) -> Iterator[str]:
    recorded = Counter(Play.objects.values_list("key", flat=True)) + Counter(
        PlayProposal.objects.values_list("key", flat=True)
    )
    keys: dict[tuple[Place, str], set[UUID]] = defaultdict(set)
    for each in evening.acknowledged:
        keys[each.place, each.line].add(each.key)
    for (
        (place, line),
        sent,
    ) in keys.items():
        # Whoever says once more what stands there agrees to it: that is no row.
        if (there := sum(recorded[key] for key in sent)) != 1:
            yield f"{line} for {place} was acknowledged and is there {there} times."
    differing = sum(place.other is not None for place in evening.final)
    counts = (
        Play.objects.count(),
        PlayProposal.objects.count(),
        Ruling.objects.count(),
        Publication.objects.count(),
    )
    if counts != (len(evening.final) + differing, differing, 1, 1):
        yield f"There are {counts} results, proposals, rulings and publications."
    state = load(evening.session.pk)
    if (
        rows := (len(state.sections[0].plans), len(state.starts), Call.objects.count())
    ) != (2, state.rounds, 0):
        yield f"There are {rows} editions, rounds and calls."


def _published(evening: BridgeEvening, final: dict[Place, str]) -> Iterator[str]:
    """Yield a sentence for each published row that differs from what `scoring` alone computes."""
    slots = []
    for place, line in final.items():
        row = evening.rows[place.round, place.table]
        deal = parse_deal(line)
        outcome = Played(score_board(place.board, deal).score, deal)
        ruled = parse_outcome(RULING, place.board) if place == evening.ruled else None
        slots.append(Slot(place.board, row.ns, row.ew, ruled or outcome))
    first = {
        number: row for row in reversed(evening.rows.values()) for number in row.seated
    }
    entries = [
        ContestEntry(each, line=Side.NS if first[each].ns == each else Side.EW)
        for each in sorted(first)
    ]
    rules = ContestRules.from_mapping({"scoring": "matchpoints", "winners": 2})
    counts = Counter(slot.board for slot in slots)
    expected = tuple((board, max(counts.values())) for board in sorted(counts))
    result = fold(
        Contest("evening", rules, tuple(entries), tuple(slots), expected=expected)
    )
    due = [
        (
            ranked.name,
            row.entry,
            row.place,
            row.is_tied,
            int(row.score * 10_000),
            row.boards,
        )
        for ranked in result.lists
        for row in ranked.rows
    ]
    columns = ("list", "entry__number", "place", "is_tied", "score", "boards")
    found = [*PublishedRow.objects.order_by("pk").values_list(*columns)]
    if sorted(found) != sorted(due):
        yield f"Published is {sorted(found)}, acknowledged was {sorted(due)}."
