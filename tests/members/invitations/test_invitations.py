"""Invitations: the card, the poster, joining the club, a guest who becomes a member, and a new password."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.db import IntegrityError
from django.test import Client

from clubscore.members.invitations import services as invitations
from clubscore.members.invitations.queries import code_of, invitation_of, token_of
from clubscore.members.invitations.services import InvitationRefused, invite
from clubscore.members.models import Invitation, Member, OpenSession
from clubscore.members.people.services import add_guest, give_role
from clubscore.members.roles import Role
from tests.factories import NOON, PASSWORD, four, member, rubber_in_play

pytestmark = pytest.mark.django_db

CHOSEN = {"username": "anna", "password": PASSWORD}


@pytest.fixture(autouse=True)
def noon():
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def anna() -> Member:
    """Anna Weiss, a member with an e-mail address who has no sign-in name or password yet."""
    return Member.objects.create(
        name="Anna Weiss", email="anna@club.example", joined_at=NOON
    )


def card(who: Member, by: Member) -> Invitation:
    return invitations.invite(member=who, by=by, now=NOON)


def link(invitation: Invitation) -> str:
    return f"/join/{token_of(invitation)}/"


# --- the link ---


def test_a_link_is_known_again_and_a_forged_one_is_not(anna, ruth):
    invitation = card(anna, ruth)
    token = token_of(invitation)
    assert invitation_of(token) == invitation
    assert invitation_of(token[:-1] + ("A" if token[-1] != "A" else "B")) is None
    assert invitation_of(invitation.nonce) is None
    assert invitation_of("") is None


def test_the_database_does_not_hold_what_opens_the_door(anna, ruth):
    invitation = card(anna, ruth)
    assert token_of(invitation).removeprefix(invitation.nonce) not in str(
        Invitation.objects.values().get()
    )


def test_the_server_with_another_secret_key_takes_no_old_links(anna, ruth, settings):
    token = token_of(card(anna, ruth))
    settings.SECRET_KEY = "another"
    assert invitation_of(token) is None


def test_making_another_ends_the_one_before(anna, ruth):
    first, second = card(anna, ruth), card(anna, ruth)
    first.refresh_from_db()
    assert (first.is_open(NOON), second.is_open(NOON)) == (False, True)


def test_the_database_refuses_two_open_invitations_of_a_member(anna, ruth):
    with pytest.raises(IntegrityError):
        for nonce in "ab":
            Invitation.objects.create(
                member=anna, nonce=nonce, made_by=ruth, made_at=NOON, expires_at=NOON
            )


@pytest.mark.parametrize(("days", "status"), [(6.99, 200), (7, 410)])
def test_a_link_lasts_seven_days(anna, ruth, days, status):
    path = link(card(anna, ruth))
    with time_machine.travel(NOON + timedelta(days=days), tick=False):
        assert Client().get(path).status_code == status


def test_a_link_taken_back_opens_nothing(anna, ruth, office):
    invitation = card(anna, ruth)
    office.post(f"/members/invitations/{invitation.pk}/revocation/")
    assert Client().post(link(invitation), CHOSEN).status_code == 410
    assert not Member.objects.get(pk=anna.pk).has_joined


def test_who_has_left_is_not_invited(anna, ruth):
    Member.objects.filter(pk=anna.pk).update(is_active=False)
    with pytest.raises(InvitationRefused, match="Anna Weiss has left the club"):
        card(anna, ruth)


# --- joining ---


def test_a_member_joins_by_the_card_and_is_signed_in(anna, ruth):
    client, path = Client(), link(card(anna, ruth))
    html = client.get(path).content.decode()
    assert "Welcome, Anna Weiss" in html
    assert 'value="anna"' in html
    answer = client.post(path, CHOSEN)
    anna.refresh_from_db()
    assert (answer.status_code, answer.url) == (302, "/")
    assert (anna.username, anna.role) == ("anna", Role.PLAYER)
    assert client.get("/").status_code == 200
    assert Client().login(username="Anna", password=PASSWORD)


def test_a_card_is_used_up_by_joining(anna, ruth):
    path = link(card(anna, ruth))
    Client().post(path, CHOSEN)
    assert Client().get(path).status_code == 410


def test_a_role_given_by_the_list_is_kept_on_joining(anna, ruth):
    give_role(member=anna, role=Role.SCORER)
    Client().post(link(card(anna, ruth)), CHOSEN)
    assert Member.objects.get(pk=anna.pk).role == Role.SCORER


def test_a_guest_joins_and_keeps_every_rubber(ruth):
    players = four()
    karl = add_guest(name="Karl Stein", now=NOON)
    seats = list(players)
    rubber = rubber_in_play({**players, seats[0]: karl})
    Client().post(link(card(karl, ruth)), {"username": "karl", "password": PASSWORD})
    karl.refresh_from_db()
    assert (karl.is_guest, karl.username, karl.role) == (False, "karl", Role.PLAYER)
    assert rubber.seats.filter(member=karl).exists()


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (
            {"username": "RUTH-ABEL", "password": PASSWORD},
            "Another member has this sign-in name.",
        ),
        ({"username": "", "password": PASSWORD}, "This field is required."),
        ({"username": "anna", "password": "short"}, "too short"),
        ({"username": "annaweiss", "password": "annaweiss1"}, "too similar"),
    ],
)
def test_what_cannot_be_chosen_is_said_on_the_page(anna, ruth, chosen, message):
    answer = Client().post(link(card(anna, ruth)), chosen)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert not Member.objects.get(pk=anna.pk).has_joined


def test_two_who_choose_one_name_in_the_same_moment_are_told_apart_by_the_database(
    anna, ruth, monkeypatch
):
    invitation = card(anna, ruth)
    monkeypatch.setattr(
        invitations,
        "_let_in",
        lambda who, username, password: Member.objects.create(
            name="Ruth", username=username
        ),
    )
    with pytest.raises(InvitationRefused, match="Another member has this sign-in name"):
        invitations.join(
            invitation=invitation,
            member=anna,
            username="ruth-abel",
            password=PASSWORD,
            now=NOON,
        )


def test_what_no_member_may_be_is_not_called_a_name_that_is_taken(
    anna, ruth, monkeypatch
):
    invitation = card(anna, ruth)
    monkeypatch.setattr(
        invitations,
        "_let_in",
        lambda who, username, password: Member.objects.create(name=""),
    )
    with pytest.raises(IntegrityError, match="members_member_has_a_name"):
        invitations.join(
            invitation=invitation,
            member=anna,
            username="anna",
            password=PASSWORD,
            now=NOON,
        )


# --- the poster ---


def test_a_poster_lists_who_has_not_joined_and_lets_each_in(anna, ruth):
    add_guest(name="Karl Stein", now=NOON)
    Member.objects.create(name="Per Lund", is_active=False, joined_at=NOON)
    poster = invitations.make_poster(by=ruth, now=NOON)
    html = Client().get(link(poster)).content.decode()
    assert [
        name
        for name in ("Anna Weiss", "Karl Stein", "Per Lund", "Ruth Abel")
        if name in html
    ] == [
        "Anna Weiss",
        "Karl Stein",
    ]
    for who, username in (("Anna Weiss", "anna"), ("Karl Stein", "karl")):
        chosen = {
            "member": Member.objects.get(name=who).pk,
            "username": username,
            "password": PASSWORD,
        }
        assert Client().post(link(poster), chosen).status_code == 302
    assert Client().get(link(poster)).status_code == 200


def test_a_sign_in_name_left_empty_on_the_poster_is_the_first_name_and_with_the_surname_where_that_is_taken(
    ruth,
):
    poster = invitations.make_poster(by=ruth, now=NOON)
    names = []
    for name in ("Anna Weiss", "Anna Moss", "Anna Moss-Weiss", "ANNA MOSS"):
        who = Member.objects.create(name=name, joined_at=NOON)
        Client().post(
            link(poster), {"member": who.pk, "username": "", "password": PASSWORD}
        )
        who.refresh_from_db()
        names.append(who.username)
    assert names == ["anna", "anna.moss", "anna.moss-weiss", "anna.moss2"]


def test_a_card_suggests_a_sign_in_name_that_is_free_and_says_first_what_a_password_needs(
    anna, ruth
):
    member("Anna")
    html = Client().get(link(card(anna, ruth))).content.decode()
    assert 'value="anna.weiss"' in html
    assert html.index("Eight characters or more") < html.index(">Join<")


@pytest.mark.parametrize("role", [Role.SCORER, Role.ADMIN, Role.OWNER])
def test_who_may_do_more_than_play_is_not_on_the_poster(anna, ruth, role):
    give_role(member=anna, role=role)
    poster = invitations.make_poster(by=ruth, now=NOON)
    assert "Anna Weiss" not in Client().get(link(poster)).content.decode()
    assert Client().post(link(poster), {"member": anna.pk} | CHOSEN).status_code == 422
    with pytest.raises(InvitationRefused):
        invitations.join(
            invitation=poster, member=anna, username="anna", password=PASSWORD, now=NOON
        )


def test_a_poster_takes_no_name_twice(anna, ruth):
    poster = invitations.make_poster(by=ruth, now=NOON)
    Client().post(link(poster), {"member": anna.pk} | CHOSEN)
    with pytest.raises(InvitationRefused, match="Anna Weiss has joined already"):
        invitations.join(
            invitation=poster, member=anna, username="other", password="x", now=NOON
        )
    assert Client().login(username="anna", password=PASSWORD)


def test_a_card_lets_in_nobody_else(anna, ruth):
    other = Member.objects.create(name="Tom Byrne", joined_at=NOON)
    with pytest.raises(InvitationRefused):
        invitations.join(
            invitation=card(anna, ruth),
            member=other,
            username="tom",
            password="x",
            now=NOON,
        )


# --- a new password ---


def test_a_link_gives_a_new_password_and_signs_out_everywhere(ruth, browser):
    tom = member("Tom", password="the old one it was")
    phone = browser(tom)
    invitation = card(tom, ruth)
    html = Client().get(link(invitation)).content.decode()
    assert "Choose a new password" in html
    assert 'name="username"' not in html
    Client().post(link(invitation), {"password": PASSWORD})
    assert phone.get("/").status_code == 302
    assert Client().login(username="tom", password=PASSWORD)
    # The one that set it, and this one.
    assert OpenSession.objects.filter(member=tom).count() == 2


# --- the admins' pages ---


def test_the_card_shows_its_link_as_text_and_as_a_code(office, anna):
    answer = office.post(f"/members/{anna.pk}/invitation/", follow=True)
    html = answer.content.decode()
    token = token_of(Invitation.objects.get())
    assert html.count(f"http://testserver/join/{token}/") == 2
    assert '<svg viewBox="0 0' in html
    assert "style=" not in html


def test_the_poster_is_made_and_listed(office):
    assert (
        "Join us here"
        in office.post("/members/invitations/", follow=True).content.decode()
    )
    assert "Poster" in office.get("/members/invitations/").content.decode()


def test_cards_for_all_are_offered_while_somebody_has_not_joined(office, anna):
    def offers() -> bool:
        page = office.get("/members/invitations/").content.decode()
        return "Cards for all who have not joined" in page

    assert offers()
    anna.delete()
    assert not offers()


def test_cards_are_made_for_all_who_have_not_joined_and_keep_those_that_are_open(
    office, anna, ruth
):
    kept = card(anna, ruth)
    tom = Member.objects.create(name="Tom Byrne", joined_at=NOON)
    add_guest(name="Karl Stein", now=NOON)
    html = office.post("/members/invitations/cards/", follow=True).content.decode()
    assert html.count("<svg viewBox") == 2
    assert "1 new invitation." in html
    assert set(Invitation.objects.open_at(NOON)) == {kept, tom.invitations.get()}


def test_an_expired_card_is_made_again_with_all_others(office, anna, ruth):
    card(anna, ruth)
    with time_machine.travel(NOON + timedelta(days=8), tick=False):
        assert (
            "1 new invitation."
            in office.post("/members/invitations/cards/", follow=True).content.decode()
        )


def test_an_invitation_that_is_over_has_no_card(office, anna, ruth):
    invitation = card(anna, ruth)
    invitations.revoke(invitation=invitation, by=ruth, now=NOON)
    answer = office.get(f"/members/invitations/{invitation.pk}/", follow=True)
    assert "That invitation is over." in answer.content.decode()


def test_who_has_left_gets_the_reason_instead_of_a_card(office, anna):
    Member.objects.filter(pk=anna.pk).update(is_active=False)
    html = office.post(f"/members/{anna.pk}/invitation/", follow=True).content.decode()
    assert "Anna Weiss has left the club." in html


def test_an_admin_cannot_make_an_owners_new_password(office, somebody):
    sam = somebody("Sam", Role.OWNER)
    assert office.post(f"/members/{sam.pk}/invitation/").status_code == 403
    made = card(sam, sam)
    assert office.get(f"/members/invitations/{made.pk}/").status_code == 403
    assert office.post(f"/members/invitations/{made.pk}/revocation/").status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/members/invitations/",
        "/members/invitations/cards/",
        "/members/{}/invitation/",
        "/members/invitations/1/",
    ],
)
def test_players_invite_nobody(path, browser, anna):
    client = browser(member("Tom"))
    assert client.post(path.format(anna.pk)).status_code in {403, 405}
    assert not Invitation.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        "/members/{}/invitation/",
        "/members/invitations/1/revocation/",
        "/members/{}/sessions/",
    ],
)
def test_what_changes_something_is_posted(path, office, anna):
    assert office.get(path.format(anna.pk)).status_code == 302


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("path", "queries"),
    [("/members/invitations/", 4), ("/members/invitations/cards/", 3)],
)
def test_the_pages_ask_as_often_for_three_as_for_one(
    office, ruth, count, path, queries, django_assert_num_queries
):
    for number in range(count):
        card(Member.objects.create(name=f"Anna {number}", joined_at=NOON), ruth)
    with django_assert_num_queries(queries):
        office.get(path)


# --- e-mail ---


def test_an_invitation_goes_by_e_mail_where_the_club_sends_any(
    office, anna, ruth, settings
):
    settings.SENDS_MAIL = True
    invitation = card(anna, ruth)
    html = office.post(
        f"/members/invitations/{invitation.pk}/e-mail/", follow=True
    ).content.decode()
    assert "Sent to anna@club.example." in html
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["anna@club.example"], "Welcome to Clubscore")
    assert f"http://testserver{link(invitation)}" in sent.body


def test_without_a_mail_server_nothing_is_sent(office, anna, ruth):
    invitation = card(anna, ruth)
    html = office.post(
        f"/members/invitations/{invitation.pk}/e-mail/", follow=True
    ).content.decode()
    assert "The e-mail could not be sent." in html
    assert mail.outbox == []


def test_a_forgotten_password_is_renewed_by_e_mail(settings):
    settings.SENDS_MAIL = True
    tom = member("Tom", email="tom@club.example", password="the old one it was")
    for who in ("TOM", "tom@Club.example", "nobody"):
        answer = Client().post("/forgotten/", {"who": who}, follow=True)
        assert "is on its way" in answer.content.decode()
    assert [sent.subject for sent in mail.outbox] == ["Clubscore: a new password"] * 2
    path = link(tom.invitations.open_at(NOON).get())
    assert path in mail.outbox[1].body
    Client().post(path, {"password": PASSWORD})
    assert Client().login(username="tom", password=PASSWORD)


def test_without_a_mail_server_the_page_sends_to_an_admin():
    html = Client().get("/forgotten/").content.decode()
    assert "Ask an admin" in html
    assert (
        "Ask an admin" in Client().post("/forgotten/", {"who": "tom"}).content.decode()
    )


def test_a_mail_server_that_does_not_answer_is_no_error_page(settings):
    settings.SENDS_MAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    member("Tom", email="tom@club.example")
    assert Client().post("/forgotten/", {"who": "tom"}).status_code == 302


def test_nothing_is_sent_for_an_empty_name(settings):
    settings.SENDS_MAIL = True
    assert Client().post("/forgotten/", {"who": ""}).status_code == 422


@pytest.mark.parametrize(
    ("host", "warned"),
    [("localhost", True), ("127.0.0.1:8000", True), ("club.example", False)],
)
def test_who_prints_on_the_club_s_own_computer_is_warned_of_links_that_only_it_can_open(
    anna, ruth, office, settings, host, warned
):
    settings.ALLOWED_HOSTS = ["*"]
    invitation = card(anna, ruth)
    for page in (
        "/members/invitations/cards/",
        f"/members/invitations/{invitation.pk}/",
    ):
        html = office.get(page, headers={"host": host}).content.decode()
        assert ("lead nowhere on a phone" in html) is warned


def test_a_link_that_a_clock_far_ahead_has_made_opens_nothing(anna, ruth):
    ahead = invite(member=anna, by=ruth, now=NOON + timedelta(days=365))
    assert not ahead.is_open(NOON)
    assert not Invitation.objects.open_at(NOON).exists()
    assert invite(member=anna, by=ruth, now=NOON).is_open(NOON - timedelta(days=1))


# --- the code that is typed from a card ---


def test_a_code_is_short_enough_to_be_typed_and_belongs_to_its_card(anna, ruth):
    invitation = card(anna, ruth)
    code = code_of(invitation)
    assert len(code) <= 20
    assert invitation_of(code) == invitation
    assert invitation_of(code.upper()) == invitation
    assert invitation_of(code[:-1]) is None
    assert invitation_of(f"{invitation.pk + 1}-{code.partition('-')[2]}") is None
    assert invitation_of(f"{invitation.pk}-") is None


def test_whoever_types_the_address_of_a_card_comes_in(anna, ruth):
    invitation = card(anna, ruth)
    assert Client().post(f"/join/{code_of(invitation)}/", CHOSEN).status_code == 302
    assert Client().get(f"/join/{code_of(invitation)}/").status_code == 410
