"""The pages of a rubber with blind books: who reads what before and after the second side has written the deal."""

import re

import pytest
from django.test import Client

from clubscore.archive.left_out import left_out_for
from clubscore.live.topics import WATCH
from clubscore.members.access.pins import choose_pin
from clubscore.members.roles import Role
from clubscore.rubbers.models import BookEntry, Deal, Proposal
from clubscore.rubbers.sheet.topics import render
from scoring import Seat, parse_deal
from tests.factories import NOON, member
from tests.rubbers.agreement.blind import blind_rubber, write
from tests.rubbers.conftest import HTMX, entry

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
OWN = "Deal 1 is in your book: 6♦ doubled by Cleo, two down. It waits for Ben or Dan."
THEIRS = "Anna and Cleo have written deal 1: enter yours."
KEEPERS = "Anna and Cleo have written deal 1 in their book. It waits for Ben or Dan."
FACTS = re.compile(r"by Cleo|6DX|two down|a squeeze")


@pytest.fixture
def rubber(db):
    return blind_rubber()


@pytest.fixture
def viewers(rubber, signed_in):
    """Clients of two players of each side, of an admin who does not play, and of a member who watches."""
    clients = {seat.value: signed_in(player) for seat, player in rubber.players.items()}
    clients["admin"] = signed_in(member("Ruth", role=Role.ADMIN))
    clients["watcher"] = signed_in(member("Walt", role=Role.WATCHER))
    return clients


def words_of(answer) -> str:
    text = re.sub(
        r"<(style|script).*?</\1>", " ", answer.content.decode(), flags=re.DOTALL
    )
    words = " ".join(re.sub(r"<[^>]+>", " ", text).split())
    return re.sub(r" ([♠♥♦♣.])", r"\1", words)


def page(client: Client, rubber) -> str:
    return words_of(client.get(f"/tables/{rubber.table_id}/"))


def send(client: Client, rubber, line: str, *, htmx: bool = True):
    rubber.refresh_from_db()
    taps = {"contract": "", "declarer": "", "result": "", "line": line}
    return client.post(
        f"/rubbers/{rubber.pk}/deals/",
        entry(rubber, **taps),
        headers=HTMX if htmx else {},
    )


def said(text: str) -> set[str]:
    return {words for words in (OWN, THEIRS, KEEPERS) if words in text}


def test_each_viewer_reads_of_the_first_entry_what_is_theirs_to_read(rubber, viewers):
    answer = send(viewers["S"], rubber, "6dxs-2 # a squeeze")
    assert "You have written deal 1 in your book." in words_of(answer)
    seen = {who: said(page(client, rubber)) for who, client in viewers.items()}
    assert seen == {
        "N": {OWN},
        "S": {OWN},
        "E": {THEIRS},
        "W": {THEIRS},
        "admin": {KEEPERS},
        "watcher": set(),
    }


@pytest.mark.parametrize("fate", ["open", "replaced", "withdrawn"])
def test_the_facts_are_nowhere_where_another_than_the_side_can_read(
    rubber, viewers, fate
):
    entry = write(rubber, "6dxs-2 # a squeeze", S).entry
    if fate == "replaced":
        write(rubber, "1ne=", S)
    if fate == "withdrawn":
        act(viewers["N"], rubber, "withdrawal")
    entry.refresh_from_db()
    assert entry.state == fate
    paths = [
        f"/tables/{rubber.table_id}/",
        f"/tables/{rubber.table_id}/sheet/?view=NS",
        f"/rubbers/{rubber.pk}/",
        f"/rubbers/{rubber.pk}/consent/",
        f"/rubbers/{rubber.pk}/history/",
        f"/rubbers/{rubber.pk}/ending/",
        f"/rubbers/{rubber.pk}/sheet/?view=NS",
        f"/rubbers/{rubber.pk}/deals/preview/?line=1nn%3D&number=1&revision=0",
        "/",
        "/wall/",
        f"/wall/?table={rubber.table_id}",
        "/public/room/",
        "/attention/",
        "/office/",
        "/office/audit/",
        f"/members/{rubber.players[N].pk}/",
    ]
    found = [
        (who, path)
        for who in ("E", "W", "admin", "watcher")
        for path in paths
        if FACTS.search(words_of(viewers[who].get(path)))
    ]
    assert found == []
    streams = "".join(render(rubber.pk, view) for view in ("NS", "EW", WATCH))
    assert not FACTS.search(re.sub(r"<[^>]+>", " ", streams))


def test_an_archive_for_somebody_leaves_out_what_that_person_may_not_see(rubber):
    written = write(rubber, "6dxs-2", S).entry
    for reader, left in (
        (rubber.players[N], set()),
        (rubber.players[E], {written.pk}),
        (member("Ruth", role=Role.ADMIN), {written.pk}),
    ):
        assert left_out_for(reader, NOON).roots[BookEntry] == left
    assert left_out_for(rubber.players[E], NOON).words == (
        "A deal in the book of one side at Table 1: the other side has not written it yet.",
    )


def test_equal_entries_are_recorded_by_the_page_and_shown_to_all(rubber, viewers):
    send(viewers["N"], rubber, "4sn=")
    answer = send(viewers["E"], rubber, "4sn=")
    assert "Deal 1 is recorded alike, so you have agreed to it" in words_of(answer)
    seen = {who: said(page(client, rubber)) for who, client in viewers.items()}
    assert set().union(*seen.values()) == set()
    assert all("4♠" in page(client, rubber) for client in viewers.values())


def test_entries_that_differ_are_put_to_the_vote(rubber, viewers):
    send(viewers["N"], rubber, "4sn=", htmx=False)
    answer = send(viewers["E"], rubber, "4sn-1")
    assert "They have 4♠ by Anna, made; you have 4♠ by Anna, one down" in words_of(
        answer
    )
    assert Proposal.objects.get().facts == parse_deal("4sn-1")


def test_without_scripts_an_entry_leads_back_to_the_table(rubber, viewers):
    answer = send(viewers["N"], rubber, "4sn=", htmx=False)
    assert (answer.status_code, answer.url) == (302, f"/tables/{rubber.table_id}/")
    assert "You have written deal 1 in your book." in page(viewers["N"], rubber)


def act(client: Client, rubber, what: str, **fields):
    written = BookEntry.objects.get()
    path = f"/rubbers/{rubber.pk}/books/{written.pk}/{what}/"
    return client.post(path, fields, headers=HTMX)


def test_a_tap_takes_the_entry_back(rubber, viewers):
    write(rubber, "4sn=", N)
    assert act(viewers["S"], rubber, "withdrawal").status_code == 200
    assert said(page(viewers["E"], rubber)) == set()
    assert act(viewers["S"], rubber, "withdrawal").status_code == 409


def test_a_tap_records_the_entry_with_one_book(rubber, viewers):
    write(rubber, "4sn=", N)
    answer = act(viewers["N"], rubber, "recording")
    assert "Recorded with one book." in words_of(answer)
    assert "4♠ by Anna" in page(viewers["E"], rubber)
    assert act(viewers["N"], rubber, "recording").status_code == 409


@pytest.mark.parametrize("what", ["withdrawal", "recording"])
@pytest.mark.parametrize("who", ["E", "W", "admin", "watcher"])
def test_nobody_else_taps_there(rubber, viewers, who, what):
    write(rubber, "4sn=", N)
    assert act(viewers[who], rubber, what).status_code == 403


# --- on one phone ---


def by_pin(client: Client, rubber, player, **fields):
    sent = entry(rubber, **fields) | {"member": player.pk}
    return client.post(f"/rubbers/{rubber.pk}/books/", sent, headers=HTMX)


def test_the_other_side_writes_by_pin_on_the_phone_of_the_first(rubber, viewers):
    dan = rubber.players[W]
    choose_pin(member=dan, pin="8642", now=NOON)
    write(rubber, "4sn=", N)
    assert by_pin(viewers["N"], rubber, dan, pin="1111").status_code == 409
    assert Deal.objects.count() == 0
    assert by_pin(viewers["N"], rubber, dan, pin="8642").status_code == 200
    signed = Deal.objects.get().agreements.order_by("pk")
    assert [
        (row.member.name, row.device_of and row.device_of.name) for row in signed
    ] == [
        ("Anna", None),
        ("Dan", "Anna"),
    ]


def test_a_line_that_is_no_deal_is_refused_in_words(rubber, viewers):
    write(rubber, "4sn=", N)
    taps = {"contract": "", "declarer": "", "result": "", "line": "4x"}
    answer = by_pin(viewers["N"], rubber, rubber.players[W], pin="8642", **taps)
    assert answer.status_code == 409
    assert BookEntry.objects.get().is_open


def test_nothing_is_written_by_pin_in_a_rubber_without_blind_books(anna, rubber):
    nobody = {"member": ""}
    sent = entry(rubber) | nobody
    assert (
        anna.post(f"/rubbers/{rubber.pk}/books/", sent, headers=HTMX).status_code == 409
    )
    assert Deal.objects.count() + BookEntry.objects.count() == 0


# --- the end ---


def test_the_page_that_ends_a_rubber_says_what_becomes_of_the_entry(rubber, viewers):
    write(rubber, "4sn=", N)
    words = (
        "Anna and Cleo have written deal 1 in their book. "
        "It is on no sheet, and is dropped with the end."
    )
    answer = viewers["E"].get(f"/rubbers/{rubber.pk}/ending/")
    assert words in words_of(answer)


def test_the_audit_names_an_entry_that_was_taken_back_without_its_facts(
    rubber, viewers
):
    write(rubber, "6dxs-2 # a squeeze", S)
    assert "in the book of one side" not in words_of(
        viewers["admin"].get("/office/audit/")
    )
    act(viewers["S"], rubber, "withdrawal")
    words = words_of(viewers["admin"].get("/office/audit/"))
    assert "wrote a deal at Table 1 in the book of one side: it was taken back" in words
    assert not FACTS.search(words)
