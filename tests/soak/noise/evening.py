"""An evening of noise: everybody looks at each page once, then thousands of requests come that no page would send."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from random import Random
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from django.urls import Resolver404, resolve

from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from tests.soak.noise import hostile
from tests.soak.noise.addresses import Ids, every_address
from tests.soak.noise.club import Club
from tests.soak.noise.pages import Form, Page, read_page
from tests.soak.noise.sending import Answer, Browser, Door, Sent
from tests.soak.noise.spoiling import Pairs, fill, spoil, write_down
from tests.soak.noise.watch import Watch

STRANGER = "stranger"
# All others once.
OFTEN = {
    "owner": 4,
    "player": 3,
    "disputing": 3,
    "not agreed": 2,
    "admin": 2,
}
FORMS_KEPT, LINKS_KEPT = 8, 20  # of an address, old ones among them
NAMES = (
    "q",
    "show",
    "page",
    "by",
    "cards",
    "at",
    "revision",
    "view",
    "line",
    "first",
    "last",
    "next",
    "o",
    "e",
    "p",
)
LOOKS = 15  # pages that each looks at in the beginning
RESTORED_EVERY = 200  # requests: the noise makes and unmakes admins, and ends sessions


class Failure(NamedTuple):
    """A request that failed, its number in the evening, and the reason."""

    number: int
    sent: Sent
    why: str


class Evening:
    """One evening of noise in a filled club; equal seeds give equal evenings."""

    def __init__(self, club: Club, seed: str, door: Door, watch: Watch) -> None:
        self.counts: Counter[int] = Counter()
        """The number of responses by status."""
        self.refused, self.written = 0, 0
        """The number of requests that were refused, and the number of requests that wrote something."""
        self.reached: set[str] = set()
        """The names of the addresses that answered with a page or rows of the club."""
        self.failures: list[Failure] = []
        self._rng, self._door, self._watch = Random(seed), door, watch
        self._club, self._ids, self._addresses = club, Ids(club), every_address()
        self.browsers = {who: Browser(pk) for who, pk in club.cast.items()} | {
            STRANGER: Browser(None)
        }
        self._roles = {pk: Member.objects.get(pk=pk).role for pk in club.cast.values()}
        self._forms: dict[str, dict[str, deque[Form]]] = defaultdict(
            lambda: defaultdict(lambda: deque([], FORMS_KEPT))
        )
        self._links: dict[str, dict[str, deque[str]]] = defaultdict(
            lambda: defaultdict(lambda: deque([], LINKS_KEPT))
        )
        self._fields: deque[tuple[bytes, bytes]] = deque([], 500)
        self._names = list(NAMES)

    def spend(self, requests: int) -> None:
        """Send `requests` requests, including those of looking around."""
        self.look_around()
        while self.counts.total() < requests:
            if self.counts.total() % RESTORED_EVERY == 0:
                self._restore()
            self._send(self.noise())

    def come_back(self) -> None:
        """Sign everybody in again, in their first role, since the noise over sockets signs out many of them."""
        self._restore()
        for browser in self.browsers.values():
            browser.sign_in()

    # --- looking around ---

    def look_around(self) -> None:
        """Sign everybody in. The owner opens every address, and everybody opens the pages to which links lead."""
        for browser in self.browsers.values():
            browser.sign_in()
        for address in self._addresses:
            self._look("owner", self._ids.path(address, self._rng))
        for who in self.browsers:
            self._look_around(who)

    def _look_around(self, who: str) -> None:
        """Follow links from the first page, and open each kind of page once."""
        seen, waiting = (
            set(),
            deque(["/", f"/join/{self._rng.choice(self._club.tokens)}/"]),
        )
        while waiting and len(seen) < LOOKS:
            path = waiting.popleft()
            if (name := _name_of(path)) not in seen:
                seen.add(name)
                waiting.extend(sorted(self._look(who, path).links))

    def _look(self, who: str, path: str) -> Page:
        answer = self._send(Sent(who, "GET", path, {}, b""))
        return self._learn(who, path, answer)

    def _learn(self, who: str, path: str, answer: Answer) -> Page:
        page = read_page(answer.text, path)
        for form in page.forms:
            self._forms[who][f"{form.method} {_name_of(form.action)}"].append(form)
            self._fields.extend(
                (field.name.encode(), given.encode())
                for field in form.fields
                for given in field.values
            )
        if answer.text and not answer.is_refusal:
            for link in sorted(page.links):
                self._links[who][_name_of(link)].append(link)
            self._names += [
                name
                for link in page.links
                for name, _ in parse_qsl(urlsplit(link).query)
            ]
            self._names = self._names[:20] + self._names[-60:]
        return page

    # --- the noise ---

    def noise(self) -> Sent:
        """The next random request of somebody."""
        rng = self._rng
        who = rng.choices(
            [*self.browsers], [OFTEN.get(who, 1) for who in self.browsers]
        )[0]
        kind = rng.random()
        if kind < 0.10:
            return Sent(who, "GET", self._link(who), self._headers(0.1), b"")
        if kind < 0.25:
            path = urlsplit(self._some_path(who)).path
            return Sent(
                who,
                self._method("GET"),
                f"{path}?{hostile.query(rng, tuple(self._names))}",
                self._headers(0.3),
                b"",
            )
        if kind < 0.30:
            path = hostile.path(rng, urlsplit(self._some_path(who)).path)
            return Sent(who, self._method("GET"), path, self._headers(0.2), b"")
        return self._form(who)

    def _form(self, who: str) -> Sent:
        rng, forms = self._rng, self._forms[who] or self._forms["owner"]
        form = rng.choice(forms[rng.choice([*forms])])
        pairs: Pairs = fill(form, rng)
        if rng.random() > 0.15:
            pairs = spoil(pairs, rng, list(self._fields))
        if rng.random() < 0.05:  # the right form at another address
            form = form._replace(
                action=self._ids.path(rng.choice(self._addresses), rng), method="POST"
            )
        token = (
            self.browsers[who].cookies.get("csrftoken", "")
            if rng.random() < 0.9
            else form.token
        )
        path, headers, body = write_down(form._replace(token=token), pairs, rng)
        if rng.random() < 0.03:
            path = hostile.path(rng, urlsplit(path).path)
        elif rng.random() < 0.05:
            path = f"{path.partition('?')[0]}?{hostile.query(rng, tuple(self._names))}"
        return Sent(
            who, self._method(form.method), path, headers | self._headers(0.25), body
        )

    def _link(self, who: str) -> str:
        links = self._links[who]
        return self._rng.choice(links[self._rng.choice([*links])]) if links else "/"

    def _some_path(self, who: str) -> str:
        if self._rng.random() < 0.5:
            return self._link(who)
        return self._ids.path(self._rng.choice(self._addresses), self._rng)

    def _method(self, method: str) -> str:
        return (
            method if self._rng.random() < 0.95 else self._rng.choice(hostile.METHODS)
        )

    def _headers(self, share: float) -> dict[str, str]:
        if self._rng.random() < share:
            return hostile.headers(self._rng)
        return {"hx-request": "true"} if self._rng.random() < 0.4 else {}

    # --- sending ---

    def _send(self, sent: Sent) -> Answer:
        browser = self.browsers[sent.who]
        self._watch.forget()
        answer = self._door.send(sent, browser)
        self.counts[answer.status] += 1
        self.refused += answer.is_refusal
        self.written += bool(self._watch.tables)
        if answer.status < 400:
            self.reached.add(_name_of(sent.path))
        for why in self._wrong(answer):
            self.failures.append(Failure(self.counts.total(), sent, why))
        if (
            sent.who != STRANGER
            and self._door.is_signed_out
            and "cookie" not in sent.headers
        ):
            browser.sign_in()
        if answer.text and sent.method == "GET" and self._rng.random() < 0.1:
            self._learn(sent.who, sent.path, answer)
        return answer

    def _wrong(self, answer: Answer) -> Iterator[str]:
        if answer.status >= 500 or answer.error:
            yield answer.error or f"answered {answer.status}"
        if answer.is_refusal and self._watch.tables:
            yield f"refused with {answer.status}, and wrote to {sorted(set(self._watch.tables))}"

    def _restore(self) -> None:
        """Bring everybody back into the club, in their first role, except merged and erased records."""
        for member in Member.objects.filter(
            pk__in=self._roles, merged_into=None, erased_at=None
        ):
            if not member.is_active or member.role != self._roles[member.pk]:
                Member.objects.filter(pk=member.pk).update(
                    is_active=True, is_guest=False
                )
                give_role(member=member, role=Role(self._roles[member.pk]))


def _name_of(path: str) -> str:
    """The name of the address with this path, "" if there is none."""
    try:
        return resolve(urlsplit(path).path).view_name
    except (Resolver404, ValueError):
        return ""
