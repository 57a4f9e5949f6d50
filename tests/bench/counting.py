"""Middleware that counts SQL statements: a request with the header `X-Count` gets their number in `X-Statements`.

BEGIN, COMMIT and savepoints are statements too.
"""

from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test.utils import CaptureQueriesContext


def count_statements(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        if "X-Count" not in request.headers:
            return get_response(request)
        with CaptureQueriesContext(connection) as captured:
            response = get_response(request)
        response["X-Statements"] = str(len(captured))
        return response

    return answer
