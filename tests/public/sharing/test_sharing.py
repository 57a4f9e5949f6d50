"""Sharing the results of an evening: the page /evenings/2026-11-21/sending/, its actions, and
/public/results/<token>/.
"""

import re
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from clubscore.office.audit import AuditFilter, entries_of, newest_keys
from clubscore.public.models import LINK_VALID_FOR, EveningLink, EveningMail
from clubscore.public.sharing import views
from clubscore.public.sharing.queries import link_token
from clubscore.public.sharing.services import claim_mails, make_link
from tests.factories import NOON, agreed_rubber, member

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGE = "/evenings/2026-11-21/sending/"
NOW = NOON + timedelta(hours=1)


@pytest.fixture(autouse=True)
def that_evening():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture(autouse=True)
def rubber(players):
    return agreed_rubber(players)


@pytest.fixture
def link(rubber, admin) -> EveningLink:
    return make_link(day=rubber.started_at.date(), by=admin, now=NOW)


def path_of(link: EveningLink) -> str:
    return f"/public/results/{link_token(link)}/"


def test_an_admin_makes_a_link_from_the_page_of_the_evening(office):
    assert f'href="{PAGE}"' in office.get("/evenings/2026-11-21/").content.decode()
    html = office.post(f"{PAGE}link/", follow=True).content.decode()
    address = re.search(r'value="(http://testserver/public/results/[^"]+)"', html)[1]
    shown = Client().get(address)
    assert shown.status_code == 200
    assert "Anna W." in shown.content.decode()  # nothing else was chosen
    assert "Weiss" not in shown.content.decode()


def test_the_link_leads_nowhere_else_and_to_no_search_engine(link, choose):
    choose(is_indexed=True)
    answer = Client().get(path_of(link))
    assert 'href="/public/' not in answer.content.decode()
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert not answer.cookies


def test_the_same_link_again_is_the_same(link, office):
    office.post(f"{PAGE}link/")
    assert EveningLink.objects.get() == link


def test_a_link_that_was_taken_back_shows_nothing_at_once(link, office):
    etag = Client().get(path_of(link)).headers["ETag"]
    office.post(f"{PAGE}revocation/")
    assert (
        Client().get(path_of(link), headers={"If-None-Match": etag}).status_code == 404
    )


@pytest.mark.parametrize(
    ("later", "status"),
    [(timedelta(), 200), (LINK_VALID_FOR, 404), (-2 * LINK_VALID_FOR, 404)],
)
def test_a_link_ends_after_two_weeks_and_not_later_by_a_clock_that_was_ahead(
    link, later, status
):
    with time_machine.travel(NOW + later, tick=False):
        assert Client().get(path_of(link)).status_code == status


@pytest.mark.parametrize("end", ["x", "", "é"])
def test_a_link_is_not_guessed(link, end):
    assert (
        Client().get(f"/public/results/{link_token(link)[:-1]}{end}/").status_code
        == 404
    )
    assert Client().get(f"/public/results/{link.nonce}/").status_code == 404


def test_there_is_no_link_to_an_evening_on_which_nobody_played(office):
    assert office.get("/evenings/2026-11-20/sending/").status_code == 404
    assert office.post("/evenings/2026-11-20/sending/link/").status_code == 404


def test_a_conditional_request_takes_three_statements(link, django_assert_num_queries):
    etag = Client().get(path_of(link)).headers["ETag"]
    with django_assert_num_queries(4):
        assert (
            Client().get(path_of(link), headers={"If-None-Match": etag}).status_code
            == 304
        )


# --- by e-mail ---


@pytest.fixture
def with_mail(settings, players):
    settings.SENDS_MAIL = True
    for player in players.values():
        player.email = f"{player.username}@club.example"
        player.save()


def test_everybody_with_an_address_gets_one_mail_each_and_nobody_twice(
    link, office, with_mail, players
):
    gone = member("Gone Away", email="gone@club.example", is_active=False)
    assert (
        "Send to all 4 members who have an e-mail" in office.get(PAGE).content.decode()
    )
    for _ in range(2):
        office.post(f"{PAGE}e-mail/")
    assert sorted(each.to for each in mail.outbox) == sorted(
        [player.email] for player in players.values()
    )
    assert [gone.email] not in [each.to for each in mail.outbox]
    assert path_of(link) in mail.outbox[0].body
    assert mail.outbox[0].subject == "Clubscore: Saturday 21 November 2026"
    assert "Sent to all 4 members" in office.get(PAGE).content.decode()


def test_the_results_go_to_each_in_the_own_language_and_not_in_that_of_the_admin(
    link, office, with_mail, players
):
    for player, language in zip(players.values(), ("de", "fr", "nl", ""), strict=True):
        player.language = language
        player.save()
    office.post(f"{PAGE}e-mail/", headers={"accept-language": "de"})
    found = {sent.to[0]: sent for sent in mail.outbox}
    assert [found[player.email].subject for player in players.values()] == [
        "Clubscore: Samstag, 21. November 2026",
        "Clubscore: samedi 21 novembre 2026",
        "Clubscore: zaterdag 21 november 2026",
        "Clubscore: Saturday 21 November 2026",
    ]
    assert len({sent.body.partition(" ")[0] for sent in mail.outbox}) == 4


def test_many_are_sent_in_portions(link, office, with_mail, monkeypatch):
    monkeypatch.setattr(views, "AT_ONCE", 3)
    assert "Send to the next 3 of 4 members" in office.get(PAGE).content.decode()
    office.post(f"{PAGE}e-mail/")
    assert len(mail.outbox) == 3
    assert "Send to the remaining 1" in office.get(PAGE).content.decode()
    office.post(f"{PAGE}e-mail/")
    assert len(mail.outbox) == 4


def test_who_could_not_be_reached_is_named_and_can_be_tried_again(
    link, office, with_mail, monkeypatch
):
    send = EmailBackend.send_messages

    def refuse_ben(self, messages):
        if "ben-ortiz@club.example" in messages[0].to:
            raise SMTPRecipientsRefused({})
        return send(self, messages)

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", refuse_ben)
        html = office.post(f"{PAGE}e-mail/", follow=True).content.decode()
    assert "Could not be sent to Ben Ortiz." in html
    assert "Sent to 3 of 4." in html
    office.post(f"{PAGE}e-mail/")
    assert len(mail.outbox) == 4
    assert EveningMail.objects.exclude(failed_at=None).count() == 1


def test_without_a_mail_server_nobody_is_noted_as_reached(
    link, office, with_mail, monkeypatch
):
    monkeypatch.setattr(
        EmailBackend,
        "open",
        lambda self: (_ for _ in ()).throw(ConnectionRefusedError()),
    )
    html = office.post(f"{PAGE}e-mail/", follow=True).content.decode()
    assert "Sent to 0 of 4." in html
    assert "Send to all 4" in html


def test_a_club_that_sends_no_mail_has_the_link_to_copy(link, office):
    assert "Copy the link into an e-mail" in office.get(PAGE).content.decode()
    office.post(f"{PAGE}e-mail/")
    assert not EveningMail.objects.exists()


def test_nothing_is_claimed_for_a_link_that_is_over(link, office, admin, with_mail):
    office.post(f"{PAGE}revocation/")
    with pytest.raises(ValueError, match="make another one"):
        claim_mails(link=link, most=50, by=admin, now=NOW)


def test_the_audit_has_the_link_each_mail_and_the_end(link, office, with_mail):
    office.post(f"{PAGE}e-mail/")
    with time_machine.travel(NOW + timedelta(minutes=1), tick=False):
        office.post(f"{PAGE}revocation/")
    words = [
        entry.description.words
        for entry in entries_of(newest_keys(AuditFilter(kind="public"), count=50))
    ]
    assert words[0] == "took back the link to the results of 21 November 2026"
    assert "made a link to the results of 21 November 2026" in words
    assert "sent the results of 21 November 2026 to Ben Ortiz" in words
