"""A look at the pages of each club of the walk: as each role in turn, at each size and in each language."""

from collections import deque
from itertools import islice
from typing import Any

import pytest
import time_machine
from django.conf import settings

from clubscore.members.models import Member
from tests.e2e.conftest import OpenPage
from tests.e2e.test_look import LOOK, SIZES, TOUCH
from tests.settlements.settling import LATER
from tests.soak.silence import silence
from tests.walk import office, other_forms, rubbers, sessions  # noqa: F401 - the clubs
from tests.walk.addresses import addresses
from tests.walk.clubs import CLUBS
from tests.walk.people import ROLES, SIGNED_IN, browsers
from tests.walk.walking import LEAVES

pytestmark = pytest.mark.thorough

LANGUAGES = [code for code, _ in settings.LANGUAGES]
Pages = list[tuple[str, str]]
"""A list of pairs of a role and a path that the role looks at."""


def pages_of(name: str, clients: dict[str, Any]) -> Pages:
    """Return one path for each address of the apps that the club tests, with the next role that gets a page there."""
    firsts = {address.name: address.path for address in reversed(addresses())}
    apps = CLUBS[name].apps
    turn = deque(ROLES)
    found: Pages = []
    for each, path in firsts.items():
        if each in LEAVES or (apps and not each.startswith(apps)):
            continue
        turn.rotate(-1)
        shown = (role for role in turn if _is_page(clients[role].get(path)))
        found += [(role, path) for role in islice(shown, 1)]
    return found


def _is_page(answer: Any) -> bool:
    is_html = answer.headers.get("Content-Type", "").startswith("text/html")
    is_page = answer.status_code == 200 and is_html and b"<html" in answer.content
    answer.close()
    return is_page


@pytest.mark.parametrize("number", range(len(CLUBS)), ids=list(CLUBS))
def test_whatever_happened_what_is_tapped_can_be_reached_and_nothing_is_cut(
    transactional_db: None, open_page: OpenPage, server: str, number: int
):
    name = list(CLUBS)[number]
    width, height = SIZES[number % len(SIZES)]
    with time_machine.travel(LATER, tick=True), silence():
        CLUBS[name].make()
        clients = browsers()
        Member.objects.filter(name__in=[who for who, _ in SIGNED_IN.values()]).update(
            language=LANGUAGES[number % len(LANGUAGES)]
        )
        looking = {
            role: as_in(client, open_page, server, width, height)
            for role, client in clients.items()
        }
        wrong = {}
        for role, path in pages_of(name, clients):
            page = looking[role]
            page.goto(path)
            found = page.evaluate(LOOK, width < TOUCH)
            scrolls = page.evaluate("document.documentElement.scrollWidth")
            if found or scrolls != width:
                wrong[role, path] = scrolls, found
    assert wrong == {}


def as_in(
    client: Any, open_page: OpenPage, server: str, width: int, height: int
) -> Any:
    page = open_page(width=width, height=height, has_touch=width < TOUCH)
    cookies = [
        {"name": each.key, "value": each.value, "url": server}
        for each in client.cookies.values()
    ]
    page.context.add_cookies(cookies)
    return page
