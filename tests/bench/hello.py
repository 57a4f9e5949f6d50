"""The simplest pages there can be, for other pages to be measured against: a urlconf with them and all of the club's.

`settings.ROOT_URLCONF = "tests.bench.hello"` serves them; `application(middleware)` is a WSGI application of its own.
"""

from collections.abc import Sequence

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from clubscore.members.http import MemberRequest
from clubscore.members.models import Attempt
from clubscore.write_lock import write_transaction

BARE, HELLO, INSERT = "/bench/bare/", "/bench/hello/", "/bench/insert/"


@login_not_required
@require_GET
def bare(request: HttpRequest) -> HttpResponse:
    """A page that asks for nothing."""
    return HttpResponse("hello")


@require_GET
def hello(request: MemberRequest) -> HttpResponse:
    """A page that knows who looks at it, and whether they may play."""
    return HttpResponse(f"hello {request.user.name}, {request.user.has_perm('members.play')}")


@require_POST
def insert(request: MemberRequest) -> HttpResponse:
    """A form that writes one row, as every form of the club writes."""
    with write_transaction():
        Attempt.objects.create(key=request.user.name, at=timezone.now())
    return HttpResponse("written")


urlpatterns = [
    path(BARE[1:], bare),
    path(HELLO[1:], hello),
    path(INSERT[1:], insert),
    path("", include("clubscore.urls")),
]


def application(middleware: Sequence[str] | None = None) -> WSGIHandler:
    """The site with this middleware, by default its own; with none at all `BARE` is a bare Django view."""
    with override_settings(MIDDLEWARE=settings.MIDDLEWARE if middleware is None else middleware):
        return WSGIHandler()
