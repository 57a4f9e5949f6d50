"""The pages as a WSGI application, and the threads in which `clubscore.asgi` runs it beside the event stream."""

import os
from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import WSGIResponder
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
application = get_wsgi_application()

PAGE_THREADS = 8
HELD_BYTES = 64 * 1024


class PageThreads(WSGIMiddleware):
    """The application in a fixed pool of threads, so that each keeps its database connection."""

    def __init__(self) -> None:
        super().__init__(application, workers=PAGE_THREADS)  # type: ignore[arg-type]  # its own names for WSGI types

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await _PageResponder(self.app, self.executor, self.send_queue_size)(scope, receive, send)


class _PageResponder(WSGIResponder):
    """Hands a short response to the event loop in one piece.

    a2wsgi hands over status and body in three messages and waits each time. Beside busy threads every wait takes as
    long as they hold the interpreter. A response above 64 KiB is still sent in parts, as the browser takes them.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._start: list[Any] = []
        self._body = bytearray()
        self._is_long = False

    def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self._start.append(message)
            return
        self._body += message["body"]
        is_last = not message.get("more_body")
        if is_last and not self._is_long:
            self.loop.call_soon_threadsafe(self._put, self._take(more_body=False))
        elif is_last or len(self._body) >= HELD_BYTES:
            self._is_long = True
            for part in self._take(more_body=not is_last):
                super().send(part)

    def _take(self, *, more_body: bool) -> list[Any]:
        """The messages that were held back, with their bodies in one."""
        body = {"type": "http.response.body", "body": bytes(self._body), "more_body": more_body}
        messages = [*self._start, body]
        self._start, self._body = [], bytearray()
        return messages

    def _put(self, messages: list[Any]) -> None:
        for message in messages:
            self.send_queue.put_nowait(message)
