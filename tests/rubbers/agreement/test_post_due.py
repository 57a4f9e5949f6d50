"""Rubbers that are agreed by time are posted when the time is over, by a command and by the server itself."""

import time
from datetime import timedelta
from threading import Thread

import pytest
from django.core.management import call_command
from django.db import connections
from django.test import Client

from clubscore.ledger.models import Transaction
from clubscore.members.roles import Role
from clubscore.rubbers.agreement import due as posting
from clubscore.rubbers.agreement.auto_post import due_thread
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.models import Deal, HouseRules, Rubber
from tests.conflicts import conflict
from tests.factories import NINE_DEALS, member, rubber_in_play
from tests.unguarded import rewrite


@pytest.fixture
def due(transactional_db: None) -> Rubber:
    """A rubber that is agreed by time, and whose half hour for objections is over."""
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    rewrite(Rubber.objects, ended_at=rubber.started_at - timedelta(days=1))
    rewrite(Deal.objects, recorded_at=rubber.started_at - timedelta(days=1))
    rubber.refresh_from_db()
    return rubber


def test_the_command_posts_what_is_due_and_says_so(due, capsys):
    call_command("post_due")
    assert capsys.readouterr().out.strip() == f"{due} posted."
    call_command("post_due")
    assert capsys.readouterr().out.strip() == "Nothing is due."


def test_the_server_s_thread_posts_what_is_due(due):
    thread = due_thread(every=0.02)
    thread.start()
    give_up = time.monotonic() + 60
    while not Rubber.objects.get(pk=due.pk).is_agreed and time.monotonic() < give_up:
        time.sleep(0.02)
    thread.stop()
    assert Rubber.objects.get(pk=due.pk).is_agreed


def test_a_thread_that_fails_once_tries_again(due, monkeypatch, caplog):
    calls = []

    def failing(*, now, jumped_at):
        calls.append(now)
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("clubscore.rubbers.agreement.auto_post.post_due", failing)
    thread = due_thread(every=0.01)
    thread.start()
    give_up = time.monotonic() + 60
    while len(calls) < 2 and time.monotonic() < give_up:
        time.sleep(0.01)
    thread.stop()
    assert len(calls) >= 2
    assert "it is tried again" in caplog.text


def test_a_posting_that_met_another_writer_is_tried_again(due, monkeypatch):
    post, calls = posting.post, []

    def ended_once(**arguments):
        calls.append(arguments)
        if len(calls) == 1:
            raise conflict("40P01")
        post(**arguments)

    monkeypatch.setattr(posting, "post", ended_once)
    assert post_due(now=due.ended_at + timedelta(hours=1)) == [due]
    assert len(calls) == 2
    assert Transaction.objects.count() == 1


@pytest.mark.slow
def test_eight_processes_that_look_at_once_post_it_once(due):
    def look() -> None:
        try:
            post_due(now=due.ended_at + timedelta(hours=1))
        finally:
            connections.close_all()

    threads = [Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Transaction.objects.count() == 1


@pytest.mark.django_db
def test_the_secretary_chooses_the_house_rule_in_words():
    client = Client()
    client.force_login(member("Sam", role=Role.OWNER))
    html = client.get("/admin/rubbers/houserules/add/").content.decode()
    for words in (
        "one of each side",
        "all four",
        "nobody, if none objects for a while",
    ):
        assert words in html
    assert (
        client.post(
            "/admin/rubbers/houserules/add/", {"agreed_by": "all", "agreed_after": "30"}
        ).status_code
        == 302
    )
    assert HouseRules.current().agreed_by == "all"
    assert client.get("/admin/rubbers/houserules/add/").status_code == 403
