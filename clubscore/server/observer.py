"""Observation of every request, including streams and refused requests: it is counted and, if wanted, logged."""

import logging
from time import perf_counter
from urllib.parse import quote

from clubscore import metrics
from clubscore.server.bodies import Application, Receive, Scope, Send

logger = logging.getLogger("clubscore.requests")

WITH_A_SECRET = {"members:join": "/join/…/"}  # what the log has in place of such a path
GONE = "gone"  # in place of a status: the client did not wait for it


class Observer:
    """An ASGI application that wraps another application, and counts and logs its requests.

    Inner applications note two values in `scope["state"]`: `route`, the name of the address, and `member`, an id.
    """

    def __init__(self, application: Application, *, logs: bool) -> None:
        self._application = application
        self._logs = logs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        status = GONE

        async def pass_on(message: Scope) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(int(message["status"]))
            await send(message)

        began = perf_counter()
        try:
            await self._application(scope, receive, pass_on)
        finally:
            self._note(scope, state, status, perf_counter() - began)

    def _note(self, scope: Scope, state: Scope, status: str, seconds: float) -> None:
        route = state.get("route") or metrics.NO_ROUTE
        is_stream = route.startswith("live:")
        duration = None if is_stream else seconds
        metrics.count_request(
            route=route, method=scope["method"], status=status, seconds=duration
        )
        if self._logs:
            path = WITH_A_SECRET.get(route) or quote(scope["path"])
            member = state.get("member") or "-"
            logger.info(
                "%s %s %s %.0f ms member %s",
                scope["method"],
                path,
                status,
                seconds * 1000,
                member,
            )
