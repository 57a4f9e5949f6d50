"""The page that visitors see while the club is being restored: a small server in the place of the club's own."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import AF_INET6
from threading import Thread

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

AGAIN = 4
"""The seconds after which a browser asks again."""
SCRIPT = "/still-away.js"


class _WaitingHandler(BaseHTTPRequestHandler):
    """Answers every request with 503 and the page, in the reader's language, but one: the request for its script."""

    timeout = 5.0

    def answer(self) -> None:
        if self.path == SCRIPT:
            script = render_to_string("restoring/still_away.js", {"again": AGAIN})
            self._send(HTTPStatus.OK, "text/javascript", script)
            return
        is_asking = self.command == "GET"
        page = _page(self.headers.get("Accept-Language", ""), again=is_asking)
        self._send(HTTPStatus.SERVICE_UNAVAILABLE, "text/html", page)

    def _send(self, status: HTTPStatus, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        headers = {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Retry-After": str(AGAIN),
            "Connection": "close",
        }
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_HEAD = do_POST = answer

    def version_string(self) -> str:
        return "Clubscore"

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: each open page asks every few seconds."""


class _WaitingServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False


class _WaitingServer6(_WaitingServer):
    address_family = AF_INET6


@contextmanager
def waiting_page() -> Iterator[None]:
    """Show the page at HOST and PORT during the block. Where they cannot be had, visitors see no page."""
    kind = _WaitingServer6 if ":" in settings.HOST else _WaitingServer
    server = None
    with suppress(OSError, OverflowError):
        server = kind((settings.HOST, settings.PORT), _WaitingHandler)
    if server is None:
        yield
        return
    with server:
        Thread(target=server.serve_forever, args=[0.1], daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()


def _page(wanted: str, *, again: bool) -> str:
    """The page in the first language of the header `wanted` that Clubscore has, else in English.

    If `again`, the page asks for itself again. It loads anew only when the club answers: for some seconds before and
    after the restore no server is there, and the browser would show its own page of a refused connection.
    """
    context = {"again": AGAIN if again else None}
    for language, _ in parse_accept_lang_header(wanted):
        with (
            suppress(LookupError),
            translation.override(get_supported_language_variant(language)),
        ):
            return render_to_string("restoring/being_restored.html", context)
    return render_to_string("restoring/being_restored.html", context)
