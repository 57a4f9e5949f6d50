"""Measures how long it takes to export a club with ten thousand rubbers as one file, and to import it again."""

import time

import pytest
from django.db import connection

from clubscore.archive.export import pack
from clubscore.archive.restore import unpack
from clubscore.ledger.books import books
from clubscore.rubbers.models import Rubber
from tests.archive.many_rubbers import play
from tests.archive.zips import empty
from tests.bench.measure import machine, report
from tests.factories import NOON

RUBBERS = 10_000


def seconds(call):
    """Call `call`, and return the processor seconds that it took in this process."""
    began = time.process_time()
    call()
    return time.process_time() - began


@pytest.mark.django_db
def test_ten_thousand_rubbers_leave_and_come_in_again(tmp_path):
    play(RUBBERS)
    before, path = books(), tmp_path / "club.zip"
    with path.open("w+b") as file:
        leaving = seconds(lambda: pack(file, now=NOON))
    empty()
    coming = seconds(lambda: unpack(path=path))
    assert (Rubber.objects.count(), books()) == (RUBBERS, before)
    report(
        f"The archive of {RUBBERS:,} rubbers, {path.stat().st_size / 1e6:.1f} MB, {connection.vendor}, on {machine()}",
        ("leaving, processor time", f"{leaving:.1f} s"),
        ("coming in elsewhere", f"{coming:.1f} s"),
    )
