"""Sums are remembered until something is booked, and no reader ever sees sums from before a booking."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Event
from urllib.request import Request, urlopen

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.ledger import services
from clubscore.ledger.balances import RememberedAnswers
from clubscore.ledger.books import books
from clubscore.ledger.models import Transaction
from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from tests.factories import NOON, four, member
from tests.server_process import ServerProcess

pytestmark = pytest.mark.django_db(transaction=True)


def book(cast, margin, *, number=1, now=NOON) -> Transaction:
    """Book a rubber that Anna and Cleo win from Ben and Dan by this margin, and return the transaction."""
    anna, ben, cleo, dan = cast
    return services.post(
        source=Transaction.Source.RUBBER,
        source_id=number,
        game="contract",
        description="A rubber",
        points={anna: margin, cleo: margin, ben: -margin, dan: -margin},
        by=anna,
        now=now,
    )


def nets() -> dict[str, tuple[int, int]]:
    """Return each member's net points and number of rubbers, by name, as the page of the ledger shows them."""
    return {line.member.name: (line.net, line.rubbers) for line in books().accounts}


def elsewhere(write: Callable[[], object]) -> None:
    """Call `write` over another database connection, and return when it has committed."""

    def run() -> None:
        try:
            write()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as another:
        another.submit(run).result()


def statements_of(read: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        read()
    return [query["sql"] for query in captured.captured_queries]


def test_the_second_reader_adds_nothing_up(cast):
    book(cast, 810)
    assert any("SUM" in sql for sql in statements_of(nets))
    assert not any("SUM" in sql for sql in statements_of(nets))


def test_a_booking_over_another_connection_counts_at_once(cast):
    book(cast, 810)
    assert nets()["Anna"] == (810, 1)
    elsewhere(lambda: book(cast, 90, number=2))
    assert nets() == {
        "Anna": (900, 2),
        "Cleo": (900, 2),
        "Ben": (-900, 2),
        "Dan": (-900, 2),
    }


def test_a_reversal_counts_at_once(cast):
    book(cast, 810)
    assert nets()["Anna"] == (810, 1)
    elsewhere(
        lambda: services.reverse(
            source=Transaction.Source.RUBBER, source_id=1, by=cast[0], now=NOON
        )
    )
    assert nets()["Anna"] == (0, 0)


def test_who_books_sees_it_before_the_commit_and_a_rollback_leaves_nothing(cast):
    book(cast, 810)
    assert nets()["Anna"] == (810, 1)
    with transaction.atomic():
        first = book(cast, 50, number=2)
        assert nets()["Anna"] == (860, 2)
        transaction.set_rollback(True)
    assert nets()["Anna"] == (810, 1)
    second = book(cast, 70, number=3)
    if connection.vendor == "sqlite":
        assert second.pk == first.pk  # the very number that was rolled back
    assert nets()["Anna"] == (880, 2)


def test_who_reads_while_another_books_sees_it_after_the_commit(cast):
    book(cast, 810)
    is_booked, go_on = Event(), Event()

    def slowly() -> None:
        with transaction.atomic():
            book(cast, 90, number=2)
            is_booked.set()
            assert go_on.wait(30)

    with ThreadPoolExecutor(1) as another:
        booking = another.submit(elsewhere, slowly)
        assert is_booked.wait(30)
        assert nets()["Anna"] == (810, 1)
        go_on.set()
        booking.result()
    assert nets()["Anna"] == (900, 2)


def test_what_is_booked_while_the_sums_are_made_is_in_the_next():
    cast = tuple(four().values())
    book(cast, 810)
    numbers = iter((2, 3))

    def count() -> int:
        found = Transaction.objects.count()
        for number in numbers:
            elsewhere(lambda number=number: book(cast, 90, number=number))
        return found

    counted = RememberedAnswers(count, most=1)
    assert counted.of() == 1
    assert counted.of() == 3


@pytest.mark.parametrize(
    ("most", "worked_out"),
    [(1, [1, 2, 1, 3, 1, 2]), (2, [1, 2, 3, 1, 2]), (3, [1, 2, 3])],
)
def test_as_many_answers_are_kept_as_it_says(cast, most: int, worked_out: list[int]):
    asked = []
    answers = RememberedAnswers(lambda number: asked.append(number), most=most)
    for number in (1, 2, 1, 3, 1, 2):
        answers.of(number)
    assert asked == worked_out


def test_merged_records_are_one_person_at_once(cast):
    annie = member("Annie")
    book(cast, 810)
    book((annie, *cast[1:]), 90, number=2)
    assert nets()["Anna"] == (810, 1)
    merge(kept=cast[0], merged=annie, by=cast[1], now=NOON)
    assert nets()["Anna"] == (900, 2)


@pytest.fixture
def reader(cast) -> Client:
    give_role(member=cast[0], role=Role.ADMIN)
    client = Client()
    client.force_login(cast[0])
    return client


def standings(reader: Client, path: str = "/standings/") -> list[tuple[str, int]]:
    shown = reader.get(path).context
    placed = [line.figures for line in shown["lines_above_about"]]
    return [(figures.name, figures.net) for figures in placed]


def test_a_new_name_and_a_new_guest_are_in_the_standings_at_once(cast, reader):
    services.open_season(name="Autumn", slug="autumn", begins_on=date(2026, 1, 1))
    book(cast, 810)
    everybody = "/standings/autumn/?least=0"
    assert standings(reader, everybody)[:2] == [("Anna", 810), ("Cleo", 810)]
    cast[2].name = "Aaron"
    cast[2].save()
    assert standings(reader, everybody)[:2] == [("Aaron", 810), ("Anna", 810)]
    Member.objects.filter(pk=cast[1].pk).update(is_guest=True, username=None)
    assert [name for name, _ in standings(reader, everybody)] == [
        "Aaron",
        "Anna",
        "Dan",
    ]


def test_the_rank_on_a_members_page_follows_bookings(cast, reader):
    services.open_season(name="Autumn", slug="autumn", begins_on=date(2026, 1, 1))
    book(cast, 810)
    page = f"/members/{cast[1].pk}/?season=autumn"
    assert reader.get(page).context["sums"].net == -810
    assert reader.get(page).context["place"].rank == 3
    elsewhere(lambda: book(cast, -900, number=2))
    assert reader.get(page).context["place"].rank == 1


def test_a_season_that_divides_another_takes_its_bookings_along(cast, reader):
    services.open_season(name="Year", slug="year", begins_on=date(2026, 1, 1))
    book(cast, 810)
    assert standings(reader, "/standings/year/?least=0")[0] == ("Anna", 810)
    elsewhere(
        lambda: services.open_season(
            name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
        )
    )
    assert "lines" not in reader.get(
        "/standings/year/?least=0"
    ).context or not standings(reader, "/standings/year/")
    assert standings(reader, "/standings/autumn/?least=0")[0] == ("Anna", 810)


@pytest.mark.slow
@pytest.mark.landing
def test_another_process_shows_what_this_one_books(cast, reader):
    cookie = f"sessionid={reader.cookies['sessionid'].value}"

    def anna() -> str:
        with urlopen(
            Request(f"{server.url}/ledger/", headers={"Cookie": cookie})
        ) as page:
            return re.search(
                r"Anna</a>.*?(\+\d+)</td>", page.read().decode(), re.DOTALL
            )[1]

    book(cast, 810)
    with ServerProcess() as server:
        assert (anna(), anna()) == ("+810", "+810")
        book(cast, 90, number=2)
        assert (anna(), anna()) == ("+900", "+900")
        book(cast, 90, number=3)
        assert anna() == "+990"
