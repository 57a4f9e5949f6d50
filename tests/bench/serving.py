"""The server that the benches over HTTP measure: the server of `make run`, with the simplest pages added.

`DJANGO_SETTINGS_MODULE=tests.bench.served_settings uvicorn tests.bench.serving:application` serves it.
"""

from a2wsgi import WSGIMiddleware

from clubscore.asgi import application as club
from clubscore.live.stream import Receive, Scope, Send
from tests.bench import hello

bare = WSGIMiddleware(hello.application([]), workers=8)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http" and scope["path"] in {hello.BARE, hello.YARDSTICK}:
        await bare(scope, receive, send)
    else:
        await club(scope, receive, send)
