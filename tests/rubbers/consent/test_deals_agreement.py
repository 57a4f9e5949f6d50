"""POST /rubbers/41/deals/agreement/: one tap agrees to several deals."""

import pytest

from clubscore.rubbers.models import DealAgreement
from scoring import Seat
from tests.factories import record
from tests.rubbers.conftest import HTMX

pytestmark = pytest.mark.django_db


def versions(rubber) -> list[int]:
    return list(rubber.deals.order_by("number").values_list("pk", flat=True))


def agree_to(client, rubber, chosen, **more):
    return client.post(
        f"/rubbers/{rubber.pk}/deals/agreement/", {"version": chosen}, **more
    )


@pytest.fixture
def three(rubber) -> list[int]:
    for line in ("2hs=", "1nn-1", "p"):
        record(rubber, line)
    return versions(rubber)


def test_one_tap_signs_all_that_were_on_the_screen(rubber, three, signed_in):
    ben = signed_in(rubber.players[Seat.EAST])
    page = ben.get(f"/rubbers/{rubber.pk}/consent/").content.decode()
    assert "Agree to all 3" in page
    # All at once, each by itself, or by PIN.
    assert [page.count(f'name="version" value="{pk}"') for pk in three] == [
        3,
        3,
        3,
    ]
    answer = agree_to(ben, rubber, three, headers=HTMX).content.decode()
    assert "Agreed to 3 deals." in answer
    assert "Please check" not in answer
    assert DealAgreement.objects.filter(member=rubber.players[Seat.EAST]).count() == 3


def test_a_version_that_is_sent_twice_is_signed_once(rubber, three, signed_in):
    answer = agree_to(
        signed_in(rubber.players[Seat.EAST]),
        rubber,
        [three[0], three[0], three[1]],
        headers=HTMX,
    )
    assert "Agreed to 2 deals." in answer.content.decode()
    assert DealAgreement.objects.filter(member=rubber.players[Seat.EAST]).count() == 2


def test_without_scripts_the_page_says_so(rubber, three, signed_in):
    answer = signed_in(rubber.players[Seat.EAST]).post(
        f"/rubbers/{rubber.pk}/deals/agreement/", {"version": three}, follow=True
    )
    assert "Agreed to 3 deals." in answer.content.decode()


def test_as_one_was_changed_since_none_is_signed(rubber, three, signed_in):
    old = rubber.deals.get(number=2)
    record(rubber, "1nn=")
    rubber.deals.create(
        number=2, version=2, key="00000000-0000-4000-8000-000000000001", recorded_by=old.recorded_by,
        recorded_at=old.recorded_at, level=1, strain="NT", declarer="N", tricks=7,
    )  # fmt: skip
    answer = agree_to(signed_in(rubber.players[Seat.EAST]), rubber, three, headers=HTMX)
    assert answer.status_code == 409
    assert "Deal 2 has been changed since: look at it again." in answer.content.decode()
    assert DealAgreement.objects.filter(member=rubber.players[Seat.EAST]).count() == 0


@pytest.mark.parametrize("posted", [[], ["x"], [999_999], [2**70]])
def test_what_the_page_does_not_send_is_refused(posted, rubber, three, signed_in):
    answer = agree_to(
        signed_in(rubber.players[Seat.EAST]), rubber, posted, headers=HTMX
    )
    assert answer.status_code == 409
    assert "look again, and tap once more" in answer.content.decode()


def test_two_rows_that_were_signed_before_are_not_signed_twice(
    rubber, three, signed_in
):
    ben = signed_in(rubber.players[Seat.EAST])
    for _ in range(2):
        agree_to(ben, rubber, three, headers=HTMX)
    assert DealAgreement.objects.filter(member=rubber.players[Seat.EAST]).count() == 3
