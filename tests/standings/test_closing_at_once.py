"""A season is closed while somebody books into it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest
from django.db import OperationalError, connection

from clubscore.ledger import services as ledger
from clubscore.standings import services
from clubscore.standings.audit import differences
from clubscore.standings.models import FinalRow
from tests.factories import NOON, four
from tests.standings.season_of import book

pytestmark = pytest.mark.django_db(transaction=True)

HARDLY_WAIT = {"postgresql": "SET lock_timeout = '100ms'", "sqlite": "PRAGMA busy_timeout = 100"}


def booked_elsewhere(*facts, **told) -> bool:
    """Whether it is booked on another connection, which does not wait for the books."""

    def run() -> bool:
        try:
            with connection.cursor() as cursor:
                cursor.execute(HARDLY_WAIT[connection.vendor])
            book(*facts, **told)
        except OperationalError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()


def test_nothing_is_booked_between_the_reckoning_and_the_closing(monkeypatch):
    anna, ben, cleo, dan = four().values()
    autumn = ledger.open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))
    ledger.open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    book((anna, cleo), (ben, dan), 810, source_id=7)
    reckon, told = services.figures_of, []

    def overtaken(*args, **options):
        figures = reckon(*args, **options)
        told.append(booked_elsewhere((anna, dan), (ben, cleo), 90, source_id=8))
        return figures

    monkeypatch.setattr(services, "figures_of", overtaken)
    services.close_season(season=autumn, by=anna, now=NOON + timedelta(minutes=1))
    assert told == [False]
    assert set(FinalRow.objects.values_list("rubbers", flat=True)) == {1}
    assert list(differences()) == []
    assert book((anna, dan), (ben, cleo), 90, source_id=8).season.name == "Winter"
