"""What a migration makes of signatures by PIN, there and back."""

import pytest

from clubscore.members.people.services import add_guest
from clubscore.rubbers.agreement.services import agree_deal, agree_net
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.models import NetAgreement
from scoring import Seat
from tests.factories import NINE_DEALS, NOON, four, rubber_in_play

pytestmark = pytest.mark.thorough  # they have run at clubs, and change no more
N, E, S, W = Seat


def test_signatures_by_pin_stay_and_those_by_table_pin_are_such_on_the_way_back(migrate):
    players = four() | {E: add_guest(name="Lena Horn", now=NOON), W: add_guest(name="Karl Stein", now=NOON)}
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    newest, lena, karl = rubber.deals.latest("pk"), players[E], players[W]
    for who in (lena, karl):
        agree_net(state=load(rubber.pk), newest=newest, by=who, now=NOON, how="table-pin", device_of=players[N])
    agree_deal(state=load(rubber.pk), deal=newest, by=karl, now=NOON, how="table-pin", device_of=players[N])
    NetAgreement.objects.create(rubber=rubber, newest=newest, member=karl, at=NOON, how="tapped")
    then = migrate("0017_who_goes_out")
    net = then.get_model("rubbers", "NetAgreement").objects.order_by("pk").values_list("member", "how")
    assert list(net) == [(lena.pk, "pin"), (karl.pk, "tapped")]
    assert then.get_model("rubbers", "DealAgreement").objects.get(member=karl.pk).how == "pin"
    now = migrate("0018_not_there")
    assert list(now.get_model("rubbers", "NetAgreement").objects.order_by("pk").values_list("how", flat=True)) == [
        "pin", "tapped"
    ]  # fmt: skip
