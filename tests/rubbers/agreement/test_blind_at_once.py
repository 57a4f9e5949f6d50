"""Both sides write a deal in their blind books at the same moment: the second sees what the first has written."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import uuid4

import pytest

from clubscore.rubbers.agreement.blind_books import enter_blind, record_with_one_book
from clubscore.rubbers.models import BookEntry, Deal, Proposal
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import NOON, member
from tests.forms import SECRET, closed
from tests.live.conftest import cookie_of
from tests.rubbers.agreement.blind import blind_rubber, write
from tests.server_process import ServerProcess, request_of
from tests.writing_at_once import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

N, E, S, W = Seat
ROUNDS = 5


def begun(time: int):
    return blind_rubber({seat: member(f"{seat.word} {time}") for seat in Seat})


def entry_of(rubber, seat: Seat, line: str):
    """A function that writes the first deal for this seat, with the state loaded before any other write."""
    return partial(
        enter_blind,
        state=load(rubber.pk),
        facts=parse_deal(line),
        number=1,
        seen_revision=0,
        key=uuid4(),
        by=rubber.players[seat],
        now=NOON,
    )


def kept(rubber) -> tuple[list[str], list[str], list[str]]:
    """The facts of the deals and of the proposals of the rubber, and the states of the entries in its books."""
    deals = [str(row.facts) for row in Deal.objects.filter(rubber=rubber)]
    proposals = [str(row.facts) for row in Proposal.objects.filter(rubber=rubber)]
    entries = BookEntry.objects.filter(rubber=rubber)
    return deals, proposals, [row.state for row in entries]


@pytest.mark.parametrize("other", ["4sn=", "4sn-1"])
def test_both_sides_at_once(other):
    for time in range(ROUNDS):
        rubber = begun(time)
        writes = (entry_of(rubber, N, "4sn="), entry_of(rubber, E, other))
        assert at_once(*writes) == []
        deals, proposals, states = kept(rubber)
        assert {*deals, *proposals} == {"4SN=", str(parse_deal(other))}
        assert (len(deals), states) == (1, ["recorded"])


def test_one_book_and_the_other_side_at_once():
    for time in range(ROUNDS):
        rubber = begun(time)
        entry = write(rubber, "4sn=", N).entry
        alone = partial(
            record_with_one_book,
            state=load(rubber.pk),
            entry=entry,
            by=rubber.players[N],
            now=NOON,
        )
        assert at_once(alone, entry_of(rubber, E, "4sn-1")) == []
        assert kept(rubber) == (["4SN="], ["4SN-1"], ["recorded"])


def sent_by(server: ServerProcess, rubber, seat: Seat, result: str):
    """A function that sends the entry of the first deal for this seat to this server, and returns the status."""
    headers = {
        "Cookie": f"{cookie_of(rubber.players[seat])['Cookie']}; csrftoken={SECRET}",
        "HX-Request": "true",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    taps = f"contract=4S&declarer=N&result={result}&risk="
    body = closed(f"{taps}&number=1&revision=0&key={uuid4()}")
    path = f"/rubbers/{rubber.pk}/deals/"
    return partial(request_of, server.port, "POST", path, body, headers)


@pytest.mark.landing
def test_both_sides_at_once_in_two_processes():
    with ServerProcess() as first, ServerProcess() as second:
        for time in range(ROUNDS):
            rubber = begun(time)
            other = "-1" if time % 2 else "0"
            sends = [sent_by(first, rubber, N, "0"), sent_by(second, rubber, E, other)]
            with ThreadPoolExecutor() as phones:
                answers = [phones.submit(send) for send in sends]
            assert [answer.result() for answer in answers] == [200, 200]
            deals, proposals, states = kept(rubber)
            assert (len(deals), states) == (1, ["recorded"])
            assert {*deals, *proposals} == {"4SN=", "4SN-1" if time % 2 else "4SN="}
            signed = Deal.objects.get(rubber=rubber).agreements.count()
            assert signed == (1 if time % 2 else 2)
