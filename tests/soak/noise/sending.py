"""Send one request to the club's pages in this process, and return its answer."""

import traceback
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote

from a2wsgi.wsgi import build_environ
from django.contrib.messages import ERROR
from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponseBase
from django.test import Client

from clubscore.members.models import Member
from clubscore.wsgi import PageHandler


class Sent(NamedTuple):
    """A request to send. The path is percent-encoded and has the query; a printed request can be sent again."""

    who: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str
    """The text of an HTML page, "" for any other content."""
    error: str
    """The traceback if a view or a middleware failed."""
    is_refusal: bool
    """True for a status of refusal, an error message on the next page, or a redirect to the sign-in page."""


@dataclass
class Browser:
    """The cookies of one member, or of a stranger."""

    member_pk: int | None
    cookies: dict[str, str] = field(default_factory=dict)

    def sign_in(self) -> None:
        """Sign the member in again with the member's present role; no other session ends."""
        self.cookies = {"csrftoken": "0123456789abcdefghijklmnopqrstuv"}
        # Whoever was erased has no way in any more.
        if found := Member.objects.filter(pk=self.member_pk, erased_at=None).first():
            client = Client()
            client.force_login(found)
            self.cookies |= {
                name: cookie.value for name, cookie in client.cookies.items()
            }

    @property
    def header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def keep(self, set_cookie: str) -> None:
        try:
            cookies = SimpleCookie(set_cookie)
        except CookieError:
            return
        for name, morsel in cookies.items():
            if morsel["max-age"] == 0 or not morsel.value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.coded_value


class Door(PageHandler):
    """The handler of the club's pages, with all middleware, in this process."""

    request: HttpRequest | None = None

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[str] = []
        """The tracebacks of all views and middleware of this process since the last `send`, from any thread."""
        got_request_exception.connect(self._note)

    def close(self) -> None:
        got_request_exception.disconnect(self._note)

    def _note(self, **signal: Any) -> None:
        self.errors.append(traceback.format_exc())

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        self.request = request
        return super().get_response(request)

    def send(self, sent: Sent, browser: Browser) -> Answer:
        """Send a request and return the answer. An exception becomes an answer 500 with its traceback."""
        self.request, started = None, []
        self.errors.clear()
        content = b""
        try:
            parts = self(
                _environ(sent, browser),
                lambda status, headers, *_: started.append((status, headers)),
            )
            try:
                content = b"".join(parts)
            finally:
                parts.close()
        except Exception:
            return Answer(500, {}, "", traceback.format_exc(), False)
        (status, listed) = started[0]
        for name, value in listed:
            if name.lower() == "set-cookie":
                browser.keep(value)
        headers = {name.lower(): value for name, value in listed}
        code = int(status.split()[0])
        is_html = (
            "text/html" in headers.get("content-type", "")
            and "content-encoding" not in headers
        )
        text = content.decode() if is_html else ""
        return Answer(
            code, headers, text, "".join(self.errors), self._is_refusal(code, headers)
        )

    def _is_refusal(self, status: int, headers: dict[str, str]) -> bool:
        if 400 <= status < 500 or headers.get("location", "").startswith(
            "/sign-in/?next="
        ):
            return True
        queued = getattr(
            getattr(self.request, "_messages", None), "_queued_messages", ()
        )
        return any(message.level >= ERROR for message in queued)

    @property
    def is_signed_out(self) -> bool:
        """True if the last request got as far as a check of its user, and was not signed in."""
        user = getattr(self.request, "user", None)
        return user is not None and not user.is_authenticated


def _environ(sent: Sent, browser: Browser) -> dict[str, Any]:
    """The WSGI environment that the server makes of the request, without anything that its HTTP parser refuses."""
    path, _, query = sent.path.partition("?")
    headers = {
        "host": "127.0.0.1",
        "cookie": browser.header,
        "content-length": str(len(sent.body)),
    } | sent.headers
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": sent.method,
        "path": unquote(path),
        "query_string": query.encode("ascii"),
        "headers": [
            (name.encode(), value.encode("latin-1")) for name, value in headers.items()
        ],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8000),
        "scheme": "http",
    }
    return build_environ(scope, BytesIO(sent.body))  # type: ignore[arg-type,return-value]
