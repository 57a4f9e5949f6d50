"""The command `manage.py set_up_club` creates an empty club, with or without a terminal."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from clubscore.configuration import club_env
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.upkeep.restore_mark import restore_mark

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ALL = {
    "name": "Fenwick Bridge Club",
    "clock": "Europe/Paris",
    "currency": "eur",
    "phones": "Yes",
    "address": "http://club.example:8000, 192.168.1.20",
    "username": "ruth",
    "owner": "Ruth  Abel",
}


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path / "our club"
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "four spades doubled")
    return settings.DATA_DIR


def test_settings_and_secretary_are_there_without_a_terminal(
    folder, capsys, monkeypatch
):
    monkeypatch.delenv("CLUB_DATA_DIR")
    call_command("set_up_club", **ALL)
    assert club_env.values_of(folder / club_env.FILE) == {
        "CLUB_NAME": "Fenwick Bridge Club",
        "TIME_ZONE": "Europe/Paris",
        "CLUB_CURRENCY": "EUR",
        "HOST": "0.0.0.0",
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1],club.example,192.168.1.20",
    }
    ruth = Member.objects.get()
    assert (ruth.username, ruth.name, ruth.role) == ("ruth", "Ruth Abel", Role.OWNER)
    assert ruth.check_password("four spades doubled")
    assert (
        "The club is ready. ruth signs in after: make run\n" in capsys.readouterr().out
    )


def test_its_folder_stands_in_the_command_that_serves_it(folder, capsys, monkeypatch):
    monkeypatch.setenv("CLUB_DATA_DIR", str(folder))
    call_command("set_up_club", **ALL)
    assert (
        f'ruth signs in after: make run "CLUB_DATA_DIR={folder}"\n'
        in capsys.readouterr().out
    )


def test_a_restore_that_was_given_up_keeps_no_new_club_from_starting(
    folder, monkeypatch
):
    monkeypatch.setattr(
        "clubscore.upkeep.management.commands.set_up_club.is_empty_database",
        lambda: True,
    )
    folder.mkdir()
    restore_mark().write_text("/mnt/stick/club.sqlite3\n")
    call_command("set_up_club", **ALL)
    assert not restore_mark().exists()


def test_a_club_that_is_there_is_left_alone(folder):
    Member.objects.create_user(username="anna", name="Anna")
    with pytest.raises(CommandError, match="There is a club already"):
        call_command("set_up_club", **ALL)
    assert not folder.exists()


def test_what_was_interrupted_is_finished(folder, monkeypatch):
    monkeypatch.delenv("DJANGO_SUPERUSER_PASSWORD")
    with pytest.raises(CommandError, match="set DJANGO_SUPERUSER_PASSWORD"):
        call_command("set_up_club", **ALL)
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "four spades doubled")
    call_command("set_up_club", username="ruth", owner="Ruth Abel")
    assert (
        club_env.values_of(folder / club_env.FILE)["CLUB_NAME"] == "Fenwick Bridge Club"
    )
    assert Member.objects.get().name == "Ruth Abel"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"clock": "Europe/Berln"}, "such as Europe/Berlin, not Europe/Berln"),
        ({"currency": "euro"}, "three letters, such as EUR, not EURO"),
        ({"phones": "perhaps"}, "yes or no, not perhaps"),
        ({"address": "http://"}, "such as club.example or 192.168.1.20, not http://"),
        (
            {"username": None},
            "The secretary's sign-in name.*give --username, or set DJANGO_SUPERUSER_USERNAME",
        ),
        ({"owner": "Ruth\u200bAbel"}, "nobody can see"),
    ],
)
def test_an_answer_that_cannot_be_used_is_refused_with_what_would_be_right(
    wrong, sentence
):
    with pytest.raises(CommandError, match=sentence):
        call_command("set_up_club", **{**ALL, **wrong})
    assert not Member.objects.exists()


def test_a_weak_password_is_refused(monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "ruth")
    with pytest.raises(CommandError, match="too short"):
        call_command("set_up_club", **ALL)


def test_at_a_terminal_it_asks_until_the_answer_can_be_used(
    folder, monkeypatch, capsys
):
    answers = iter(
        [
            "Fenwick",
            "Europe/Berln",
            "",
            "",
            "perhaps",
            "y",
            "",
            "ruth",
            "Ruth Abel",
            "",
            "",
        ]
    )
    passwords = iter(
        [
            "ruth",
            "ruth",
            "one way",
            "another",
            "four spades doubled",
            "four spades doubled",
        ]
    )
    monkeypatch.delenv("DJANGO_SUPERUSER_PASSWORD")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    monkeypatch.setattr(
        "clubscore.upkeep.management.commands.set_up_club.getpass",
        lambda question: next(passwords),
    )
    call_command("set_up_club")
    assert Member.objects.get().check_password("four spades doubled")
    assert club_env.values_of(folder / club_env.FILE)["TIME_ZONE"] == "Europe/London"
    assert club_env.values_of(folder / club_env.FILE)["HOST"] == "0.0.0.0"
    said = capsys.readouterr().err
    assert "not Europe/Berln" in said
    assert "too short" in said
    assert "two different ones" in said
