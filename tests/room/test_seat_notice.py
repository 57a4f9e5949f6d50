"""A member who was seated by somebody else sees a notice on every page, and can say that it is wrong."""

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.rubbers.models import NotThere, Rubber
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables import services as tables
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import member, record, stop_rubber

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

N, E, S, W = Seat
NOTICE = "seated you"


def signed_in(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


@pytest.fixture
def ruth(db) -> Client:
    return signed_in(member("Ruth"))


@pytest.fixture
def table(ruth) -> Table:
    """A table that Ruth has opened, at which she has seated herself, Ben, Cleo and Dan."""
    page = ruth.post("/tables/", {"system": "contract"}).url
    ruth.post(page, {"member": Member.objects.get(name="Ruth").pk, "seat": "N"})
    for name, seat in (("Ben", "E"), ("Cleo", "S"), ("Dan", "W")):
        assert (
            ruth.post(page, {"member": member(name).pk, "seat": seat}).status_code
            == 302
        )
    return Table.objects.get()


def ben() -> Client:
    return signed_in(Member.objects.get(name="Ben"))


def begin(table: Table, *, lines: tuple[str, ...] = ()) -> Rubber:
    by = Member.objects.get(name="Ruth")
    rubber = start_rubber(table=table, dealer=N, by=by, now=timezone.now())
    for line in lines:
        record(rubber, line, by=by, now=timezone.now())
    return rubber


@pytest.mark.parametrize(
    "page",
    ["/", "/members/me/", "/ledger/", "/standings/", "/evenings/", "/no-such-page/"],
)
def test_every_page_says_who_has_seated_me_and_where(table, page):
    html = ben().get(page).content.decode()
    assert "<b>Ruth seated you</b>" in html
    assert f'href="/tables/{table.pk}/">Table 1</a>' in html
    assert f'action="/tables/{table.pk}/absence/"' in html
    assert "I am not there" in html


def test_whoever_sat_down_alone_and_whoever_has_seated_others_sees_no_notice(
    ruth, table
):
    assert NOTICE not in ruth.get("/").content.decode()
    eve = member("Eve")
    signed_in(eve).post(f"/tables/{table.pk}/seating/", {"member": eve.pk})
    assert "brought you" not in signed_in(eve).get("/").content.decode()


def test_a_page_that_was_looked_at_a_moment_ago_shows_it_at_once(ruth):
    eve = member("Eve")
    client = signed_in(eve)
    assert "brought you" not in client.get("/").content.decode()
    page = ruth.post("/tables/", {"system": "contract"}).url
    ruth.post(page, {"member": eve.pk})
    assert "<b>Ruth brought you</b> to" in client.get("/").content.decode()
    ruth.post(f"{page}{eve.pk}/departure/")
    assert "brought you" not in client.get("/").content.decode()


def test_the_live_regions_name_whom_it_is_for_and_the_notice_can_be_fetched(table):
    brought = " ".join(
        str(each.pk)
        for each in Member.objects.filter(name__in=["Ben", "Cleo", "Dan"]).order_by(
            "pk"
        )
    )
    client = ben()
    assert f'data-seated="{brought}"' in client.get("/room/").content.decode()
    assert (
        f'data-seated="{brought}"'
        in client.get(f"/tables/{table.pk}/sheet/").content.decode()
    )
    begin(table)
    assert (
        f'data-seated="{brought}"'
        in client.get(f"/tables/{table.pk}/sheet/").content.decode()
    )
    assert NOTICE in client.get("/room/seat/").content.decode()
    client.post(f"/tables/{table.pk}/absence/")
    client.post(f"/tables/{table.pk}/presence/")
    assert NOTICE not in client.get("/room/seat/").content.decode()


def test_who_is_not_there_leaves_the_seat_before_a_rubber_begins(ruth, table):
    client = ben()
    answer = client.post(f"/tables/{table.pk}/absence/", follow=True)
    assert "You are not at Table 1 any more." in answer.content.decode()
    assert seating_at(table).free_seats == [E]
    assert NOTICE not in client.get("/").content.decode()
    assert not NotThere.objects.exists()


def test_who_is_there_says_so_and_sees_it_no_more(table):
    client = ben()
    client.post(f"/tables/{table.pk}/presence/")
    assert NOTICE not in client.get("/").content.decode()
    assert seating_at(table).seats[E].name == "Ben"


def test_whoever_takes_another_place_at_that_table_is_there(table):
    who = Member.objects.get(name="Ben")
    client = signed_in(who)
    assert (
        client.post(f"/tables/{table.pk}/seating/", {"member": who.pk}).status_code
        == 302
    )
    assert NOTICE not in client.get("/").content.decode()


def test_in_a_rubber_in_play_it_is_noted_and_both_sides_and_the_admins_see_it(
    ruth, table
):
    rubber = begin(table, lines=("4sn=",))
    client = ben()
    assert "is played in your name" in client.get("/").content.decode()
    answer = client.post(f"/tables/{table.pk}/absence/", follow=True)
    html = answer.content.decode()
    assert "is not posted without you; the admins see it." in html
    assert "You say that you are not at" in html
    assert seating_at(table).seats[E].name == "Ben"  # the seats are held
    for name in ("Ruth", "Dan"):
        player = signed_in(Member.objects.get(name=name))
        assert (
            "Ben says: I am not there"
            in player.get(f"/tables/{table.pk}/").content.decode()
        )
    sam = signed_in(member("Sam", role=Role.ADMIN))
    attention = sam.get("/attention/").content.decode()
    assert "Ben says: I am not there" in attention
    assert f'href="/rubbers/{rubber.pk}/#consent"' in attention
    assert '<span class="count">1</span>' in attention
    client.post(f"/tables/{table.pk}/presence/")
    assert not load(rubber.pk).absent
    assert "You say that you are not" not in client.get("/").content.decode()


def test_what_was_invented_and_is_over_waits_too_also_when_the_seat_was_cleared_meanwhile(
    ruth, table
):
    rubber = begin(table, lines=("4sn=",))
    rubber.refresh_from_db()
    by = Member.objects.get(name="Ruth")
    stop_rubber(
        state=load(rubber.pk),
        reason="Late",
        seen_revision=rubber.revision,
        by=by,
        now=timezone.now(),
    )
    who = Member.objects.get(name="Ben")
    ruth.post(f"/tables/{table.pk}/seating/{who.pk}/departure/")
    signed_in(who).post(f"/tables/{table.pk}/absence/")
    assert load(rubber.pk).absent.keys() == {E}


def test_rubbers_of_before_that_stay_are_no_part_of_it(table):
    rubber = begin(table, lines=("4sn=",))
    who, by = Member.objects.get(name="Ben"), Member.objects.get(name="Ruth")
    rubber.refresh_from_db()
    stop_rubber(
        state=load(rubber.pk),
        reason="Late",
        seen_revision=rubber.revision,
        by=by,
        now=timezone.now(),
    )
    tables.leave_table(table=table, member=who, now=timezone.now())
    tables.come_to_table(table=table, member=who, seat=E, by=by, now=timezone.now())
    signed_in(who).post(f"/tables/{table.pk}/absence/")
    assert not NotThere.objects.exists()
    assert seating_at(table).free_seats == [E]


def test_who_was_brought_nowhere_is_told_so(table):
    answer = signed_in(member("Eve")).post(f"/tables/{table.pk}/absence/", follow=True)
    assert "Nobody else has brought you to Table 1." in answer.content.decode()
    assert (
        signed_in(Member.objects.get(name="Ben"))
        .post("/tables/999/absence/")
        .status_code
        == 404
    )


def test_a_substitute_is_told_too(table):
    rubber = begin(table)
    eve = member("Eve")
    asked = load(rubber.pk)
    from_ruth = {"seat": "E", "substitute": eve.pk}
    signed_in(asked.players[N]).post(f"/rubbers/{rubber.pk}/substitution/", from_ruth)
    proposed = rubber.substitutions.get()
    for seat in (S, W):
        signed_in(asked.players[seat]).post(
            f"/rubbers/{rubber.pk}/substitutions/{proposed.pk}/consents/"
        )
    client = signed_in(eve)
    assert "<b>Ruth seated you</b>" in client.get("/").content.decode()
    client.post(f"/tables/{table.pk}/absence/")
    assert load(rubber.pk).absent.keys() == {E}


def test_only_those_who_were_seated_by_another_cost_a_statement(
    table, django_assert_num_queries
):
    dan, eve = signed_in(Member.objects.get(name="Dan")), signed_in(member("Eve"))
    for client in (dan, eve):
        client.get("/evenings/")
    with django_assert_num_queries(4) as usual:
        eve.get("/evenings/")
    with django_assert_num_queries(len(usual) + 1):
        dan.get("/evenings/")


def test_both_answers_are_buttons_of_one_weight_and_the_harmless_one_is_first(table):
    html = ben().get("/ledger/").content.decode()
    answers = html[html.index('id="there-or-not-seat"') :]
    assert answers.index("Yes, I am here") < answers.index("I am not there")
    for words in ("Yes, I am here", "I am not there"):
        before = answers[: answers.index(words)]
        assert before[before.rindex("<button") :].startswith('<button class="button"')
