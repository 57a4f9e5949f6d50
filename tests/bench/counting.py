"""Middleware that counts SQL statements: a request with the header `X-Count` gets their number in `X-Statements`.

BEGIN and COMMIT do not count, because the databases differ in them.
"""

from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse


def count_statements(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        if "X-Count" not in request.headers:
            return get_response(request)
        statements = []

        def note(execute, sql, params, many, context):
            if not sql.startswith("BEGIN"):
                statements.append(sql)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note):
            response = get_response(request)
        response["X-Statements"] = str(len(statements))
        return response

    return answer
