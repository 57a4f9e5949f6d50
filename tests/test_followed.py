"""A reader who follows a request seldom comes back to a module left before (docs/architecture.md)."""

from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring import Seat
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.recorded import player, recorded
from tests.factories import record, rubber_in_play
from tests.followed import Walk, followed
from tests.rubbers.conftest import HTMX, entry
from tests.rubbers.correction.correcting import correct

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
MOST = {"result": 15, "ruling": 20, "correction": 14, "deal": 15, "vote": 18}
"""The most returns to a module left before that each request may need; a change that needs fewer lowers the number."""
ADVICE = "This request goes back to more modules than before: let one function ask what it needs from one place."


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def result_of_duplicate() -> Walk:
    session = in_play()
    north, address = (
        of(player(session, FIRST)),
        f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/",
    )
    taps = {
        "contract": "4S",
        "risk": "",
        "declarer": "N",
        "result": "0",
        "number": 1,
        "revision": 0,
    }
    north.get(address)  # what is compiled once is there
    with followed("clubscore.duplicate.play.views.board") as walk:
        assert north.post(address, taps | {"key": uuid4()}).status_code == 302
    return walk


def ruling() -> Walk:
    session = in_play(rounds=5)
    recorded(session, FIRST, "4sn=")
    director, address = (
        of(session.director),
        f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/ruling/",
    )
    form = {
        "kind": "weighted",
        "line": "60% 4SN=, 40% 4SN-1",
        "law": "",
        "text": "A slow pass",
        "step": "record",
    }
    form |= {
        "ns": "=",
        "ew": "=",
        "seen_ruling": 0,
        "seen_play": 1,
        "key": uuid4(),
        "shown": "60%=4SN=,40%=4SN-1",
    }
    director.get(address)
    with followed("clubscore.duplicate.verdicts.ruling.views.ruling") as walk:
        assert director.post(address, form).status_code == 302
    return walk


def correction_of_duplicate() -> Walk:
    session = played()
    published(session, now=timezone.now())
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    address = f"/duplicate/{session.pk}/rounds/{slot.round}/{slot.letter}/{slot.table}/boards/{slot.board}/correction/"
    form = {
        "contract": "6S",
        "risk": "",
        "declarer": "S",
        "result": "0",
        "number": slot.board,
        "revision": 1,
    }
    form |= {"key": uuid4(), "error": "score", "why": "Wrong board"}
    north = of(player(session, slot))
    north.get(address)
    with followed("clubscore.duplicate.verdicts.correcting.views.correction") as walk:
        assert north.post(address, form).status_code == 302
    return walk


def recorded_deal() -> Walk:
    rubber = rubber_in_play()
    north, address = of(rubber.players[Seat.NORTH]), f"/rubbers/{rubber.pk}/deals/"
    north.get(f"/tables/{rubber.table_id}/")
    with followed("clubscore.rubbers.page.entry_views.deal_create") as walk:
        assert north.post(address, entry(rubber), headers=HTMX).status_code == 200
    return walk


def vote() -> Walk:
    rubber = rubber_in_play()
    record(rubber, "4sn=")
    proposal = correct(rubber, 1, "4sn-1")
    east = of(rubber.players[Seat.EAST])
    with followed("clubscore.rubbers.consent.views.vote") as walk:
        votes = f"/rubbers/{rubber.pk}/proposals/{proposal.pk}/votes/"
        assert east.post(votes, {"vote": "yes"}, headers=HTMX).status_code == 200
    return walk


WAYS = {
    "result": result_of_duplicate,
    "ruling": ruling,
    "correction": correction_of_duplicate,
    "deal": recorded_deal,
    "vote": vote,
}


@pytest.mark.parametrize("name", WAYS)
def test_a_request_seldom_comes_back_to_a_module(name: str):
    with transaction.atomic():  # what is kept after the first time is there
        WAYS[name]()
        transaction.set_rollback(True)
    assert WAYS[name]().returns <= MOST[name], ADVICE
