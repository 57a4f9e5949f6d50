"""The simplest pages there can be, to measure other pages against, in a urlconf with all pages of the club.

`settings.ROOT_URLCONF = "tests.bench.hello"` serves them; `application(middleware)` is a WSGI application of its own.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import override_settings
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from clubscore.database.write_lock import write_transaction
from clubscore.members.http import MemberRequest
from clubscore.members.models import Attempt

BARE, YARDSTICK, HELLO, INSERT = (
    "/bench/bare/",
    "/bench/yardstick/",
    "/bench/hello/",
    "/bench/insert/",
)
ROWS, DRAWN = 3_000, 150  # of the yardstick
LINES = """{% for row in rows %}
<p class="line">{{ row.name }}{% if row.points > 50 %} <b>{{ row.points }}</b>{% endif %}</p>
{% endfor %}"""
WORTH = 6  # bare views: what the yardstick took of them, in 80 rounds of both on a machine with nothing else to do


@login_not_required
@require_GET
def bare(request: HttpRequest) -> HttpResponse:
    """A page for everybody that says hello and reads nothing."""
    return HttpResponse("hello")


class _Row(NamedTuple):
    number: int
    name: str
    points: int


@login_not_required
@require_GET
def yardstick(request: HttpRequest) -> HttpResponse:
    """A page that always does the same work, of the kinds that pages do: it makes rows, sorts them and renders them.

    It reads nothing of the club. It is a steadier measure than a bare view, which mostly waits for threads to wake:
    other work on the machine slows that at other moments than it slows Python.
    """
    rows = [
        _Row(number, f"Name {number % 37}", number * 7 % 101) for number in range(ROWS)
    ]
    alike: dict[str, list[_Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.points, row.number)):
        alike[row.name].append(row)
    sums = {
        name: sum(row.points for row in those) for name, those in sorted(alike.items())
    }
    lines = engines["django"].from_string(LINES).render({"rows": rows[:DRAWN]})
    return HttpResponse(f"{lines}{sums}")


@require_GET
def hello(request: MemberRequest) -> HttpResponse:
    """A page that says hello to the signed-in member, and tells whether the member may play."""
    return HttpResponse(
        f"hello {request.user.name}, {request.user.has_perm('members.play')}"
    )


@require_POST
def insert(request: MemberRequest) -> HttpResponse:
    """Answer a form by writing one row, in a transaction like every form of the club."""
    with write_transaction():
        Attempt.objects.create(key=request.user.name, at=timezone.now())
    return HttpResponse("written")


urlpatterns = [
    path(BARE[1:], bare),
    path(YARDSTICK[1:], yardstick),
    path(HELLO[1:], hello),
    path(INSERT[1:], insert),
    path("", include("clubscore.urls")),
]


def application(middleware: Sequence[str] | None = None) -> WSGIHandler:
    """Return the site as a WSGI application with this middleware, by default its own; [] makes `BARE` a bare view."""
    with override_settings(
        MIDDLEWARE=settings.MIDDLEWARE if middleware is None else middleware
    ):
        return WSGIHandler()
