"""The checks of the campaigns notice a deal that is lost, doubled or half written."""

from uuid import uuid4

import pytest
from django.db.models import Model

from clubscore.contracts.models import columns_of
from clubscore.ledger.models import Posting
from clubscore.rubbers.models import Deal, DealAgreement, NetAgreement, Rubber
from scoring import Seat
from tests.factories import NINE_DEALS, NOON, agree, rubber_in_play
from tests.soak.kills.evening import Acknowledged
from tests.soak.kills.kept import doubled, half_written, lost, wrong_in_the_books
from tests.unguarded import erase

pytestmark = pytest.mark.django_db


@pytest.fixture
def rubber() -> Rubber:
    """An agreed and posted rubber whose deals are signed by their recorders, as deals entered on a phone are."""
    rubber = rubber_in_play(lines=NINE_DEALS)
    DealAgreement.objects.bulk_create(
        DealAgreement(
            deal=deal, member=deal.recorded_by, at=deal.recorded_at, how="recorded"
        )
        for deal in rubber.deals.all()
    )
    agree(rubber, Seat.NORTH, Seat.EAST)
    return rubber


def acknowledged(rubber: Rubber) -> list[Acknowledged]:
    return [
        Acknowledged(rubber.pk, deal.number, NINE_DEALS[deal.number - 1], deal.key)
        for deal in rubber.deals.all()
    ]


def test_a_whole_rubber_is_in_order(rubber: Rubber) -> None:
    assert [
        *lost(acknowledged(rubber)),
        *doubled(),
        *half_written(),
        *wrong_in_the_books(),
    ] == []


def test_a_deal_that_is_gone_is_lost(rubber: Rubber) -> None:
    sent = acknowledged(rubber)
    for rows in (
        NetAgreement.objects,
        DealAgreement.objects.filter(deal__number=9),
        Deal.objects.filter(number=9),
    ):
        erase(rows)
    assert len([*lost(sent)]) == 1
    assert [*half_written()]
    assert [*wrong_in_the_books()]


def test_a_deal_in_the_place_of_another_is_lost(rubber: Rubber) -> None:
    first, second, *others = acknowledged(rubber)
    assert len([*lost([first._replace(line=second.line), second, *others])]) == 1


def test_a_second_row_of_a_deal_is_seen(rubber: Rubber) -> None:
    newest = rubber.deals.get(number=9)
    Deal.objects.create(
        rubber=rubber,
        number=9,
        version=2,
        recorded_at=NOON,
        recorded_by=newest.recorded_by,
        key=uuid4(),
        **columns_of(newest.facts),
    )
    assert len([*doubled()]) == 1


@pytest.mark.parametrize("model", [DealAgreement, NetAgreement, Posting])
def test_what_lacks_another_row_is_half_written(
    model: type[Model], rubber: Rubber
) -> None:
    erase(model.objects.filter(pk=model.objects.last().pk))
    assert [*half_written(), *wrong_in_the_books()]
