"""The demo club is alive."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from clubscore.ledger.books import books
from clubscore.members.models import Member
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.models import Rubber

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_a_dozen_members_two_finished_rubbers_and_one_of_every_game_in_play(capsys, data_dir):
    call_command("fill_demo", password="bridge-demo")
    assert Member.objects.filter(is_guest=False).count() == 12
    assert list(Rubber.objects.order_by("pk").values_list("system", "ending")) == [
        ("contract", "complete"),
        ("contract", "complete"),
        ("contract", ""),
        ("chicago", ""),
        ("royal", ""),
    ]
    assert sum(account.net for account in books().accounts) == 0
    assert list(differences()) == []
    assert "Sign in as ruth" in capsys.readouterr().out


def test_the_secretary_can_sign_in_as_printed():
    call_command("fill_demo", password="bridge-demo")
    assert Client().login(username="ruth", password="bridge-demo")


def test_the_password_is_kept_for_nobody_but_its_owner(data_dir, settings):
    call_command("fill_demo", password="bridge-demo")
    kept = settings.DATA_DIR / "demo-sign-in.txt"
    assert (kept.stat().st_mode & 0o777, "bridge-demo" in kept.read_text()) == (0o600, True)


def test_a_club_that_has_members_is_left_alone():
    Member.objects.create_user(username="anna", name="Anna")
    with pytest.raises(CommandError, match="only into an empty database"):
        call_command("fill_demo", password="bridge-demo")
