"""Middleware that counts work: the answer to a request with the header `X-Count` tells how many SQL statements,
nodes of templates and looked-up words it took, in `X-Statements`, `X-Nodes` and `X-Words`.

BEGIN, COMMIT and savepoints are statements too. Only one request at a time may be counted, by itself.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template.base import Node
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from django.utils.translation import trans_real


def count_work(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        if "X-Count" not in request.headers:
            return get_response(request)
        counted: Counter[str] = Counter()
        speakers = [trans_real, translation._trans]
        with (
            CaptureQueriesContext(connection) as captured,
            _counting(counted, "X-Nodes", [Node], "render_annotated"),
            # Which those with a context call.
            _counting(counted, "X-Words", speakers, "gettext"),
            _counting(counted, "X-Words", speakers, "ngettext"),
        ):
            response = get_response(request)
        response["X-Statements"] = str(len(captured))
        for header in ("X-Nodes", "X-Words"):
            response[header] = str(counted[header])
        return response

    return answer


@contextmanager
def _counting(
    counted: Counter[str], header: str, owners: list[Any], name: str
) -> Iterator[None]:
    """In the block, count in `counted[header]` the calls of the function `name` of these owners."""
    usual = getattr(owners[0], name)

    def counting(*args: Any) -> Any:
        counted[header] += 1
        return usual(*args)

    for owner in owners:
        setattr(owner, name, counting)
    try:
        yield
    finally:
        for owner in owners:
            setattr(owner, name, usual)
