"""Races at the sheet of a rubber: each one makes its own table, sends requests at once, and checks the rows."""

from itertools import count
from uuid import uuid4

from django.utils import timezone

from clubscore.ledger.models import Transaction
from clubscore.members.models import Member
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.models import (
    Deal,
    DealAgreement,
    NetAgreement,
    Proposal,
    Rubber,
    Vote,
)
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.bench.scorer import Browser
from tests.factories import NINE_DEALS, member, record, rubber_in_play
from tests.soak.races.track import Act, Request, Track, each

NUMBERS = count(1)
N, E, S, W = Seat
UNTOUCHED = dict.fromkeys(
    ("honours", "transferred_side", "transferred_tricks", "note", "line"), ""
)
# Contract, declarer, result.
TAPS = (
    ("2H", "S", "0"),
    ("4S", "N", "0"),
    ("1NT", "W", "-1"),
)


def some_four() -> dict[Seat, Member]:
    number = next(NUMBERS)
    return {seat: member(f"{seat.word} of race {number}") for seat in Seat}


def a_rubber(*lines: str) -> Rubber:
    """A rubber in play at a table of its own, with these deals."""
    return rubber_in_play(some_four(), lines=lines, now=timezone.now())


def entry(
    rubber: Rubber, taps: tuple[str, str, str] = TAPS[0], **fields: object
) -> dict[str, object]:
    """The fields of the form of the next deal, sent by a player who sees the newest sheet."""
    state = load(rubber.pk)
    tapped = dict(zip(("contract", "declarer", "result"), taps, strict=True)) | {
        "risk": ""
    }
    hidden = {
        "number": state.next_number,
        "revision": state.rubber.revision,
        "key": uuid4(),
    }
    return tapped | UNTOUCHED | hidden | fields


def browsers(track: Track, rubber: Rubber) -> dict[Seat, Browser]:
    return {seat: track.browser(player) for seat, player in rubber.players.items()}


def one_deal_number(track: Track) -> None:
    """The four players send the first deal from a dozen phones each, in three versions."""
    rubber = a_rubber()
    four, path = browsers(track, rubber), f"/rubbers/{rubber.pk}/deals/"
    sent = [
        Request(four[seat], path, entry(rubber, taps)) for taps in TAPS for seat in Seat
    ]
    sent = [
        request._replace(fields=request.fields | {"key": uuid4()})
        for request in sent * track.width
    ][: track.width]
    statuses = track.run(*each(sent))
    assert set(statuses) <= {200, 409}, statuses
    (deal,) = Deal.objects.filter(rubber=rubber)
    assert deal.number == 1
    assert Proposal.objects.filter(rubber=rubber).count() <= 1
    signers = list(
        DealAgreement.objects.filter(deal=deal).values_list("member", flat=True)
    )
    assert len(signers) == len(set(signers)) <= 4
    record(rubber, "1cn=", now=timezone.now())


def one_key(track: Track) -> None:
    """A phone that gets no answer sends one form again and again: one deal is recorded, and all answers are equal."""
    rubber = a_rubber("2hn=")
    request = Request(
        track.browser(rubber.players[N]), f"/rubbers/{rubber.pk}/deals/", entry(rubber)
    )
    statuses = track.run(request.send)
    assert set(statuses) == {200}, statuses
    assert Deal.objects.filter(rubber=rubber).count() == 2
    assert (
        DealAgreement.objects.filter(deal__number=2, deal__rubber=rubber).count() == 1
    )


def _disputed(
    rubber: Rubber, line: str, *, number: int = 2, later: str = "next"
) -> Proposal:
    return propose(
        state=load(rubber.pk),
        base=rubber.deals.get(number=number),
        facts=parse_deal(line),
        key=uuid4(),
        by=rubber.players[S],
        now=timezone.now(),
        error="agreement",
        later=later,
    )


def one_vote(track: Track) -> None:
    """Three players vote yes on a proposal, each several times: the deal gets one new version."""
    rubber = a_rubber("4sn=", "3nn-1", "2he=")
    proposal = _disputed(rubber, "3nn=")
    four, path = (
        browsers(track, rubber),
        f"/rubbers/{rubber.pk}/proposals/{proposal.pk}/votes/",
    )
    statuses = track.run(
        *each(Request(four[seat], path, {"vote": "yes"}) for seat in (N, E, W))
    )
    assert set(statuses) <= {200, 409}, statuses
    proposal.refresh_from_db()
    assert proposal.state == Proposal.State.ACCEPTED
    assert Deal.objects.filter(rubber=rubber, number=2).count() == 2
    assert set(
        Vote.objects.filter(proposal=proposal).values_list("is_yes", flat=True)
    ) == {True}
    (written,) = Deal.objects.filter(rubber=rubber, number=2, version=2)
    signers = list(
        DealAgreement.objects.filter(deal=written).values_list("member", flat=True)
    )
    assert len(signers) == len(set(signers))


def yes_and_no(track: Track) -> None:
    """Players vote yes and no while the proposer withdraws: the proposal ends once, in one way."""
    rubber = a_rubber("4sn=", "3nn-1", "2he=")
    proposal = _disputed(rubber, "3nn=")
    four, path = (
        browsers(track, rubber),
        f"/rubbers/{rubber.pk}/proposals/{proposal.pk}/",
    )
    votes = [
        Request(four[seat], f"{path}votes/", {"vote": vote})
        for seat in (N, E, W)
        for vote in ("yes", "no")
    ]
    statuses = track.run(*each([*votes, Request(four[S], f"{path}withdrawal/", {})]))
    assert set(statuses) <= {200, 409}, statuses
    proposal.refresh_from_db()
    is_accepted = proposal.state == Proposal.State.ACCEPTED
    assert proposal.closed_at is not None
    assert Deal.objects.filter(rubber=rubber, number=2).count() == 1 + is_accepted


def undo_against_agreement(track: Track) -> None:
    """The last deal is undone while all four agree to the net score: one of the two happens, never both."""
    rubber = a_rubber(*NINE_DEALS)
    four, newest = browsers(track, rubber), rubber.deals.latest("pk")
    undo = Request(four[N], f"/rubbers/{rubber.pk}/deals/9/undo/", {})
    signs = [
        Request(four[seat], f"/rubbers/{rubber.pk}/agreement/", {"version": newest.pk})
        for seat in Seat
    ]
    statuses = track.run(*each([*signs, undo]))
    assert set(statuses) <= {200, 302, 409}, statuses
    rubber.refresh_from_db()
    booked = Transaction.objects.filter(
        source=Transaction.Source.RUBBER, source_id=rubber.pk
    ).count()
    is_undone = Deal.objects.filter(rubber=rubber, is_undone=True).exists()
    assert booked == (0 if is_undone else 1)
    assert (rubber.agreed_at is None, rubber.ended_at is None) == (is_undone, is_undone)
    signers = list(
        NetAgreement.objects.filter(rubber=rubber, cleared_by=None).values_list(
            "member", flat=True
        )
    )
    assert len(signers) == len(set(signers))


def next_result_against_left_over(track: Track) -> None:
    """The next rubber's first result is recorded while a correction lets the last rubber end earlier.

    The remaining deal and the new result both want to be the first deal: one of them is, and nothing is lost or
    doubled.
    """
    rubber = a_rubber("4sn=", "3sn=", "2he=", "4sn=")
    four, now = browsers(track, rubber), timezone.now()
    following = start_rubber(
        table=rubber.table, dealer=S, by=rubber.players[N], now=now
    )
    proposal = _disputed(rubber, "4sn=")
    votes = f"/rubbers/{rubber.pk}/proposals/{proposal.pk}/votes/"
    played = entry(following)
    acts: list[Act] = []
    for seat in (N, E, W):
        acts.append(Request(four[seat], votes, {"vote": "yes"}).send)
        deal = Request(
            four[seat], f"/rubbers/{following.pk}/deals/", played | {"key": uuid4()}
        )
        acts.append(deal.send)
    statuses = track.run(*acts)
    assert set(statuses) <= {200, 302, 409}, statuses
    proposal.refresh_from_db()
    for found in Rubber.objects.filter(table=rubber.table_id):
        numbers = [deal.number for deal in load(found.pk).deals]
        assert len(numbers) == len(set(numbers))
    assert Rubber.objects.filter(table=rubber.table_id, ended_at=None).count() <= 1


def two_books(track: Track) -> None:
    """Both sides send the same deal from their own books: one deal is recorded, and each player signs it once."""
    rubber = a_rubber()
    four, path = browsers(track, rubber), f"/rubbers/{rubber.pk}/deals/"
    statuses = track.run(
        *each(Request(four[seat], path, entry(rubber)) for seat in Seat)
    )
    assert set(statuses) <= {200, 409}, statuses
    assert Deal.objects.filter(rubber=rubber).count() == 1
    signers = list(
        DealAgreement.objects.filter(deal__rubber=rubber).values_list(
            "member", flat=True
        )
    )
    assert len(signers) == len(set(signers))
