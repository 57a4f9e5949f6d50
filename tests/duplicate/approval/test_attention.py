"""The page Attention names the appeals that wait for an admin who did not rule (Law 93)."""

from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.verdicts.appealing import services
from clubscore.members.models import Member
from clubscore.members.roles import Role
from scoring import Seat
from tests.duplicate.late_changes import organiser
from tests.duplicate.published import played
from tests.duplicate.recorded import at
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
WAITS = "the appeal of the ruling on board"


def attention(reader: Member) -> str:
    client = Client()
    client.force_login(reader)
    return client.get("/attention/").content.decode()


def test_law_93_an_admin_reads_of_an_appeal_that_waits_to_be_heard_and_who_ruled_does_not():
    ruth, ida = member("Ruth", role=Role.ADMIN), member("Ida", role=Role.ADMIN)
    session = played(ruth)
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    ruled(session, slot, "A+-")
    players = at(session, slot).players
    made = services.appeal(
        session=session,
        slot=slot,
        why="We were not at fault",
        key=uuid4(),
        by=players[Seat.EAST],
        now=NOON,
    )
    assert WAITS not in attention(ida)
    services.agree(appeal=made, by=players[Seat.WEST], now=NOON)
    assert WAITS in attention(ida)
    assert f"/boards/{slot.board}/appeal/" in attention(ida)
    assert WAITS not in attention(ruth)
    assert WAITS not in attention(organiser())
