"""A season is closed while another request books a result in it."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import date, timedelta

import pytest
from django.db import connection

from clubscore.ledger import services as ledger
from clubscore.ledger.models import Transaction
from clubscore.standings.models import FinalRow
from clubscore.standings.seasons import services
from clubscore.standings.seasons.audit import differences
from tests.factories import NOON, four
from tests.standings.season_of import book

A_MOMENT = 0.5  # seconds: long enough to overtake, if nothing kept the booking waiting


@pytest.mark.django_db(transaction=True)
def test_what_is_booked_while_a_season_is_reckoned_waits_and_belongs_to_the_next(
    monkeypatch,
):
    anna, ben, cleo, dan = four().values()
    autumn = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
    )
    ledger.open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    book((anna, cleo), (ben, dan), 810, source_id=7)
    reckon, bookings = services.figures_of, []

    def book_elsewhere() -> Transaction:
        try:
            return book(
                (anna, dan),
                (ben, cleo),
                90,
                source_id=8,
                now=NOON + timedelta(minutes=2),
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as another:

        def overtaken(*args, **options):
            figures = reckon(*args, **options)
            booking: Future[Transaction] = another.submit(book_elsewhere)
            wait([booking], A_MOMENT)
            bookings.append(booking)
            return figures

        monkeypatch.setattr(services, "figures_of", overtaken)
        services.close_season(season=autumn, by=anna, now=NOON + timedelta(minutes=1))
        (booking,) = bookings
        assert booking.result().season.name == "Winter"
    assert set(FinalRow.objects.values_list("rubbers", flat=True)) == {1}
    assert list(differences()) == []
