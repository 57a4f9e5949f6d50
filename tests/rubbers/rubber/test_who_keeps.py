"""The right to write on a sheet: the four players, the member who started the rubber, and scorers have it;
watchers do not.
"""

import pytest

from clubscore.members.people.services import add_guest, give_role
from clubscore.members.roles import Role
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import NOON, agreed_rubber, four, member, rubber_in_play
from tests.rubbers.conftest import entry

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("watcher", False),
        ("player", False),
        ("scorer", True),
        ("admin", True),
        ("owner", True),
    ],
)
def test_somebody_else_keeps_the_sheet_from_scorer_upwards(
    rubber, signed_in, role, may
):
    eve = signed_in(member("Eve", role=Role(role)))
    assert (
        'id="deal-form"' in eve.get(f"/tables/{rubber.table_id}/").content.decode()
    ) is may
    answer = eve.post(f"/rubbers/{rubber.pk}/deals/", entry(rubber))
    assert (answer.status_code, rubber.deals.count()) == ((302, 1) if may else (403, 0))


def test_a_scorer_stops_a_rubber_that_was_left_and_a_player_does_not(rubber, signed_in):
    fields = {"reason": "They went home", "revision": rubber.revision}
    path = f"/rubbers/{rubber.pk}/ending/"
    assert signed_in(member("Eve")).post(path, fields).status_code == 403
    assert Rubber.objects.get(pk=rubber.pk).ended_at is None
    signed_in(member("Max", role=Role.SCORER)).post(path, fields)
    assert Rubber.objects.get(pk=rubber.pk).ending == "unfinished"


def test_a_scorer_rules_on_nothing_and_opens_no_agreed_rubber(signed_in):
    rubber, max_ = agreed_rubber(), signed_in(member("Max", role=Role.SCORER))
    assert (
        max_.post(f"/rubbers/{rubber.pk}/reopening/", {"reason": "So"}).status_code
        == 403
    )
    assert (
        "Open this rubber again"
        not in max_.get(f"/rubbers/{rubber.pk}/").content.decode()
    )
    sam = signed_in(member("Sam", role=Role.ADMIN))
    assert (
        "Open this rubber again" in sam.get(f"/rubbers/{rubber.pk}/").content.decode()
    )


def test_a_player_who_was_made_a_watcher_writes_no_more(rubber, anna, signed_in):
    north = rubber.players[Seat.NORTH]
    give_role(member=north, role=Role.WATCHER)
    assert (
        'id="deal-form"' not in anna.get(f"/tables/{rubber.table_id}/").content.decode()
    )
    answer = anna.post(f"/rubbers/{rubber.pk}/deals/", entry(rubber))
    assert answer.status_code == 403
    assert "ask an admin to make you a player" in answer.content.decode()


def test_a_guest_in_a_seat_is_no_watcher():
    guest = add_guest(name="Karl Stein", now=NOON)
    rubber = rubber_in_play({**four(), Seat.WEST: guest})
    assert RubberDesk(load(rubber.pk), guest).may_keep
    assert not RubberDesk(
        load(rubber.pk), add_guest(name="Tom Byrne", now=NOON)
    ).may_keep
