"""An exported club is imported without loss: each row is equal, and so is everything computed from the rows."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from clubscore.archive.restore import unpack
from clubscore.ledger.books import books
from clubscore.ledger.models import Season
from clubscore.members.access.pins import require_right_pin
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.rubbers.history.fingerprint import fingerprint_of
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.settlements.models import Transfer
from clubscore.settlements.services import confirm
from clubscore.standings.queries import figures_of, games_of
from scoring import Seat
from tests.archive.history import happen
from tests.archive.zips import empty, every_row, packed, saved
from tests.duplicate.published import played as results_in
from tests.duplicate.published import published as published_results
from tests.factories import NOON, PASSWORD, agreed_rubber, member, rubber_in_play
from tests.settlements.settling import LATER, settle

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow]

AS_OF_THE_DOWNLOAD = ("standings.csv", "duplicate_standings.csv")
"""The tables in an archive that name the time of the download while their season is open."""


def published() -> tuple[object, ...]:
    """Return what people see of the club: sheets, fingerprints, the books, and every season's figures with ratings."""
    pks = list(Rubber.objects.order_by("pk").values_list("pk", flat=True))
    return (
        [
            (state.numbered_sheet, state.next_number, state.auction_callers)
            for state in map(load, pks)
        ],
        [fingerprint_of(state) for state in map(load, pks)],
        books(),
        [
            (
                season,
                game,
                sorted(figures_of(season, game), key=lambda figures: figures.member_id),
            )
            for season in Season.objects.order_by("pk")
            for game in games_of(season)
        ],
        [(member, member.role) for member in Member.objects.order_by("pk")],
    )


def test_a_club_is_the_same_in_every_row_and_every_figure(tmp_path):
    happen()
    archive = packed()
    before, figures = every_row(), published()
    assert sum(map(bool, before.values())) > 25, "of hardly any model is there a row"
    empty()
    assert not Rubber.objects.exists()
    unpack(path=saved(archive, tmp_path))
    assert every_row() == before
    assert published() == figures
    call_command("check_ledger")
    call_command("check_rubbers")


def tables(archive: BytesIO) -> dict[str, bytes]:
    """Return the content of each CSV file in an archive, by its name."""
    with ZipFile(archive) as file:
        return {
            name: file.read(name) for name in file.namelist() if name.endswith(".csv")
        }


def test_every_table_is_the_same_to_the_byte_also_after_a_session_of_duplicate(
    history, tmp_path
):
    published_results(results_in(member("Edda"), family="Bell"))
    archive = packed()
    empty()
    unpack(path=saved(archive, tmp_path))
    before, after = tables(archive), tables(packed())
    assert len(before) == 9
    assert [name for name in before if before[name] != after.get(name)] == []


def test_a_settlement_comes_back_with_what_was_said_about_its_payments(tmp_path):
    agreed_rubber()
    ruth = member("Ruth", role=Role.ADMIN)
    transfer = settle(ruth).transfers.first()
    confirm(transfer=transfer, by=ruth, now=LATER, reason="Paid in cash")
    archive, before = packed(), every_row()
    empty()
    unpack(path=saved(archive, tmp_path))
    assert every_row() == before
    assert Transfer.objects.get(pk=transfer.pk).newest_event.reason == "Paid in cash"


def test_members_sign_in_with_password_and_pin_as_before(history, tmp_path):
    archive = saved(packed(), tmp_path)
    empty()
    unpack(path=archive)
    assert Client().login(username="ruth-abel", password=PASSWORD)
    assert Member.objects.get(name="Ruth Abel").has_perm("members.own_club")
    require_right_pin(member=Member.objects.get(name="Anna"), pin="1234", now=NOON)


def test_the_club_goes_on_after_the_highest_keys(history, tmp_path):
    archive = saved(packed(), tmp_path)
    rubbers, people = (
        Rubber.objects.order_by("pk").last().pk,
        Member.objects.order_by("pk").last().pk,
    )
    empty()
    unpack(path=archive)
    players = [member(name) for name in ("Pia", "Quin", "Rosa", "Stan")]
    begun = rubber_in_play(dict(zip(Seat, players, strict=True)), lines=("4sn=",))
    assert min(player.pk for player in players) > people
    assert begun.pk > rubbers


@pytest.mark.thorough
@pytest.mark.slow
def test_the_rows_are_the_same_after_a_stay_in_a_fresh_installation_on_sqlite(
    history, tmp_path
):
    archive = saved(packed(), tmp_path)
    elsewhere = {
        "DATABASE_URL": f"sqlite:///{tmp_path}/elsewhere.sqlite3",
        "CLUB_DATA_DIR": str(tmp_path),
    }

    def manage(*words: str) -> None:
        command = [sys.executable, str(Path(settings.BASE_DIR, "manage.py")), *words]
        subprocess.run(
            command,
            env=os.environ | elsewhere | {"SECRET_KEY": "x" * 50},
            check=True,
            capture_output=True,
        )

    manage("migrate", "-v", "0")
    manage("import_club", str(archive))
    manage("export_club", str(tmp_path / "again.zip"))
    with ZipFile(archive) as first, ZipFile(tmp_path / "again.zip") as second:
        same = [name for name in first.namelist() if name.startswith(("rows/", "pbn/"))]
        same += [
            name
            for name in first.namelist()
            if name.endswith(".csv") and name not in AS_OF_THE_DOWNLOAD
        ]
        assert len(same) > 30
        for name in same:
            assert first.read(name) == second.read(name), name
