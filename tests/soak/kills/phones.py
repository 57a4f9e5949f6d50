"""A phone at a table, which sends a form again with the same key until it is answered, as `static/js/entry.js` does."""

import http.client
import select
import time
from collections import Counter
from collections.abc import Mapping
from html.parser import HTMLParser

from clubscore.members.models import Member
from tests.bench.scorer import Answer, Browser

AGAIN = 0.2  # seconds; the browser takes three
ANSWERED_WITHIN = 8.0  # seconds, as in the browser
PATIENCE = 600.0  # a server that is killed every few seconds may be slow to answer just this one
# The answer did not come: nobody knows whether the deal was recorded.
LOST = (
    OSError,
    http.client.HTTPException,
)
NOT_NOW = {429, 502, 503, 504, 507}  # sent again by the entry without being asked
BROKEN = 500  # sent again when somebody presses Record again


class Phone(Browser):
    """A signed-in member's phone with a connection that may be cut.

    `statuses` counts the answers by status, `lost` the requests without an answer, and `refusals` has the newest
    unexpected answer of each status.
    """

    def __init__(self, member: Member, port: int) -> None:
        super().__init__(member, self._over_the_line)
        self._line = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=ANSWERED_WITHIN
        )
        self.statuses: Counter[int] = Counter()
        self.patience = PATIENCE
        self.lost = 0
        self.repeated = 0
        self.refusals: dict[int, bytes] = {}

    def page(self, path: str) -> str:
        return self._until_answered("GET", path, {}).body.decode()

    def send(self, path: str, fields: Mapping[str, object]) -> Answer:
        return self._until_answered("POST", path, fields)

    def close(self) -> None:
        self._line.close()

    def _until_answered(
        self, method: str, path: str, fields: Mapping[str, object]
    ) -> Answer:
        began = time.monotonic()
        while time.monotonic() < began + self.patience:
            try:
                answer = self.get(path) if method == "GET" else self.post(path, fields)
            except LOST:
                self.lost += 1
                self._line.close()
            else:
                self.statuses[answer.status] += 1
                if answer.status < BROKEN:
                    return answer
                self.refusals[answer.status] = answer.body
            time.sleep(AGAIN)
            self.repeated += method == "POST"
        raise TimeoutError(
            f"{method} {path} was not answered in {self.patience:g} seconds"
        )

    def _over_the_line(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> Answer:
        if self._is_hung_up():
            self._line.close()  # the next request opens it again, as a browser does
        self._line.request(method, path, body, dict(headers))
        answer = self._line.getresponse()
        return Answer(answer.status, answer.headers, answer.read())

    def _is_hung_up(self) -> bool:
        """True if the server has closed the connection, as it does after five silent seconds."""
        return self._line.sock is not None and bool(
            select.select([self._line.sock], [], [], 0)[0]
        )


class Forms(HTMLParser):
    """The hidden fields of a page's forms, by the form's address, without the CSRF token; of several forms
    the first.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.hidden: dict[str, dict[str, str]] = {}
        self._ids: dict[str, str] = {}
        self._strays: list[tuple[str, str, str]] = []
        self._open: dict[str, str] | None = None
        self.feed(page)
        for form, name, value in self._strays:
            if form in self._ids:
                self.hidden[self._ids[form]].setdefault(name, value)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = values.get("action", "").partition("#")[0]
            self._open = {}
            self.hidden.setdefault(action, self._open)
            self._ids[values.get("id", "")] = action
        elif (
            tag == "input"
            and values.get("type") == "hidden"
            and values["name"] != "csrfmiddlewaretoken"
        ):
            if "form" in values:
                self._strays.append(
                    (values["form"], values["name"], values.get("value", ""))
                )
            elif self._open is not None:
                self._open.setdefault(values["name"], values.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
