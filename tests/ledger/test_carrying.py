"""A closed season carries its sums forward: the books equal those without carrying, and an audit proves it."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, transaction

from clubscore.ledger import services
from clubscore.ledger.books import books
from clubscore.ledger.carry_forward import wrongly_carried
from clubscore.ledger.manual_entries import services as by_hand
from clubscore.ledger.models import CarriedForward, Transaction, Unit
from clubscore.members.merging.services import merge
from clubscore.members.roles import Role
from tests.factories import NOON, member
from tests.ledger.three_seasons import AUTUMN, SPRING, WINTER
from tests.standings.season_of import book, take_back
from tests.unguarded import erase, rewrite

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin():
    return member("Ruth", role=Role.ADMIN)


def close(season, by):
    services.close_season(season=season, by=by, now=SPRING)


def lines():
    """Return everything on the page of the books as plain values."""
    found = books()
    accounts = sorted(
        (
            line.member.name,
            line.rubbers,
            line.won,
            line.lost,
            line.net,
            line.adjusted,
            line.balance,
            line.money,
        )
        for line in found.accounts
    )
    return (
        accounts,
        [(line.account.name, line.balance, line.money) for line in found.of_the_club],
        found.plus,
    )


def play_and_book(pairs, admin):
    """Book rubbers in two seasons, one taken back and one drawn, and an adjustment by hand in points and in money."""
    winners, losers = pairs
    book(winners, losers, 810, now=AUTUMN)
    wrong = book(winners, losers, 90, now=AUTUMN)
    take_back(wrong, now=AUTUMN)
    book(losers, winners, 0, now=WINTER)
    for number, unit in enumerate((Unit.POINTS, Unit.MONEY), 1):
        by_hand.book_adjustment(
            number=number,
            member=winners[0],
            points=50,
            against="Prizes",
            unit=unit,
            reason="A prize",
            by=admin,
            now=WINTER,
        )


def test_the_books_are_the_same_when_seasons_have_been_closed(pairs, seasons, admin):
    play_and_book(pairs, admin)
    before = lines()
    for season in seasons[:2]:
        close(season, admin)
        assert lines() == before
    # The four, and the prizes.
    assert CarriedForward.objects.filter(season=seasons[1]).count() == 5


def test_what_is_booked_later_counts_on(pairs, seasons, admin):
    play_and_book(pairs, admin)
    close(seasons[0], admin)
    book(*pairs, 300, now=SPRING)
    close(seasons[1], admin)
    book(*pairs, 200, now=SPRING)
    assert [(name, rubbers, net) for name, rubbers, _, _, net, *_ in lines()[0]] == [
        ("Anna", 4, 1310), ("Ben", 4, -1310), ("Cleo", 4, 1310), ("Dan", 4, -1310),
    ]  # fmt: skip
    assert list(wrongly_carried()) == []


def test_a_rubber_of_a_closed_season_that_is_taken_back_counts_no_more(
    pairs, seasons, admin
):
    booked = book(*pairs, 810, now=AUTUMN)
    close(seasons[0], admin)
    take_back(booked, now=WINTER)
    assert {(rubbers, won, net) for _, rubbers, won, _, net, *_ in lines()[0]} == {
        (0, 0, 0)
    }


def test_a_season_without_a_booking_carries_the_one_before_it_forward(
    pairs, seasons, admin
):
    book(*pairs, 810, now=AUTUMN)
    for season in seasons[:2]:
        close(season, admin)
    assert CarriedForward.objects.filter(season=seasons[1], rubbers=1).count() == 4


def test_seasons_closed_before_anything_was_carried_forward_count_all_the_same(
    pairs, seasons, admin
):
    play_and_book(pairs, admin)
    before = lines()
    close(seasons[0], admin)
    erase(CarriedForward.objects)
    assert lines() == before
    close(seasons[1], admin)
    assert lines() == before
    assert list(wrongly_carried()) == []


def test_two_records_of_one_person_carry_forward_apart_and_are_shown_as_one(
    pairs, seasons, admin
):
    book(*pairs, 810, now=AUTUMN)
    guest = member("Ann")
    book((guest, pairs[0][1]), pairs[1], 100, now=AUTUMN)
    close(seasons[0], admin)
    merge(kept=pairs[0][0], merged=guest, by=admin, now=NOON)
    assert ("Anna", 2, 910) in [
        (name, rubbers, net) for name, rubbers, _, _, net, *_ in lines()[0]
    ]


def test_the_audit_names_a_season_whose_balances_were_changed_by_hand(
    pairs, seasons, admin, capsys
):
    book(*pairs, 810, now=AUTUMN)
    close(seasons[0], admin)
    rewrite(CarriedForward.objects.filter(member=pairs[0][0]), net=900)
    assert list(wrongly_carried()) == [
        "Autumn: what is carried forward from it is not what was booked up to its end."
    ]
    with pytest.raises(CommandError):
        call_command("check_ledger")
    assert "Autumn: what is carried forward from it is not" in capsys.readouterr().err


def test_the_audit_names_a_season_into_which_somebody_booked_after_its_end(
    pairs, seasons, admin
):
    book(*pairs, 810, now=AUTUMN)
    close(seasons[0], admin)
    late = book(*pairs, 300, now=WINTER)
    rewrite(Transaction.objects.filter(pk=late.pk), season=seasons[0])
    assert len(list(wrongly_carried())) == 1


@pytest.mark.parametrize("found", [0, 1, 2])
def test_the_books_take_as_many_queries_with_closed_seasons_as_with_one(
    pairs, seasons, admin, found, django_assert_num_queries
):
    book(*pairs, 810, now=AUTUMN)
    close(seasons[0], admin)
    for number in range(found):
        book(*pairs, 100, now=WINTER, source_id=10 + number)
        if number:
            close(seasons[1], admin)
    with django_assert_num_queries(9):
        list(books().accounts)


def test_the_database_refuses_two_balances_of_one_member_and_those_of_nobody(
    pairs, seasons, admin
):
    book(*pairs, 810, now=AUTUMN)
    close(seasons[0], admin)
    row = CarriedForward.objects.first()
    for owner in ({"member_id": row.member_id}, {}):
        with pytest.raises(IntegrityError), transaction.atomic():
            CarriedForward.objects.create(
                season=seasons[0], **owner, **dict.fromkeys(("rubbers", "won", "lost", "net"), 0),
                **dict.fromkeys(("adjusted", "balance", "money"), 0),
            )  # fmt: skip


def test_what_is_carried_forward_is_written_once(pairs, seasons, admin):
    book(*pairs, 810, now=AUTUMN)
    close(seasons[0], admin)
    row = CarriedForward.objects.get(member__name="Anna")
    with pytest.raises(TypeError):
        row.save()
    assert str(row) == "Anna: +810 at the end of Autumn"
