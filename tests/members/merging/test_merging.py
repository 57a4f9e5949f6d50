"""Merging two records of one person: the preview, the merge, undoing it, and the totals of both records."""

import pytest
from django.db import IntegrityError
from django.test import Client

from clubscore.ledger import services as ledger
from clubscore.ledger.models import Posting, Transaction
from clubscore.ledger.queries import statement_of
from clubscore.members.importing.plan import plan_import
from clubscore.members.importing.services import carry_out
from clubscore.members.merging.queries import preview
from clubscore.members.merging.services import MergeRefused, merge, undo
from clubscore.members.models import Member, Merge
from clubscore.members.people.services import add_guest
from clubscore.members.queries import canonical_ids, records_of
from clubscore.members.roles import Role
from scoring import Seat
from tests.factories import NOON, PASSWORD, agreed_rubber, four, member, rubber_in_play
from tests.members.importing.reading import read_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> Member:
    return add_guest(name="Ann Weiss", now=NOON)


@pytest.fixture
def anna() -> Member:
    return member("Anna Weiss", password=PASSWORD)


def fresh(who: Member) -> Member:
    return Member.objects.get(pk=who.pk)


def test_the_kept_record_stands_for_both(anna, guest, ruth):
    merge(kept=anna, merged=guest, by=ruth, now=NOON)
    assert (fresh(guest).canonical, fresh(anna).canonical) == (anna, anna)
    assert canonical_ids() == {guest.pk: anna.pk}
    assert set(records_of(fresh(guest))) == set(records_of(anna)) == {anna, guest}
    assert guest not in Member.objects.present()


def test_undoing_leaves_both_as_they_were(anna, guest, ruth):
    before = list(Member.objects.order_by("pk").values())
    made = merge(kept=anna, merged=guest, by=ruth, now=NOON)
    for _ in range(2):
        undo(merge=made, by=ruth, now=NOON)
    assert list(Member.objects.order_by("pk").values()) == before
    made.refresh_from_db()
    assert (made.undone_at, made.undone_by) == (NOON, ruth)


def test_somebody_who_had_left_is_not_back_after_undoing(anna, guest, ruth):
    Member.objects.filter(pk=guest.pk).update(is_active=False)
    undo(merge=merge(kept=anna, merged=guest, by=ruth, now=NOON), by=ruth, now=NOON)
    assert not fresh(guest).is_active


def test_no_row_of_history_is_touched_and_the_sums_are_read_by_the_person(
    anna, guest, ruth
):
    players = four()
    agreed_rubber({**players, Seat.NORTH: guest})
    rows = list(Posting.objects.order_by("pk").values())
    merge(kept=anna, merged=guest, by=ruth, now=NOON)
    assert list(Posting.objects.order_by("pk").values()) == rows
    who = canonical_ids()
    sums = {who.get(row["member_id"], row["member_id"]): row["points"] for row in rows}
    assert sums.get(anna.pk) == next(
        (row["points"] for row in rows if row["member_id"] == guest.pk), None
    )


def test_two_who_played_in_one_rubber_are_two_people(ruth):
    players = four()
    rubber_in_play(players)
    with pytest.raises(
        MergeRefused, match="Both stand in the same rubber: they are two people."
    ):
        merge(kept=players[Seat.NORTH], merged=players[Seat.EAST], by=ruth, now=NOON)


def test_who_played_against_another_record_of_the_person_is_somebody_else(anna, ruth):
    players = four()
    agreed_rubber(players)
    merge(kept=anna, merged=players[Seat.NORTH], by=ruth, now=NOON)
    with pytest.raises(
        MergeRefused, match="Both stand in the same rubber: they are two people."
    ):
        merge(kept=anna, merged=players[Seat.EAST], by=ruth, now=NOON)


def test_two_lines_of_one_person_in_one_form_of_opening_balances_are_no_two_people(
    anna, guest, ruth
):
    ledger.post(
        source=Transaction.Source.OPENING,
        source_id=1,
        game="",
        description="Opening balances 1",
        reason="The paper book",
        points={
            anna: 50,
            guest: 50,
            ledger.club_account(name="Opening balances"): -100,
        },
        by=ruth,
        now=NOON,
    )
    merge(kept=anna, merged=guest, by=ruth, now=NOON)
    assert statement_of(fresh(anna)).balance == 100
    ledger.reverse(
        source=Transaction.Source.OPENING,
        source_id=1,
        by=ruth,
        now=NOON,
        reason="Typed twice",
    )
    assert statement_of(fresh(anna)).balance == 0


def test_the_preview_counts_what_stands_under_each(anna):
    players = four()
    rubber_in_play(players)
    shown = preview(kept=anna, merged=players[Seat.NORTH])
    assert {row.what: (row.kept, row.merged) for row in shown.rows} == {
        "rubber seats": (0, 1),
        "sittings": (0, 1),
    }


def test_what_speaks_against_merging_is_said(anna, guest, somebody, ruth):
    sam, tom = somebody("Sam", Role.OWNER), add_guest(name="Tom", now=NOON)
    merge(kept=guest, merged=tom, by=ruth, now=NOON)
    for kept, merged, message in (
        (anna, anna, "into itself"),
        (anna, sam, "An owner’s record is kept"),
        (guest, anna, "keep the record that signs in"),
        (anna, guest, "Another record was merged into Ann Weiss"),
        (anna, fresh(tom), "Tom was merged already"),
        (fresh(tom), anna, "Tom was merged into another record"),
    ):
        with pytest.raises(MergeRefused, match=message):
            merge(kept=kept, merged=merged, by=ruth, now=NOON)


def test_the_database_refuses_a_merged_record_that_is_active(anna, guest, ruth):
    merge(kept=anna, merged=guest, by=ruth, now=NOON)
    with pytest.raises(IntegrityError):
        Member.objects.filter(pk=guest.pk).update(is_active=True)


def test_a_merged_record_is_signed_out_for_good(anna, ruth, browser):
    other = member("Annie", password=PASSWORD)
    phone = browser(other)
    merge(kept=anna, merged=other, by=ruth, now=NOON)
    assert phone.get("/").status_code == 302
    assert not Client().login(username="annie", password=PASSWORD)


def test_the_import_finds_the_person_by_the_number_of_a_merged_record(
    anna, guest, ruth
):
    Member.objects.filter(pk=guest.pk).update(external_id="17")
    merge(kept=anna, merged=guest, by=ruth, now=NOON)
    lines = read_list("external_id,first_name,last_name,phone\n17,Anna,Weiss,0123\n")
    carry_out(plan=plan_import(rows=lines, overwrite=False, by=ruth), by=ruth, now=NOON)
    assert (fresh(anna).phone, fresh(anna).external_id, Member.objects.count()) == (
        "0123",
        "",
        3,
    )


# --- the pages ---


def test_a_look_alike_is_shown_merged_and_parted_again(office, anna):
    guest = Member.objects.create(name="anna weiss", is_guest=True, joined_at=NOON)
    record = f"/members/{anna.pk}/record/"
    assert (
        f"/members/{anna.pk}/merge/?other={guest.pk}"
        in office.get(record).content.decode()
    )
    assert (
        "They are one person: merge"
        in office.get(f"/members/{anna.pk}/merge/?other={guest.pk}").content.decode()
    )
    html = office.post(
        f"/members/{anna.pk}/merge/", {"other": guest.pk}, follow=True
    ).content.decode()
    assert "anna weiss is merged into Anna Weiss." in html
    assert (
        "This record belongs to"
        in office.get(f"/members/{guest.pk}/record/").content.decode()
    )
    answer = office.post(
        f"/members/merges/{Merge.objects.get().pk}/undoing/", follow=True
    )
    assert "anna weiss is a record of its own again." in answer.content.decode()
    assert canonical_ids() == {}


def test_the_other_record_is_searched_by_name(office, anna, guest):
    html = office.get(f"/members/{anna.pk}/merge/?q=ann").content.decode()
    assert f"?other={guest.pk}" in html
    assert f"?other={anna.pk}" not in html
    assert (
        "Nobody else of that name."
        in office.get(f"/members/{anna.pk}/merge/?q=zebra").content.decode()
    )


def test_what_cannot_be_merged_is_not_offered(office, anna, guest):
    html = office.get(f"/members/{guest.pk}/merge/?other={anna.pk}").content.decode()
    assert "keep the record that signs in" in html
    assert "They are one person" not in html
    assert (
        office.post(f"/members/{guest.pk}/merge/", {"other": anna.pk}).status_code
        == 409
    )


def test_an_owners_record_is_merged_by_owners_only(office, browser, somebody, guest):
    sam = somebody("Sam", Role.OWNER)
    assert (
        office.post(f"/members/{sam.pk}/merge/", {"other": guest.pk}).status_code == 403
    )
    assert (
        browser(sam).post(f"/members/{sam.pk}/merge/", {"other": guest.pk}).status_code
        == 302
    )
    assert (
        office.post(f"/members/merges/{Merge.objects.get().pk}/undoing/").status_code
        == 403
    )


def test_players_merge_nobody(browser, anna, guest):
    assert (
        browser(anna)
        .post(f"/members/{anna.pk}/merge/", {"other": guest.pk})
        .status_code
        == 403
    )
    assert browser(anna).post("/members/merges/1/undoing/").status_code == 403
    assert not Merge.objects.exists()


def test_a_merge_is_undone_by_post_only(office):
    assert office.get("/members/merges/1/undoing/").status_code == 302
