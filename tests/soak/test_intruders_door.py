"""Intruders at the sign-in: forged forms, sessions and cookies, redirects to other sites, and guessed secrets."""

from collections.abc import Iterator
from datetime import timedelta
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client

from clubscore.members.access.pins import PinRefused, require_right_pin
from clubscore.members.models import OpenSession
from clubscore.members.people.services import change_role, leave_club
from clubscore.members.roles import Role
from tests.factories import PASSWORD
from tests.forms import SECRET, TOKEN
from tests.settlements.settling import LATER
from tests.soak.intruders_club import PIN, Club, found_club
from tests.soak.intruders_doors import addresses, path_of, undone
from tests.soak.intruders_rules import NEW, WRITES
from tests.web.test_who_may import OPEN

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.landing]

ELSEWHERE = (
    "https://evil.example/", "//evil.example/", "///evil.example/", "////evil.example", "/\\evil.example/",
    "\\\\evil.example/", "\\/evil.example", "http:evil.example", "http:///evil.example", "https:/evil.example",
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", " //evil.example/", "\t//evil.example/",
    "/\t/evil.example/", "\x00//evil.example", "//evil.example\\@testserver/", "https://testserver@evil.example/",
    "https://testserver.evil.example/", "//testserver:80@evil.example/", "/\n/evil.example", "%2f%2fevil.example/",
    "//evil%E3%80%82example/", "//ⓔvil.example/", "ftp://testserver/", "/%09/evil.example", "http://[::1",
)  # fmt: skip
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
POLICY = {
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
}
POLICY |= {"frame-ancestors 'none'", "object-src 'none'"}


@pytest.fixture
def club(db: None) -> Iterator[Club]:
    with time_machine.travel(LATER):
        yield found_club()


def username(club: Club, part: str) -> str:
    found = club.who[part]
    assert found is not None
    return str(found.username)


def sign_in(club: Club, part: str, client: Client, **more: str):
    return client.post(
        "/sign-in/", {"username": username(club, part), "password": PASSWORD} | more
    )


def copy_of(client: Client) -> Client:
    """Another client with the cookies of this one, as a thief of the session has them."""
    copy = Client()
    copy.cookies = SimpleCookie(client.cookies.output(header="", attrs=[]))
    return copy


def is_in(client: Client) -> bool:
    return client.get("/members/roles/").status_code == 200


def is_ours(url: str) -> bool:
    """True if a browser would stay on this site.

    A browser reads a backslash as a slash, and drops tabs and line ends.
    """
    parts = urlsplit(
        "".join(each for each in url if each not in "\t\r\n").strip().replace("\\", "/")
    )
    return (parts.scheme, parts.netloc) in {
        ("", ""),
        ("http", "testserver"),
    } and not parts.path.startswith("//")


@pytest.mark.parametrize("way", ["sign-in", "signed in already", "sign-out", "office"])
def test_no_address_to_go_on_to_leads_elsewhere(club: Club, way: str):
    for address in ELSEWHERE:
        client = Client()
        if way == "office":
            client.get("/admin/login/", {"next": address})
            sent = client.get("/admin/login/", {"next": address}).url
            assert is_ours(sent)
            answer = client.post(
                sent, {"username": username(club, "admin"), "password": PASSWORD}
            )
        elif way == "signed in already":
            answer = club.client("player").get("/sign-in/", {"next": address})
        elif way == "sign-out":
            answer = club.client("player").post("/sign-out/", {"next": address})
        else:
            answer = sign_in(club, "player", client, next=address)
        assert answer.status_code == 302
        assert is_ours(answer.url), address


def test_a_page_that_htmx_names_leads_nowhere_else():
    for address in ELSEWHERE:
        try:
            answer = Client().get(
                "/ledger/",
                headers={
                    "HX-Request": "true",
                    "HX-Current-URL": address.strip("\x00\n\t"),
                },
            )
        except UnicodeEncodeError:
            continue
        assert answer.status_code in {400, 401}
        assert is_ours(answer.headers.get("HX-Redirect", "/"))


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "testserver.evil.example",
        "evil.example:80",
        "testserver@evil",
        "",
        "a b",
    ],
)
def test_another_host_is_served_nothing(club: Club, host: str):
    for path in (
        "/",
        "/sign-in/",
        "/healthz",
        "/forgotten/",
        f"/join/{club.ids['token']}/",
    ):
        assert (
            Client()
            .get(path, headers={"Host": host} if host else {}, SERVER_NAME=host or " ")
            .status_code
            == 400
        )
    forged = {
        "X-Forwarded-Host": "evil.example",
        "X-Host": "evil.example",
        "Forwarded": "host=evil.example",
    }
    assert (
        b"evil.example"
        not in club.client("owner")
        .get(path_of("members:invitation", club), headers=forged)
        .content
    )


def test_no_form_is_taken_without_its_token_nor_from_another_site(
    club: Club, full: bool
):
    rules = list(WRITES.items()) if full else list(WRITES.items())[::6]
    for name, (body, may) in rules:
        path, form, part = (
            path_of(name, club),
            body(club),
            sorted(may)[0] if may else "owner",
        )
        client = club.client(part, enforce_csrf_checks=True)
        client.cookies["csrftoken"] = SECRET
        right, wrong = SECRET * 2, SECRET + "B" * 32
        elsewhere = {
            "Origin": "https://evil.example",
            "Referer": "https://evil.example/",
        }
        tries = [
            (form, {}, 400),
            (form | {TOKEN: wrong}, {}, 403),
            (form | {TOKEN: ""}, {}, 400),
        ]
        tries += [
            (form | {TOKEN: right}, elsewhere, 403),
            (form | {TOKEN: right}, {"Origin": "null"}, 403),
        ]
        for fields, headers, status in tries:
            with undone() as written:
                answer = client.post(path, fields, headers=headers)
            assert (answer.status_code, written) == (status, []), path
    print(f"\nforged forms: {5 * len(rules)}, 0 taken", flush=True)


def test_every_page_carries_its_policy_and_stays_in_no_cache(club: Club, full: bool):
    names = addresses() if full else addresses()[::7]
    clients = {part: club.client(part) for part in ("stranger", "watcher", "owner")}
    seen = 0
    for name in names:
        for client in clients.values():
            answer = client.get(path_of(name, club))
            b"".join(answer)
            clients |= {"owner": club.client("owner")} if name == "admin:logout" else {}
            seen += 1
            assert {key: answer.headers.get(key) for key in HEADERS} == HEADERS, name
            policy = answer.headers["Content-Security-Policy"]
            assert set(policy.split("; ")) >= POLICY
            assert "unsafe" not in policy and "*" not in policy
            if not name.startswith("admin:jsi18n") and not (
                name.startswith(("public:", "offline:")) and name in OPEN
            ):
                assert {"no-store", "private"} & {
                    word.strip() for word in answer.headers["Cache-Control"].split(",")
                }
    print(f"\npages with all headers: {seen}", flush=True)


@pytest.mark.parametrize("https", [False, True])
def test_cookies_are_for_this_site_and_for_no_script(club: Club, https: bool, settings):
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = https
    client = Client()
    client.get("/sign-in/", secure=https)
    sign_in(club, "player", client)
    assert {"sessionid", "csrftoken", "known_device"} <= client.cookies.keys()
    for name, cookie in client.cookies.items():
        assert cookie["samesite"] == "Lax"
        assert bool(cookie["secure"]) is https
        assert bool(cookie["httponly"]) is (name != "csrftoken")
        assert not cookie["domain"]


def test_the_key_of_a_session_changes_at_every_door_and_the_old_one_opens_nothing(
    club: Club,
):
    client = Client()
    client.cookies["sessionid"] = "planted0planted0planted0planted0"
    sign_in(club, "player", client)
    assert client.cookies["sessionid"].value != "planted0planted0planted0planted0"
    first = copy_of(client)
    client.post(
        "/members/me/",
        {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW},
    )
    assert (is_in(client), is_in(first)) == (True, False)
    second = copy_of(client)
    client.post("/sign-out/")
    assert (is_in(client), is_in(second)) == (False, False)
    sign_in(club, "west", client)
    third = copy_of(client)
    sign_in(
        club, "admin", client
    )  # without signing out before: the next member at the same device
    assert (is_in(client), is_in(third)) == (True, False)


def test_a_role_and_leaving_end_the_sessions_that_somebody_else_may_know(club: Club):
    player, scorer = club.client("player"), club.client("scorer")
    assert (is_in(player), is_in(scorer)) == (True, True)
    change_role(
        member=club.who["player"], role=Role.ADMIN, by=club.who["owner"], now=LATER
    )
    leave_club(member=club.who["scorer"], by=club.who["owner"], now=LATER)
    assert (is_in(player), is_in(scorer)) == (False, False)
    assert sign_in(club, "scorer", Client()).status_code == 200


def test_a_guest_signs_in_by_no_name(club: Club):
    guest = club.who["guest"]
    for name in ("", "None", "null", guest.name, str(guest.pk), "0"):
        for password in ("", "!", guest.password, "None"):
            assert Client().post(
                "/sign-in/", {"username": name, "password": password}
            ).status_code in {200, 429}
    assert not OpenSession.objects.filter(member=guest).exists()


def test_a_pin_is_guessed_five_times_in_a_quarter_of_an_hour(club: Club, full: bool):
    """At this rate half of all PINs take ten and a half days, at the table of their owner, who sees each signature."""
    west, tried, now = club.who["west"], 0, LATER
    until = LATER + (timedelta(days=1) if full else timedelta(hours=2))
    while now < until:
        try:
            require_right_pin(member=west, pin=f"{tried % 4000:04}", now=now)
        except PinRefused as refusal:
            tried += "not" in str(refusal)
        now += timedelta(minutes=1)
    hours = (until - LATER) / timedelta(hours=1)
    print(f"\nguesses at a PIN: {tried} looked at in {hours:g} hours", flush=True)
    assert tried <= 20 * hours + 5
    require_right_pin(member=west, pin=PIN, now=until + timedelta(minutes=15))


def test_a_link_is_not_found_by_guessing(club: Club):
    token = club.ids["token"]
    near = [
        token[:-1],
        token + "A",
        token[:11] + "A" * 22,
        "A" * 11 + token[11:],
        token.swapcase(),
        token[:11],
        ".",
    ]
    near += [token[:-1] + chr(ord(token[-1]) ^ 1), token[::-1], "%00", token + "%00"]
    assert {Client().get(f"/join/{guess}/").status_code for guess in near} <= {404, 410}
    assert Client().get(f"/join/{token}/").status_code == 200
