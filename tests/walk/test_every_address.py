"""The walk: in each club, as each role, every address, link and form for the rows that are there."""

from collections.abc import Hashable
from itertools import cycle

import pytest

from tests.walk.people import ROLES
from tests.walk.walking import Walk, kind_of_form, kind_of_link

pytestmark = pytest.mark.slow

PLAYER = "player inside"
in_turn = cycle(ROLES)
"""The roles in turn over all clubs, so that several roles look at a page that several clubs show."""


class New:
    """A callable that returns True for a value that it gets for the first time."""

    def __init__(self) -> None:
        self.seen: set[Hashable] = set()

    def __call__(self, each: Hashable) -> bool:
        is_new = each not in self.seen
        self.seen.add(each)
        return is_new


is_new = New()
"""Shared by all clubs, so that a short walk tests each kind of link and form in the first club that shows it."""


def assert_nothing(wrong: list[str]) -> None:
    assert not wrong, "\n".join(wrong)


def short(walk: Walk) -> list[tuple[str, str]]:
    """The steps of a short walk: for each address name of the club's apps its first address, for one role in turn.

    In the club's first app each address is opened by a player, and every second one by another role too.
    """
    firsts = {address.name: address.path for address in reversed(walk.addresses)}
    steps = []
    for index, (name, path) in enumerate(firsts.items()):
        app = name.partition(":")[0]
        if name in Walk.only_sent or (walk.club.apps and app not in walk.club.apps):
            continue
        is_about = app in walk.club.apps[:1]
        if is_about:
            steps.append((PLAYER, path))
        if not is_about or index % 2:
            steps.append((next(in_turn), path))
    return steps


def everybody(walk: Walk) -> list[tuple[str, str]]:
    return [(role, address.path) for address in walk.addresses for role in ROLES]


@pytest.mark.database
def test_no_address_fails_whoever_asks(walk: Walk):
    assert_nothing(walk.ask(walk.once(short)))


def test_no_link_leads_nowhere(walk: Walk):
    walk.ask(walk.once(short))
    links = walk.links(is_new=lambda role, path: is_new(("link", *kind_of_link(path))))
    assert_nothing(walk.ask(links, is_shown=True))


def test_no_form_fails_empty_or_as_it_stands(walk: Walk):
    walk.ask(walk.once(short))
    assert_nothing(
        walk.send(
            walk.forms(is_new=lambda role, form: is_new(("form", *kind_of_form(form))))
        )
    )


@pytest.mark.thorough
def test_no_address_fails_for_anybody(walk: Walk):
    assert_nothing(walk.ask(walk.once(everybody)))


@pytest.mark.thorough
def test_no_link_of_any_page_leads_nowhere(walk: Walk):
    walk.ask(walk.once(everybody))
    is_first = New()
    links = walk.links(is_new=lambda role, path: is_first((role, path)))
    assert_nothing(walk.ask(links, is_shown=True))


@pytest.mark.thorough
def test_no_form_of_any_page_fails_empty_or_as_it_stands(walk: Walk):
    walk.ask(walk.once(everybody))
    is_first = New()
    assert_nothing(
        walk.send(
            walk.forms(is_new=lambda role, form: is_first((role, *kind_of_form(form))))
        )
    )
