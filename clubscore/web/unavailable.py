"""The page while the database does not answer or cannot be written. It shows the reason, and the form to send again."""

import errno
import sqlite3
import sys
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.defaults import server_error

from clubscore.database.served_file import is_file_there

TOKEN = "csrfmiddlewaretoken"
SECRET = ("password", "pin", "again")  # in the name of a field that no page repeats
NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
FULL, READ_ONLY = "53100", "25006"  # SQLSTATE
# SQLite has one kind of error for a lost disk and for a statement that is wrong.
SQLITE_AWAY = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}


class DatabaseTrouble(NamedTuple):
    """The answer to a request that could not be served because of the database: status, title and words of the page.

    `again_in` is the time after which the browser should try again, in seconds.
    """

    status: int
    title: str | Promise
    words: str | Promise
    again_in: int


NO_ANSWER = DatabaseTrouble(
    503,
    _("Not just now"),
    _("The club’s book cannot be opened or written at the moment."),
    5,
)
DISK_FULL = DatabaseTrouble(
    507,
    _("The disk is full"),
    _(
        "The disk of the club’s computer is full: nothing can be written until there is room. "
        "Tell whoever looks after that computer."
    ),
    60,
)


def trouble_of(error: BaseException | None) -> DatabaseTrouble | None:
    """The answer for an error of a database that does not answer or has no room; None for any other error."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    cause = error.__cause__
    state, code = (
        getattr(cause, "sqlstate", None),
        getattr(cause, "sqlite_errorcode", 0) & 0xFF,
    )
    if (
        state == FULL
        or code == sqlite3.SQLITE_FULL
        or getattr(cause, "errno", None) in NO_ROOM
    ):
        return DISK_FULL
    if code:
        return NO_ANSWER if code in SQLITE_AWAY else None
    is_away = isinstance(error, OperationalError | InterfaceError) or state == READ_ONLY
    return NO_ANSWER if is_away else None


def answer_error(request: HttpRequest) -> HttpResponse:
    """The page after an error (handler500). Its status is 500 for an error of the program.

    It is 503 if the database does not answer, and 507 if its disk is full. The page takes no query.
    """
    trouble = trouble_of(sys.exception())
    if trouble is None:
        return server_error(request)
    if not connection.in_atomic_block and is_file_there():
        connection.close()  # a file that was opened read-only stays so: the next request opens it anew
    is_form = request.method == "POST"
    context = {
        "trouble": trouble,
        "address": request.get_full_path(),
        "is_form": is_form,
        "kept": _kept(request) if is_form else None,
        "csrf_token": get_token(request),
    }
    headers = {"Retry-After": str(trouble.again_in)}
    return HttpResponse(
        render_to_string("book_unavailable.html", context),
        status=trouble.status,
        headers=headers,
    )


def _kept(request: HttpRequest) -> list[tuple[str, str]] | None:
    """The names and values of the sent form, without the CSRF token, so that the page can offer to send it again.

    None if the form has a file, or a secret field such as a password.
    """
    if request.FILES or any(
        secret in name for name in request.POST for secret in SECRET
    ):
        return None
    return [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != TOKEN
    ]
