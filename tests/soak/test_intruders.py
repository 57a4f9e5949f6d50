"""Intruders at every address: each request by everybody, with every method, does only what the rules permit."""

from collections import Counter
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.settlements.settling import LATER
from tests.soak.intruders_club import Club, found_club
from tests.soak.intruders_doors import addresses, kept, path_of, undone
from tests.soak.intruders_rules import BORROWED, WRITES, who_may_look, who_may_write

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.landing]

LOOKING = ("GET", "HEAD")
METHODS = (*LOOKING, "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND")
SIGN_IN = "/sign-in/"
OFFICE = "office-door"
OUTSIDE = ("stranger", "left")


@pytest.fixture
def club(db: None) -> Iterator[Club]:
    with time_machine.travel(LATER):
        yield found_club()


@pytest.fixture
def clients(club: Club) -> dict[str, Client]:
    return {part: club.client(part) for part in club.who}


@pytest.fixture(params=[21, pytest.param(7, marks=pytest.mark.thorough)])
def each(request: pytest.FixtureRequest, full: bool) -> int:
    """The divisor for the number of people who ask at each address: large in a quick run, 1 in the full one."""
    return 1 if full and request.param == 7 else request.param


def asked(each: int, number: int, names: list[str]) -> list[str]:
    """Every `each`-th of these names, beginning at another one for each `number`."""
    return names[number % each :: each]


def read(answer) -> None:
    """Read the whole response, as a browser does."""
    b"".join(answer)
    for close in answer._resource_closers:
        # Not answer.close(), which ends the connection to the database too.
        close()


def test_every_address_that_takes_a_form_has_a_rule(club: Club):
    """Each address that accepts a form from the owner is in WRITES, where the rules say who else may send it."""
    open_to_strangers = {
        "members:sign-in", "members:sign-in-passkey", "members:sign-in-challenge", "members:forgotten",
        "members:join", "members:join-passkey", "members:join-challenge",
    }  # fmt: skip
    # They write who is signed in, and nothing else.
    own = {
        "members:sign-out",
        "members:my-sessions",
    }
    takes = set()
    for name in addresses():
        if not name.startswith("admin:"):
            with undone():
                answer = club.client("owner").post(path_of(name, club))
                read(answer)
                takes |= {name} if answer.status_code != 405 else set()
    ruled = takes - open_to_strangers - own - {OFFICE}
    assert ruled - WRITES.keys() == set(), (
        "Give each of these addresses a line in WRITES of tests/soak/intruders_rules.py: what is sent, and who may."
    )
    assert WRITES.keys() - ruled == set(), (
        "Delete these lines of WRITES: no address of that name takes a form."
    )


@pytest.mark.parametrize(
    "rules", [WRITES, BORROWED], ids=["by one’s own device", "by a PIN"]
)
def test_a_form_is_taken_from_those_whom_the_rules_name_and_from_nobody_else(
    club: Club, clients: dict[str, Client], rules: dict, each: int
):
    wrong, sent = [], 0
    for number, (name, (body, may)) in enumerate(rules.items()):
        form, path = body(club), path_of(name, club)
        for part in {*asked(each, number, list(clients)), *sorted(may)[:1]}:
            with undone() as written:
                answer = clients[part].post(path, form)
                read(answer)
            clients[part] = again(club, part, clients[part], name)
            sent += 1
            if not written if part in may else kept(written):
                wrong.append(
                    f"{part}: POST {path} {answer.status_code}, {len(written)} written"
                )
    print(
        f"\nforms that would be taken: {sent} sent to {len(rules)} addresses, {len(wrong)} wrong",
        flush=True,
    )
    assert wrong == []


def again(club: Club, part: str, client: Client, name: str) -> Client:
    """A newly signed-in client if this form ends the session, otherwise the client as it is."""
    ends = {
        "members:me",
        "members:sessions",
        "members:role",
        "duplicate:tablet-lay",
        "duplicate:tablet-take",
    }
    return club.client(part) if name in ends else client


def requests(each: int, clients: dict[str, Client]) -> Iterator[tuple[str, str, str]]:
    """Yield the requests to make: the part of the person, the name of the address, and the method."""
    for number, name in enumerate(addresses()):
        for other, part in enumerate(asked(each, number, list(clients))):
            for method in (
                METHODS
                if each == 1
                else (METHODS[(number + other) % len(METHODS)], "GET")
            ):
                yield part, name, method


def test_every_address_answers_everybody_in_every_way_as_the_rules_say(
    club: Club, clients: dict[str, Client], each: int
):
    wrong: list[str] = []
    seen: Counter[int] = Counter()
    for part, name, method in requests(each, clients):
        path = path_of(name, club)
        with undone() as written:
            answer = clients[part].generic(method, path)
            read(answer)
        clients[part] = again_after_leaving(club, part, clients[part], name)
        seen[answer.status_code] += 1
        if problem := fault(part, name, method, answer, bool(kept(written))):
            wrong.append(
                f"{part}: {method} {path} {answer.status_code}: {problem} {written}"
            )
    figures = ", ".join(f"{count} × {status}" for status, count in sorted(seen.items()))
    print(
        f"\nrequests at {len(addresses())} addresses: {sum(seen.values())} ({figures}), {len(wrong)} wrong",
        flush=True,
    )
    assert wrong == []


def again_after_leaving(club: Club, part: str, client: Client, name: str) -> Client:
    left = {
        "members:sign-out",
        "members:my-sessions",
        "admin:logout",
        "duplicate:tablet-lay",
        "duplicate:tablet-take",
    }
    return club.client(part) if name in left else client


def test_the_address_of_a_tablet_lets_nobody_in_without_its_device(
    club: Club, clients: dict[str, Client]
):
    pages = {
        f"duplicate:tablet-{end}"
        for end in (
            "agreement",
            "agreement-taking-back",
            "answer",
            "board",
            "call",
            "poll",
            "preview",
        )
    }
    for name in {"duplicate:tablet", *pages}:
        path, body = (
            path_of(name, club),
            WRITES[name][0](club) if name in WRITES else {},
        )
        for part in ("stranger", "north", "west", "owner"):
            client = club.client(part)
            for cookie in [
                each for each in client.cookies if each.startswith("tablet-")
            ]:
                del client.cookies[cookie]
            with undone() as written:
                answers = client.get(path), client.post(path, body)
            got, sent = (answer.status_code for answer in answers)
            # 302: to the page above.
            assert (got, sent) in ((302, 403), (403, 403), (403, 405)), (
                part,
                path,
            )
            assert not kept(written)


def fault(part: str, name: str, method: str, answer, written: bool) -> str:
    """A description of the fault in the answer, "" if it is as the rules say."""
    status = answer.status_code
    is_open = part in who_may_look(name) and part in OUTSIDE
    # It refuses what is read-only, and takes an unknown method for a GET.
    is_of_django = name.startswith("admin:")
    if status >= 500:
        return "an error"
    if written and (method != "POST" or part not in who_may_write(name)):
        return "it wrote"
    if (
        part in OUTSIDE
        and not is_open
        and not (status == 302 and leads_to_sign_in(answer))
    ):
        return "somebody outside is not sent to the sign-in page"
    if method in LOOKING and status == 200 and part not in who_may_look(name):
        return "it showed a page"
    if (
        method in LOOKING
        and status == 403
        and part in who_may_look(name)
        and not is_of_django
        and name != OFFICE
    ):
        return "it refused a page"
    if method in METHODS[4:] and status < 300 and not is_of_django:
        return "an unknown method was answered"
    return ""


def leads_to_sign_in(answer) -> bool:
    return answer.url.startswith((SIGN_IN, reverse(OFFICE)))
