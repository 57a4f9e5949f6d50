"""GET /office/: the secretary's desk."""

import re
from datetime import date, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from clubscore.duplicate.approval.queries import late_changes_waiting
from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.session.loading import load as load_session
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.verdicts.correcting.law import Grounds
from clubscore.duplicate.verdicts.correcting.services import (
    Asked,
    correct_alone,
)
from clubscore.ledger.services import open_season
from clubscore.members.invitations.services import invite
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.office.queries import SHOWN_AT_MOST, desk_at
from clubscore.rubbers.agreement.absence import say_not_there
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from scoring.duplicate.law79 import Conviction
from tests.duplicate.evening import pairs, seated
from tests.duplicate.late_changes import LATE, approved
from tests.duplicate.published import played, published
from tests.duplicate.sessions import opened
from tests.factories import (
    NINE_DEALS,
    NOON,
    PASSWORD,
    agreed_rubber,
    member,
    rubber_in_play,
    stop_rubber,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def newcomer(name: str) -> Member:
    return Member.objects.create(name=name, joined_at=NOON)


def page(client: Client) -> str:
    return " ".join(client.get("/office/").content.decode().split())


def test_it_is_offered_to_admins_and_to_nobody_else(office):
    client = Client()
    client.force_login(member("Max", role=Role.SCORER))
    assert client.get("/office/").status_code == 403
    assert "/office/" not in client.get("/").content.decode()
    assert 'href="/office/"' in office.get("/").content.decode()


def test_the_desk_goes_by_the_day_of_the_evening_until_five(office, monkeypatch):
    monkeypatch.setattr(
        "clubscore.office.views.timezone.now", lambda: NOON.replace(hour=2)
    )
    assert "Friday, 20 November 2026" in page(office)
    monkeypatch.setattr(
        "clubscore.office.views.timezone.now", lambda: NOON.replace(hour=5)
    )
    assert "Saturday, 21 November 2026" in page(office)


def test_a_quiet_week_says_so(office):
    html = page(office)
    assert "Nothing waits for you" in html
    assert "All members have joined." in html
    assert "No season is open. The first rubber opens one for this year." in html


def test_the_first_steps_are_shown_until_the_first_rubber_each_with_what_is_done(
    office,
):
    html = page(office)
    assert "First steps" in html
    assert "0 of 5 done" in html
    for name in ("Anna", "Ben", "Cleo"):
        newcomer(name)
    assert "1 of 5 done" in page(office)
    rubber_in_play({seat: member(f"{seat.word} Player") for seat in Seat})
    assert "First steps" not in page(office)


def test_a_club_of_duplicate_has_its_first_steps_until_its_first_round(office, ruth):
    session = opened(ruth)
    html = page(office)
    assert "1 of 5 done" in html and 'href="/duplicate/opening/"' in html
    seated(session, pairs())
    start_round(session=session, round=1, by=ruth, now=NOON)
    assert "First steps" not in page(office)


def test_an_admin_of_a_club_without_members_signs_in_to_the_first_steps(ruth):
    ruth.set_password(PASSWORD)
    ruth.save()
    answer = Client().post(
        "/sign-in/", {"username": ruth.username, "password": PASSWORD}
    )
    assert answer.url == "/office/"
    for name in ("Anna", "Ben", "Cleo"):
        newcomer(name)
    assert (
        Client()
        .post("/sign-in/", {"username": ruth.username, "password": PASSWORD})
        .url
        == "/"
    )


def test_what_waits_is_counted_with_the_way_to_it(office):
    rubber_in_play(lines=NINE_DEALS)
    html = page(office)
    assert "<b>1 rubber is over and not agreed</b>" in html
    needs = html[html.index('id="needs"') : html.index('id="tonight"')]
    assert needs.count('class="button" href="/attention/"') == 1
    assert '<span class="desk-count">1</span>' in needs


def test_a_member_who_is_not_there_waits_on_the_desk(office):
    rubber = rubber_in_play(lines=("4sn=",))
    say_not_there(state=load(rubber.pk), by=rubber.players[Seat.EAST], now=NOON)
    assert "<b>1 player says: I am not there</b>" in page(office)


def test_a_secretary_reads_no_command_path_or_variable_without_unfolding(office):
    html = re.sub(r"<details.*?</details>", "", page(office), flags=re.DOTALL)
    for words in ("<code", "manage.py", "BACKUP_", "club.env", "docs/"):
        assert words not in html


def test_the_sessions_of_today_stand_on_the_desk(office, ruth):
    with time_machine.travel(NOON, tick=True):
        assert "No session of duplicate today." in page(office)
        session = opened(ruth)
        html = page(office)
    assert (
        f'<a class="button" href="/duplicate/{session.pk}/">Open Thursday pairs</a>'
        in html
    )


def test_who_has_not_joined_is_listed_and_invited_from_here(office, ruth):
    now = timezone.now()
    tom, una, vera = newcomer("Tom Byrne"), newcomer("Una Ray"), newcomer("Vera Poe")
    invite(member=tom, by=ruth, now=now - timedelta(days=8))
    invite(member=una, by=ruth, now=now)
    html = page(office)
    for words in ("the invitation has run out", "invited until", "not invited"):
        assert html.count(words) == 1
    assert [each.member for each in desk_at(now).newcomers] == [tom, una, vera]
    assert office.post(f"/members/{vera.pk}/invitation/").status_code == 302
    assert vera.invitations.open_at(timezone.now()).exists()


def test_only_the_first_of_many_newcomers_are_listed(office):
    for number in range(SHOWN_AT_MOST + 3):
        newcomer(f"Tom {number:02}")
    assert "3 more" in page(office)


def test_open_seasons_tell_their_rubbers_without_those_taken_back(office, ruth):
    open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))
    agreed_rubber()
    taken_back = agreed_rubber({seat: member(f"{seat.word} Else") for seat in Seat})
    open_season(name="Spring", slug="spring", begins_on=date(2027, 3, 1))
    reopen(state=load(taken_back.pk), reason="A hand record", by=ruth, now=NOON)
    autumn, spring = desk_at(NOON).seasons
    assert (autumn.season.name, autumn.rubbers, autumn.has_begun) == ("Autumn", 1, True)
    assert (spring.rubbers, spring.has_begun) == (0, False)
    assert "/standings/autumn/closing/" in page(office)


def test_guests_are_counted_beside_the_members(office):
    add_guest(name="Karl Stein", now=NOON)
    assert "1 member, 1 guest" in page(office)


@pytest.mark.parametrize("count", [1, 2])
def test_the_desk_asks_as_often_for_two_of_each_as_for_one(
    office, ruth, count, django_assert_num_queries
):
    for number in range(count):
        invite(member=newcomer(f"Tom {number}"), by=ruth, now=NOON)
        rubber = rubber_in_play(
            {seat: member(f"{seat.word} {number}") for seat in Seat}, lines=("4sn=",)
        )
        stop_rubber(
            state=load(rubber.pk),
            reason="The bus",
            seen_revision=rubber.revision,
            by=ruth,
            now=NOON,
        )
    with django_assert_num_queries(23):
        office.get("/office/")


def test_a_correction_after_the_period_waits_on_the_desk_for_an_organiser(
    office, django_assert_num_queries
):
    for name in ("Open pairs", "Thursday pairs"):
        session = played(member(f"Ruth of {name}"), name=name, family=name)
        published(session)
        for slot, _ in [*slots_of(load_session(session.pk))][:2]:
            asked = Asked(parse_deal("6ss="), "score", "Wrong board", 1, uuid4())
            found = Grounds(Conviction.BEYOND_DOUBT)
            correct_alone(
                session=session,
                slot=slot,
                asked=asked,
                grounds=found,
                by=session.director,
                now=LATE,
            )
        html = page(office)
        late = session.late_changes.last()
        address = f"/duplicate/{session.pk}/late-changes/{late.pk}/"
        assert f"<b>{name}: a correction</b>" in html
        assert "It waits for an organiser: Ruth" in html
        assert f'<a class="button" href="{address}">Read and decide' in html
        assert "Nothing waits for you" not in html
        with django_assert_num_queries(1):
            assert {
                change.correction.play.section.letter + change.proposed_by.name[0]
                for change in late_changes_waiting()
            } == {"AR"}
    approved(late, member("Ida", role=Role.ADMIN))
    assert page(office).count("waits for an organiser") == 3
