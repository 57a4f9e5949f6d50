"""A walk through a club: everybody looks at its pages and sends its forms, and every write is rolled back."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from django.core.signals import got_request_exception
from django.db import transaction
from django.urls import Resolver404, resolve

from clubscore.members.session_cache import known_sessions
from tests.forms import TOKEN
from tests.walk.addresses import addresses
from tests.walk.clubs import CLUBS
from tests.walk.pages import Form, forms_of, links_of
from tests.walk.people import browsers
from tests.walk.reading import Read, read

LEAVES = {"members:sign-out"}
"""The names of addresses that are sent but never opened, because opening them would sign the person out."""

# Files, and Django's own pages, which tests/office/test_raw_records.py walks.
ELSEWHERE = (
    "/static/",
    "/admin/",
)

LEADS_NOWHERE = (403, 404, 405)
"""The statuses of an address to which no page should link: forbidden, not found, or method not allowed."""

Fault = str
Steps = list[tuple[str, str]]
"""A list of (role, path): who opens which path."""


class Page(NamedTuple):
    """A page that was shown to a role."""

    role: str
    path: str
    elements: Element


@contextmanager
def rewound() -> Iterator[None]:
    """Roll back everything that the block writes, in the database and in the caches of this process."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    known_sessions.forget_all()


class Walk:
    """The walk through one club. It must be made inside a transaction."""

    only_sent: ClassVar[set[str]] = set()
    """The names of addresses that cannot be opened, only sent to, in all clubs that were walked."""

    def __init__(self, name: str) -> None:
        CLUBS[name].make()
        self.club = CLUBS[name]
        self.who = browsers()
        self.addresses = [each for each in addresses() if each.name not in LEAVES]
        self.pages: list[Page] = []
        self.asked: set[tuple[str, str]] = set()
        """The pairs of role and path that were opened."""
        self._ways: dict[Callable[[Walk], Steps], Steps] = {}

    def once(self, steps: Callable[["Walk"], Steps]) -> Steps:
        """The steps that this function gives for the club, worked out only once."""
        if steps not in self._ways:
            self._ways[steps] = steps(self)
        return self._ways[steps]

    def ask(
        self, steps: Iterable[tuple[str, str]], *, is_shown: bool = False
    ) -> list[Fault]:
        """Open these paths and keep the pages. Returns the faults.

        With `is_shown` a page links there, so a refusal is a fault.
        """
        found = []
        for role, path in steps:
            if (role, path) in self.asked:
                continue
            self.asked.add((role, path))
            status, shown = self._answered(
                role, lambda client, path=path: client.get(path)
            )
            if is_shown and status in LEADS_NOWHERE:
                shown.faults.append(f"status {status}")
            found += [f"{role}: {path} {fault}" for fault in shown.faults]
            if status == 405:
                self.only_sent.add(name_of(path))
            elif status == 200 and shown.elements is not None:
                self.pages.append(Page(role, path, shown.elements))
        return found

    def send(self, sent: Iterable[tuple[str, Form]]) -> list[Fault]:
        """Send each form once empty and once with its present values. Returns the faults."""
        found = []
        for role, form in sent:
            token = [field for field in form.fields if field[0] == TOKEN]
            for how, fields in (("empty", token), ("as it stands", form.sent)):
                _, shown = self._answered(
                    role,
                    lambda client, form=form, fields=fields: _post(
                        client, form, fields
                    ),
                )
                found += [
                    f"{role}: {form.path} sent {how}, {fields}: {fault}"
                    for fault in shown.faults
                ]
        return found

    def links(self, *, is_new: Callable[[str, str], bool]) -> list[tuple[str, str]]:
        """The links on all kept pages with the role that saw them.

        `is_new` decides for a role and a path whether to take it.
        """
        found = [
            (page.role, path)
            for page in self.pages
            for path in links_of(page.elements, page.path)
        ]
        wanted = [
            (role, path)
            for role, path in found
            if not path.startswith(ELSEWHERE) and name_of(path) not in LEAVES
        ]
        return [(role, path) for role, path in wanted if is_new(role, path)]

    def forms(self, *, is_new: Callable[[str, Form], bool]) -> list[tuple[str, Form]]:
        found = [
            (page.role, form)
            for page in self.pages
            for form in forms_of(page.elements, page.path)
        ]
        return [(role, form) for role, form in found if is_new(role, form)]

    def _answered(self, role: str, send: Callable[[Any], Any]) -> tuple[int, Read]:
        """The status of the answer to one request, and its faults. The request signs nobody out."""
        client, raised = self.who[role], []

        def note(**_: object) -> None:
            raised.append(repr(sys.exc_info()[1]))

        cookies = deepcopy(client.cookies)
        got_request_exception.connect(note)
        try:
            with rewound():
                answer = send(client)
                shown = read(answer)
        finally:
            got_request_exception.disconnect(note)
            client.cookies = cookies
        shown.faults.extend(raised)
        return answer.status_code, shown


def _post(client: Any, form: Form, fields: Iterable[tuple[str, str]]) -> Any:
    if form.has_files:
        return client.post(form.path, dict(fields))
    return client.post(
        form.path,
        urlencode(list(fields)),
        content_type="application/x-www-form-urlencoded",
    )


def name_of(path: str) -> str:
    """The name of the URL pattern of this path; the path itself if it has no pattern, such as a style sheet."""
    try:
        return resolve(path.partition("?")[0]).view_name
    except Resolver404:
        return path


def kind_of_link(path: str) -> tuple[str, ...]:
    """The kind of a link: the name of its address and the parameter names of its query."""
    query = path.partition("?")[2]
    return name_of(path), *sorted(
        {each.partition("=")[0] for each in query.split("&") if each}
    )


def kind_of_form(form: Form) -> tuple[object, ...]:
    """The kind of a form: the name of its address, the names of its fields, and the values of its button."""
    return (
        name_of(form.path),
        form.names,
        *(value for _, value in form.button if not value.isdigit()),
    )
