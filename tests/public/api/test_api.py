"""The API under /api/v1/ keeps the promises of docs/api.md, and /office/public/tokens/ manages its tokens."""

import json
import re
import shlex
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from clubscore.members.people.services import add_guest
from clubscore.office.audit import AuditFilter, entries_of, newest_keys
from clubscore.public.api.rate import MOST
from clubscore.public.api.services import make_token
from clubscore.public.choices.services import wish_naming
from clubscore.public.models import ApiToken
from clubscore.public.naming import Naming
from scoring import Seat
from tests.duplicate.published import played, published
from tests.factories import NOON, agreed_rubber, member, rubber_in_play
from tests.source_code import ROOT

pytestmark = pytest.mark.django_db

DOCUMENT = (ROOT / "docs" / "api.md").read_text()
# A command of each section, with the answer below it.
EXAMPLES = [
    (command, part.partition("```json\n")[2].partition("```")[0])
    for part in DOCUMENT.split("\n## ")
    for command in re.findall("^    (curl .*)$", part, flags=re.MULTILINE)
]
NOW = NOON + timedelta(hours=8)
PATHS = (
    "room", "evenings", "evenings/2026-11-21", "sessions", "seasons", "standings/2026",
)  # fmt: skip


@pytest.fixture(autouse=True)
def that_evening():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def secret(admin) -> str:
    return make_token(name="The website", has_full_names=False, by=admin, now=NOW)


def get(path: str, secret: str, **headers: str):
    return Client().get(
        f"/api/v1/{path}/", headers={"Authorization": f"Bearer {secret}"} | headers
    )


def others(*names: str):
    return dict(zip(Seat, [member(name) for name in names], strict=True))


# --- as the document says ---


def test_the_examples_of_the_document_are_what_is_answered(secret, players, choose):
    choose(room=False, evenings=False, standings=False, naming=Naming.FIRST)
    agreed_rubber(players)
    rubber_in_play(
        others("Ruth Abel", "Ivo Klein", "Ruth Adam", "Mei Tan"),
        lines=("4sxn-1",),
        now=NOON,
    )
    director = member("Uwe Hahn")
    session = published(played(director, name="Saturday pairs")).session
    assert len(EXAMPLES) == len(PATHS) + 1  # and a session
    for command, wanted in EXAMPLES:
        words = shlex.split(command)
        assert words[:3] == ["curl", "-H", "Authorization: Bearer $TOKEN"]
        path = words[-1].removeprefix("https://club.example")
        path = path.replace("/sessions/12/", f"/sessions/{session.pk}/")
        wanted = wanted.replace("/sessions/12/", f"/sessions/{session.pk}/")
        wanted = wanted.replace('"session": 12', f'"session": {session.pk}')
        answer = Client().get(path, headers={"Authorization": f"Bearer {secret}"})
        assert (path, answer.status_code, answer.json()) == (
            path,
            200,
            json.loads(wanted),
        )


def test_every_address_has_an_example_and_every_field_a_line():
    shown = {re.search(r"/api/v1/[\w-]+/", command)[0] for command, _ in EXAMPLES}
    assert shown == {f"/api/v1/{path.split('/')[0]}/" for path in PATHS}
    fields = (
        {name for _, example in EXAMPLES for name in re.findall(r'"(\w+)":', example)}
        - set("NESW")
        - {"NS", "EW"}
    )
    assert sorted(name for name in fields if f"`{name}`" not in DOCUMENT) == []


# --- who may ---


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer x", "Bearer club_" + "a" * 43, "Basic YTpi", "Bearer é" * 9],
)
@pytest.mark.parametrize("path", PATHS)
def test_without_a_token_nothing_is_said(players, path, header):
    answer = Client().get(
        f"/api/v1/{path}/", headers={"Authorization": header.encode().decode("latin-1")}
    )
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="Clubscore"'
    assert set(answer.json()) == {"error"}


def test_a_session_is_no_token(office):
    assert office.get("/api/v1/room/").status_code == 401


def test_a_token_that_was_revoked_opens_nothing(secret, office):
    etag = get("room", secret).headers["ETag"]
    office.post(f"/office/public/tokens/{ApiToken.objects.get().pk}/revocation/")
    assert get("room", secret, **{"If-None-Match": etag}).status_code == 401


def test_so_many_requests_a_minute_and_then_it_says_when(secret):
    for _ in range(MOST):
        assert get("seasons", secret).status_code == 200
    answer = get("seasons", secret)
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60


def test_it_is_read_only(secret):
    client = Client(headers={"Authorization": f"Bearer {secret}"})
    assert {client.post(f"/api/v1/{path}/").status_code for path in PATHS} == {405}


# --- what it says ---


def test_names_are_those_of_public_pages_unless_the_token_is_for_full_ones(
    secret, players, choose, admin
):
    agreed_rubber(players)
    choose(naming=Naming.FIRST)
    full = make_token(name="The federation", has_full_names=True, by=admin, now=NOW)
    assert [line["name"] for line in get("standings/2026", secret).json()["lines"]][
        0
    ] == "Anna W."
    assert [line["name"] for line in get("standings/2026", full).json()["lines"]][
        0
    ] == "Anna Weiss"


def test_not_even_a_token_for_full_names_names_guests_and_who_asked_for_it(
    players, choose, admin
):
    guest = add_guest(name="Gus Visitor", now=NOON)
    wish_naming(
        member=players[Seat.NORTH], is_unnamed=True, by=players[Seat.NORTH], now=NOON
    )
    agreed_rubber(players | {Seat.EAST: guest})
    full = make_token(name="The federation", has_full_names=True, by=admin, now=NOW)
    for path in PATHS:
        body = get(path, full).content.decode()
        assert "Anna" not in body and "Gus" not in body


def test_a_rubber_in_play_has_no_points_where_the_club_does_not_show_them(
    secret, players, choose
):
    rubber_in_play(players, lines=("4sn=",))
    choose(shows_play=False)
    (table,) = get("room", secret).json()["tables"]
    assert (table["in_play"], table["points"], table["deals"], table["last_deal"]) == (
        True,
        None,
        None,
        None,
    )


def test_an_empty_club_answers_with_empty_lists(secret):
    assert get("room", secret).json()["tables"] == []
    assert get("evenings", secret).json()["evenings"] == []
    assert get("seasons", secret).json()["seasons"] == []


@pytest.mark.parametrize(
    "path",
    [
        "evenings/2026-11-20",
        "evenings/x",
        "standings/none-such",
        "standings/2026/?game=whist",
    ],
)
def test_what_is_not_there_is_said_as_json(secret, players, path):
    agreed_rubber(players)
    answer = Client().get(
        f"/api/v1/{path}" + ("" if "?" in path else "/"),
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert (answer.status_code, answer.json()) == (
        404,
        {"error": "There is none such."},
    )


def test_a_year_without_evenings_is_not_there(secret, players):
    agreed_rubber(players)
    client = Client(headers={"Authorization": f"Bearer {secret}"})
    assert client.get("/api/v1/evenings/?year=2026").json()["year"] == 2026
    assert client.get("/api/v1/evenings/?year=1999").status_code == 404


@pytest.mark.parametrize(
    ("path", "statements"), list(zip(PATHS, (4, 7, 4, 4, 3, 7), strict=True))
)
def test_what_a_program_has_is_not_sent_again(
    secret, players, choose, path, statements, django_assert_num_queries
):
    agreed_rubber(players)
    choose()
    first = get(path, secret)
    assert first.headers["Cache-Control"] == "private, no-cache"
    with django_assert_num_queries(statements):
        assert (
            get(path, secret, **{"If-None-Match": first.headers["ETag"]}).status_code
            == 304
        )
    assert not first.cookies


# --- the page of the tokens ---


def test_a_token_is_shown_once_and_kept_as_a_hash(office):
    html = office.post(
        "/office/public/tokens/", {"name": "The website"}
    ).content.decode()
    secret = re.search(r'value="(club_[\w-]{43})"', html)[1]
    assert get("room", secret).status_code == 200
    page = office.get("/office/public/tokens/").content.decode()
    assert secret not in page
    assert "last used 21 Nov 2026, 20:00" in page
    assert secret not in str(ApiToken.objects.values())


def test_a_token_says_what_it_is_for(office):
    answer = office.post("/office/public/tokens/", {"name": " "})
    assert answer.status_code == 422
    assert not ApiToken.objects.exists()


def test_a_read_writes_at_most_once_in_ten_minutes(
    secret, choose, django_assert_num_queries
):
    choose()
    get("seasons", secret)
    with django_assert_num_queries(3):
        get("seasons", secret)
    with time_machine.travel(NOW + timedelta(minutes=10), tick=False):
        get("seasons", secret)
    assert ApiToken.objects.get().last_used_at == NOW + timedelta(minutes=10)


def test_the_audit_has_the_token_and_its_end(office):
    office.post(
        "/office/public/tokens/", {"name": "The website", "has_full_names": "on"}
    )
    office.post(f"/office/public/tokens/{ApiToken.objects.get().pk}/revocation/")
    words = [
        entry.description.words
        for entry in entries_of(newest_keys(AuditFilter(kind="public"), count=50))
    ]
    assert sorted(words) == [
        "made a token for The website, with full names",
        "revoked the token of The website",
    ]


# --- the language of its words ---


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "", "en-gb"),
        ("", "fr-CA,fr;q=0.9", "fr"),
        ("?language=de", "fr", "de"),
        ("?language=de-AT", "", "de"),
        ("?language=DE", "", "de"),
        ("?language=tlh", "nl", "nl"),
        ("?language=", "", "en-gb"),
        ("?language=../../x%00", "", "en-gb"),
    ],
)
def test_the_language_is_that_of_the_address_else_what_the_program_accepts(
    secret, query, accepted, language
):
    headers = {"Authorization": f"Bearer {secret}", "Accept-Language": accepted}
    answer = Client().get(f"/api/v1/room/{query}", headers=headers)
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)
    assert {"Authorization", "Accept-Language"} <= set(
        answer.headers["Vary"].split(", ")
    )


def test_words_for_people_are_translated_and_keys_and_values_are_not(
    secret, players, choose
):
    choose(naming=Naming.NONE)
    rubber_in_play(players, lines=("4sxn-1",), now=NOON)
    english, german = (
        get("room", secret, **{"Accept-Language": language}).json()["tables"][0]
        for language in ("en", "de")
    )
    assert english.keys() == german.keys()
    assert german["game"] == english["game"] == "contract"
    assert german["players"]["N"] == english["players"]["N"].replace(
        "Player", "Spieler"
    )
    assert german["last_deal"].startswith("4♠ kontriert")


@pytest.mark.parametrize(
    "path", ["evenings/2001-01-01/?language=de", "evenings/?year=7&language=de"]
)
def test_an_error_is_said_in_that_language(secret, path):
    answer = Client().get(
        f"/api/v1/{path}", headers={"Authorization": f"Bearer {secret}"}
    )
    assert (answer.status_code, answer.headers["Content-Language"]) == (404, "de")
    assert answer.json() == {"error": "Das gibt es hier nicht."}
