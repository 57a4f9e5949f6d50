"""Erasing a member: the name is gone everywhere, the books still balance, and for 30 days the erasure can be undone."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import IntegrityError, models, transaction

from clubscore.ledger import services as ledger
from clubscore.ledger.models import Season
from clubscore.members.access.pins import choose_pin
from clubscore.members.importing.plan import plan_import
from clubscore.members.invitations.services import InvitationRefused, invite
from clubscore.members.merging.services import MergeRefused, merge
from clubscore.members.merging.services import undo as part
from clubscore.members.models import Invitation, Member, OpenSession, SignInEvent
from clubscore.members.people.services import come_back, leave_club
from clubscore.members.permissions import may_keep_record
from clubscore.members.roles import Role
from clubscore.privacy.erasing.queries import mentions
from clubscore.privacy.erasing.services import (
    ErasureRefused,
    destroy_erased,
    erase,
    undo,
)
from clubscore.privacy.models import Erasure, KeptValue
from clubscore.rubbers.models import Rubber
from clubscore.settlements.models import PaymentEvent
from clubscore.standings.models import FinalRow
from clubscore.standings.seasons.services import close_season
from clubscore.tables.services import leave_table
from scoring import Seat
from tests.factories import NOON, PASSWORD, agreed_rubber, member, rubber_in_play
from tests.members.importing.reading import read_list
from tests.privacy.conftest import NAME
from tests.settlements.settling import booked_rubber, settle

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LATER = NOON + timedelta(hours=8)
AFTER_30_DAYS = LATER + timedelta(days=30)


@pytest.fixture
def others(db: None) -> list[Member]:
    return [member(name) for name in ("Ben Cole", "Cleo Dunn", "Dan Falk")]


@pytest.fixture
def played(xanthippe: Member, others: list[Member]) -> Rubber:
    """An agreed rubber of Xanthippe and the others, after which all four have left the table."""
    rubber = agreed_rubber(dict(zip(Seat, [xanthippe, *others], strict=True)))
    for player in (xanthippe, *others):
        leave_table(table=rubber.table, member=player, now=LATER)
    return rubber


def texts_with(name: str) -> list[str]:
    """Every text column of the club's tables in which the name still stands, except the values kept for undoing."""
    found = []
    for model in apps.get_models():
        if not model._meta.managed or model is KeptValue:
            continue
        for field in model._meta.local_concrete_fields:
            if isinstance(
                field, models.CharField | models.TextField | models.JSONField
            ):
                rows = model._base_manager.values_list(field.attname, flat=True)
                found += [
                    f"{model._meta.label}.{field.name}"
                    for text in rows
                    if name in str(text)
                ]
    return found


def audits() -> None:
    for command in ("check_ledger", "check_rubbers", "check_standings"):
        call_command(command, stdout=StringIO())


def close_the_season(*, by: Member) -> None:
    season = Season.objects.get()
    ledger.open_season(name="Next", slug="next", begins_on=date(2027, 1, 1))
    close_season(season=season, by=by, now=NOON + timedelta(days=50))


def everything_of(who: Member) -> dict[str, object]:
    return Member.objects.filter(pk=who.pk).values().get()


# --- what goes, and what stays ---


def test_nothing_that_says_who_it_was_is_left_and_the_books_balance(
    xanthippe, owner, played
):
    choose_pin(member=xanthippe, pin="1928", now=NOON)
    invite(member=xanthippe, by=owner, now=NOON)
    erasure = erase(member=xanthippe, by=owner, now=LATER)
    xanthippe.refresh_from_db()
    assert (xanthippe.name, str(erasure), xanthippe.has_joined) == (
        "Former member 1",
        "Former member 1",
        False,
    )
    assert not xanthippe.has_usable_password()
    assert (
        xanthippe.pin,
        xanthippe.email,
        xanthippe.note,
        xanthippe.groups.count(),
    ) == ("", "", "", 0)
    assert not Invitation.objects.open_at(LATER).filter(member=xanthippe).exists()
    for word in (NAME, "xanthippe", "Xanthi", "0123 456", "0042", "7788", "Pays late"):
        assert texts_with(word) == []
    audits()
    assert played.players[Seat.NORTH].name == "Former member 1"


def test_a_final_table_has_the_new_name_and_its_audit_is_clean(
    xanthippe, owner, played
):
    close_the_season(by=owner)
    assert FinalRow.objects.filter(name=NAME).exists()
    erase(member=xanthippe, by=owner, now=LATER)
    assert not FinalRow.objects.filter(name=NAME).exists()
    audits()


def test_the_figures_of_a_final_table_still_cannot_change(xanthippe, owner, played):
    close_the_season(by=owner)
    row = FinalRow.objects.filter(name=NAME).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        models.QuerySet(FinalRow).filter(pk=row.pk).update(net=1)


def test_changes_by_hand_that_have_the_name_get_the_new_one(xanthippe, owner):
    kind = ContentType.objects.get_for_model(Member)
    entry = {"user": owner, "content_type": kind, "action_flag": CHANGE}
    LogEntry.objects.create(
        object_id=xanthippe.pk, object_repr=NAME, change_message="[]", **entry
    )
    LogEntry.objects.create(
        object_id=1,
        object_repr=f"Invitation of {NAME}",
        change_message=f"for {NAME}",
        **entry,
    )
    LogEntry.objects.create(
        object_id=2, object_repr=f"{NAME}-Smythe", change_message="", **entry
    )
    erase(member=xanthippe, by=owner, now=LATER)
    assert list(
        LogEntry.objects.order_by("pk").values_list("object_repr", "change_message")
    ) == [
        ("Former member 1", "[]"),
        ("Invitation of Former member 1", "for Former member 1"),
        ("Former member 1-Smythe", ""),
    ]


def test_open_sessions_end(xanthippe, owner, browser):
    client = browser(xanthippe)
    assert client.get("/ledger/").status_code == 200
    erase(member=xanthippe, by=owner, now=LATER)
    assert not OpenSession.objects.filter(member=xanthippe).exists()
    assert client.get("/ledger/").status_code == 302


def test_the_notes_at_the_door_of_who_was_erased_are_gone(xanthippe, owner, browser):
    browser(xanthippe)
    SignInEvent.objects.create(
        what="in", member=xanthippe, network="203.0.113.0/24", device="Firefox", at=NOON
    )
    erase(member=xanthippe, by=owner, now=LATER)
    assert not SignInEvent.objects.filter(member=xanthippe).exists()


def test_all_records_of_the_person_are_erased_together_under_one_name(xanthippe, owner):
    guest = Member.objects.create(name="Xanthippe Q", is_guest=True, joined_at=NOON)
    made = merge(kept=xanthippe, merged=guest, by=owner, now=NOON)
    erase(member=guest, by=owner, now=LATER)
    assert set(
        Member.objects.filter(erased_at=LATER).values_list("name", flat=True)
    ) == {"Former member 1"}
    assert Member.objects.filter(erased_at=LATER).count() == 2
    made.refresh_from_db()
    with pytest.raises(MergeRefused, match="was erased"):
        part(merge=made, by=owner, now=LATER)


def test_numbers_are_not_used_twice(xanthippe, owner, others):
    first = erase(member=xanthippe, by=owner, now=LATER)
    undo(erasure=first, by=owner, now=LATER)
    assert erase(member=others[0], by=owner, now=LATER).name == "Former member 2"
    assert erase(member=xanthippe, by=owner, now=LATER).name == "Former member 3"


def test_the_database_keeps_an_erased_member_empty(xanthippe, owner):
    erase(member=xanthippe, by=owner, now=LATER)
    for change in ({"is_active": True}, {"email": "a@club.example"}, {"username": "x"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Member.objects.filter(pk=xanthippe.pk).update(**change)


# --- nobody brings an erased member back by another way ---


def test_an_erased_member_is_not_called_back_invited_merged_or_found_by_a_list(
    xanthippe, owner, others
):
    erase(member=xanthippe, by=owner, now=LATER)
    xanthippe.refresh_from_db()
    assert not come_back(member=xanthippe, by=owner, now=LATER)
    assert not may_keep_record(owner, xanthippe)
    with pytest.raises(InvitationRefused):
        invite(member=xanthippe, by=owner, now=LATER)
    with pytest.raises(MergeRefused, match="erased"):
        merge(kept=others[0], merged=xanthippe, by=owner, now=LATER)
    rows = read_list("first_name,last_name\nFormer,member 1\n")
    assert plan_import(rows=rows, overwrite=True, by=owner).outcomes[0].kind == "new"


# --- what stands against it ---


def test_nobody_is_erased_in_a_rubber_that_is_played_or_not_agreed(
    xanthippe, owner, others
):
    rubber = rubber_in_play(dict(zip(Seat, [xanthippe, *others], strict=True)))
    with pytest.raises(
        ErasureRefused,
        match="is at Table 1: leave it first.*is in play: finish and agree it first",
    ):
        erase(member=xanthippe, by=owner, now=LATER)
    assert everything_of(xanthippe)["name"] == NAME
    assert rubber.players[Seat.NORTH] == xanthippe


def test_nobody_is_erased_while_a_payment_is_open(xanthippe, owner, others):
    booked_rubber(dict(zip(Seat, [xanthippe, *others], strict=True)))
    settlement = settle(owner)
    with pytest.raises(
        ErasureRefused, match="A payment of Xanthippe Quillfeather is open"
    ):
        erase(member=xanthippe, by=owner, now=LATER)
    for transfer in settlement.transfers.all():
        PaymentEvent.objects.create(
            transfer=transfer, kind="received", by=owner, for_another=True, at=LATER
        )
    erase(member=xanthippe, by=owner, now=LATER)


def test_the_last_owner_and_oneself_are_not_erased(owner):
    with pytest.raises(ErasureRefused, match="the only owner"):
        erase(member=owner, by=owner, now=LATER)
    other = member("Second Owner", role=Role.OWNER)
    with pytest.raises(ErasureRefused, match="This is you"):
        erase(member=owner, by=owner, now=LATER)
    erase(member=owner, by=other, now=LATER)


def test_nobody_is_erased_twice(xanthippe, owner):
    erase(member=xanthippe, by=owner, now=LATER)
    with pytest.raises(ErasureRefused, match="erased already"):
        erase(member=xanthippe, by=owner, now=LATER)


def test_what_others_typed_is_counted_and_stays(xanthippe, owner, others):
    ledger.open_season(name=f"Cup of {NAME}", slug="cup", begins_on=date(2026, 1, 1))
    assert [(each.what, each.count) for each in mentions([NAME])] == [
        ("name of seasons", 1)
    ]


# --- taking it back ---


def test_taking_it_back_restores_every_column_the_role_and_the_final_tables(
    xanthippe, owner, played
):
    close_the_season(by=owner)
    choose_pin(member=xanthippe, pin="1928", now=NOON)
    before, tables = (
        everything_of(xanthippe),
        list(FinalRow.objects.order_by("pk").values()),
    )
    erasure = erase(member=xanthippe, by=owner, now=LATER)
    undo(erasure=erasure, by=owner, now=AFTER_30_DAYS - timedelta(seconds=1))
    assert everything_of(xanthippe) == before
    assert list(FinalRow.objects.order_by("pk").values()) == tables
    assert Member.objects.get(pk=xanthippe.pk).role == Role.SCORER
    assert not KeptValue.objects.exists()
    assert Member.objects.get(pk=xanthippe.pk).check_password(PASSWORD)


def test_who_had_left_before_has_left_afterwards(xanthippe, owner):
    leave_club(member=xanthippe, by=owner, now=NOON)
    undo(erasure=erase(member=xanthippe, by=owner, now=LATER), by=owner, now=LATER)
    assert not Member.objects.get(pk=xanthippe.pk).is_active


def test_it_is_not_taken_back_twice_nor_after_30_days(xanthippe, owner):
    erasure = erase(member=xanthippe, by=owner, now=LATER)
    with pytest.raises(ErasureRefused, match="destroyed"):
        undo(erasure=erasure, by=owner, now=AFTER_30_DAYS)
    undo(erasure=erasure, by=owner, now=LATER)
    with pytest.raises(ErasureRefused, match="taken back already"):
        undo(erasure=erasure, by=owner, now=LATER)


@pytest.mark.parametrize(
    ("field", "words"), [("username", "sign-in name"), ("external_id", "number")]
)
def test_what_another_has_by_now_is_named(xanthippe, owner, others, field, words):
    value = getattr(xanthippe, field)
    erasure = erase(member=xanthippe, by=owner, now=LATER)
    Member.objects.filter(pk=others[0].pk).update(**{field: value.upper()})
    with pytest.raises(
        ErasureRefused, match=f"Another member has the {words} {value} now"
    ):
        undo(erasure=erasure, by=owner, now=LATER)


# --- destroying ---


def test_after_30_days_what_was_kept_is_destroyed_and_not_before(
    xanthippe, owner, others
):
    erasure = erase(member=xanthippe, by=owner, now=LATER)
    erase(member=others[0], by=owner, now=LATER + timedelta(days=1))
    assert destroy_erased(now=AFTER_30_DAYS - timedelta(seconds=1)) == 0
    assert destroy_erased(now=AFTER_30_DAYS) == 1
    assert {kept.erasure.number for kept in KeptValue.objects.all()} == {2}
    erasure.refresh_from_db()
    assert (erasure.destroyed_at, erasure.is_final) == (AFTER_30_DAYS, True)
    with pytest.raises(ErasureRefused, match="destroyed"):
        undo(erasure=erasure, by=owner, now=LATER)
    assert destroy_erased(now=AFTER_30_DAYS) == 0


def test_what_was_taken_back_is_not_destroyed(xanthippe, owner):
    undo(erasure=erase(member=xanthippe, by=owner, now=LATER), by=owner, now=LATER)
    assert destroy_erased(now=AFTER_30_DAYS) == 0
    assert Erasure.objects.get().destroyed_at is None


def test_the_command_says_of_how_many():
    out = StringIO()
    call_command("sweep_erasures", stdout=out)
    assert out.getvalue() == "Destroyed for good: 0 erased members.\n"


# --- the pages ---


def test_an_owner_sees_what_goes_erases_and_takes_it_back(xanthippe, owner, browser):
    office, path = browser(owner), f"/members/{xanthippe.pk}/erasure/"
    assert path in office.get(f"/members/{xanthippe.pk}/record/").content.decode()
    assert "What stays" in office.get(path).content.decode()
    refused = office.post(path)
    assert (refused.status_code, Erasure.objects.count()) == (422, 0)
    assert "Tick that the person has asked" in refused.content.decode()
    done = office.post(path, {"has_asked": "on"}, follow=True).content.decode()
    assert "Former member 1" in done
    assert NAME not in done
    record = office.get(f"/members/{xanthippe.pk}/record/").content.decode()
    assert "This member was erased" in record
    assert path not in record
    assert NAME not in office.get("/office/audit/").content.decode()
    undone = office.post(
        f"/members/erasures/{Erasure.objects.get().pk}/undoing/", follow=True
    ).content.decode()
    assert f"{NAME} is back" in undone


def test_what_stands_against_it_is_shown_and_there_is_no_button(
    xanthippe, owner, others, browser
):
    rubber_in_play(dict(zip(Seat, [xanthippe, *others], strict=True)))
    path = f"/members/{xanthippe.pk}/erasure/"
    html = browser(owner).get(path).content.decode()
    assert "leave it first" in html
    assert "has_asked" not in html
    refused = browser(owner).post(path, {"has_asked": "on"})
    assert refused.status_code == 422


def test_the_audit_has_the_act_and_not_the_name(xanthippe, owner, browser):
    undo(erasure=erase(member=xanthippe, by=owner, now=LATER), by=owner, now=LATER)
    erase(member=xanthippe, by=owner, now=LATER)
    html = browser(owner).get("/office/audit/").content.decode()
    assert "erased a member, who is Former member 1 from then on" in html
    assert "took back that Former member 1 was erased" in html
    assert "Former member 2 from then on" in html
    assert NAME not in html


def test_an_admin_does_not_change_an_erased_record_by_hand(xanthippe, owner, browser):
    erase(member=xanthippe, by=owner, now=LATER)
    answer = browser(owner).post(
        f"/admin/members/member/{xanthippe.pk}/change/", {"name": NAME}
    )
    assert answer.status_code == 403


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_the_database_as_often_for_three_as_for_one(
    count, owner, browser, others, django_assert_num_queries
):
    for each in others[:count]:
        erase(member=each, by=owner, now=LATER)
    office = browser(owner)
    office.get("/members/erasures/")
    with django_assert_num_queries(3):  # two for the count in the head, and the list
        office.get("/members/erasures/")


def test_only_owners_erase(xanthippe, owner, browser):
    admin = member("An Admin", role=Role.ADMIN)
    for path in ("/members/erasures/", f"/members/{xanthippe.pk}/erasure/"):
        assert browser(admin).get(path).status_code == 403
    assert (
        "erasure/"
        not in browser(admin).get(f"/members/{xanthippe.pk}/record/").content.decode()
    )
