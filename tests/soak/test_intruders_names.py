"""Hostile names and notes on every page, fragment, stream and download: they are shown as text and never
become markup.
"""

import csv
import re
from collections.abc import Iterator
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
import time_machine
from django.test import Client

from clubscore.ledger.models import ClubAccount
from clubscore.live.frames import frame_event
from clubscore.live.topics import WATCH, find_topic
from clubscore.members.session_cache import known_sessions
from scoring import Side
from tests.settlements.settling import LATER
from tests.soak.intruders_club import Club, found_club
from tests.soak.intruders_doors import addresses, path_of, undone
from tests.soak.intruders_names import HARMLESS, HOSTILE, rename_all
from tests.soak.intruders_pages import MARK, Page

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.landing]

LOOKERS = ("owner", "west", "watcher")
FORMULA = re.compile(r"(^|[;\t\r\n])[=+\-@\t\r＝＋－＠]")
NUMBER = re.compile(r"[+-]?[\d.,]+%?")
REFLECTED = (
    "q",
    "line",
    "instead",
    "ruling",
    "next",
    "seat",
    "show",
    "page",
    "by",
    "game",
    "at",
    "view",
    "year",
)


@pytest.fixture
def club(db: None) -> Iterator[Club]:
    with time_machine.travel(LATER):
        found = found_club()
        ClubAccount.objects.create(name=HOSTILE[0][:40])
        yield found


def answers(
    club: Club, parts: tuple[str, ...], query: str = "", only: str = ""
) -> Iterator[tuple[str, bytes, str]]:
    """Yield every page and download that these people can GET: its path, content and type; pages of apps as
    fragments too.
    """
    for part in parts:
        client = club.client(part)
        for name in addresses():
            if name in {"members:sign-out", "admin:logout"} or only not in name:
                continue
            for headers in (
                ({},)
                if name.startswith("admin:") or only
                else ({}, {"HX-Request": "true"})
            ):
                answer = client.get(path_of(name, club) + query, headers=headers)
                body = b"".join(answer)
                if answer.status_code in {200, 422}:
                    check_headers(answer)
                    yield (
                        f"{part} {answer.request['PATH_INFO']} {len(headers)}",
                        body,
                        answer["Content-Type"],
                    )
        client.logout()


def check_headers(answer) -> None:
    assert MARK not in answer.headers.get("Set-Cookie", "")
    assert not any("\n" in value or "\r" in value for _, value in answer.items())
    if "Content-Disposition" in answer:
        assert re.fullmatch(
            r'attachment; filename="[\w.-]+"', answer["Content-Disposition"]
        )


def pages_with(
    words: tuple[str, ...], club: Club, parts: tuple[str, ...]
) -> tuple[int, dict[str, Page]]:
    """Replace all texts by these words. Returns the number of texts, and the parsed pages by path."""
    given = rename_all(words)
    known_sessions.forget_all()
    return given, {
        path: Page(body.decode())
        for path, body, kind in answers(club, parts)
        if is_html(kind)
    }


def is_html(kind: str) -> bool:
    return kind.startswith("text/html")


@pytest.mark.thorough
def test_no_name_becomes_an_element_an_attribute_or_an_address(club: Club, full: bool):
    parts = LOOKERS if full else LOOKERS[:1]
    for part in parts:
        # The list of members says who has signed in: the same at both looks.
        club.client(part)
    _, plain = pages_with(HARMLESS, club, parts)
    given, hostile = pages_with(HOSTILE, club, parts)
    faults = [
        f"{path}: {fault}" for path, page in hostile.items() for fault in page.faults
    ]
    changed = [
        path for path, page in plain.items() if page.elements != hostile[path].elements
    ]
    words = sum(len(page.words) for page in hostile.values())
    print(
        f"\nhostile texts: {given} on {len(hostile)} pages, {words} times shown, {len(faults)} faults",
        flush=True,
    )
    assert (faults, changed) == ([], [])
    assert words > len(hostile)


@pytest.mark.parametrize(
    "app", ["members:", pytest.param("", marks=pytest.mark.thorough)]
)
def test_what_stands_in_the_address_becomes_no_markup(club: Club, full: bool, app: str):
    """Hostile words in the query: on the pages of one app, which search and filter; in the full run on all pages."""
    faults, pages = [], 0
    for word in HOSTILE if full else HOSTILE[:1]:
        query = (
            Client()
            .get("/sign-in/", dict.fromkeys(REFLECTED, word))
            .request["QUERY_STRING"]
        )
        for path, body, kind in answers(club, ("owner",), f"?{query}", only=app):
            pages += 1
            faults += (
                [f"{path}: {fault}" for fault in Page(body.decode()).faults]
                if is_html(kind)
                else []
            )
    print(
        f"\naddresses with hostile words: {pages} pages, {len(faults)} faults",
        flush=True,
    )
    assert faults == []


def test_no_name_ends_a_frame_of_a_stream_or_begins_another(club: Club):
    rename_all(HOSTILE)
    seen = 0
    for topic, key in (
        ("room", 1),
        ("table", club.play.table_id),
        ("rubber", club.play.pk),
        ("rubber", club.ended.pk),
    ):
        for view in (WATCH, *(side.value for side in Side)):
            if found := find_topic(topic, view):
                html = found.render(key, view)
                assert Page(html).faults == []
                event = frame_event("7", html).decode()
                fields = [
                    line.partition(":")[0] for line in re.split(r"\r\n|\r|\n", event)
                ]
                assert [name for name in fields if name not in {"data", ""}] == [
                    "event",
                    "id",
                ]
                assert event.count("\n\n") == 1
                seen += event.count(MARK)
    print(f"\nhostile texts in frames: {seen}", flush=True)
    assert seen > 0


def cells_of(text: str) -> list[str]:
    return [cell for row in csv.reader(StringIO(text, newline="")) for cell in row]


def formulas(text: str) -> list[str]:
    return [
        cell
        for cell in cells_of(text)
        if FORMULA.search(cell) and not NUMBER.fullmatch(cell)
    ]


def test_no_download_runs_as_a_formula(club: Club):
    rename_all(HOSTILE)
    with undone():
        answer = club.client("owner").post(path_of("archive:download", club))
        packed = ZipFile(BytesIO(b"".join(answer)))
    found = {
        name: packed.read(name).decode("utf-8-sig")
        for name in packed.namelist()
        if name.endswith(".csv")
    }
    for path, body, kind in answers(club, ("owner",), only="csv"):
        found |= {path: body.decode("utf-8-sig")} if kind.startswith("text/csv") else {}
    guarded = sum(
        cell.startswith("'") for text in found.values() for cell in cells_of(text)
    )
    print(f"\ntables: {len(found)}, {guarded} cells guarded, 0 formulas", flush=True)
    assert {
        name: formulas(text) for name, text in found.items() if formulas(text)
    } == {}
    assert guarded > 0
    assert all(
        not name.startswith(("/", "..")) and ".." not in name and "\\" not in name
        for name in packed.namelist()
    )


def test_no_name_begins_a_tag_or_a_game_of_its_own_in_pbn(club: Club):
    rename_all(HOSTILE)
    with undone():
        packed = ZipFile(
            BytesIO(
                b"".join(club.client("owner").post(path_of("archive:download", club)))
            )
        )
    lines = [
        line
        for name in packed.namelist()
        if name.endswith(".pbn")
        for line in packed.read(name).decode().split("\n")
    ]
    tags = [line for line in lines if line.startswith("[")]
    assert sum(MARK in line for line in tags) > 0
    assert [
        line for line in tags if not re.fullmatch(r'\[\w+ "(\\.|[^"\\\]]|\])*"\]', line)
    ] == []
    assert [
        line
        for line in tags
        if line.startswith("[Event") and MARK in line.partition('"')[0]
    ] == []
