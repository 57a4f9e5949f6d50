"""The wall, the overlay for video, and the page with the form that chooses a screen."""

from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.live.http import poll
from clubscore.members.http import MemberRequest
from clubscore.members.templatetags.qr import qr
from clubscore.rubbers.sheet.embargo import Embargo
from clubscore.tables.models import Table
from clubscore.wall.context import FOLLOW, overlay_context, wall_context
from clubscore.wall.forms import ScreenForm
from clubscore.wall.queries import SoFar
from clubscore.wall.topics import revision_and_evening


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    return _screen(request, "wall/wall_index.html", wall_context)


@require_GET
def overlay(request: MemberRequest) -> HttpResponse:
    return _screen(request, "wall/wall_overlay.html", overlay_context)


@require_GET
def index_poll(request: MemberRequest, table: int, embargo: str) -> HttpResponse:
    return poll(request, "wall", table, embargo)


@require_GET
def overlay_poll(request: MemberRequest, table: int, embargo: str) -> HttpResponse:
    return poll(request, "overlay", table, embargo)


@require_GET
def choice(request: MemberRequest) -> HttpResponse:
    """The page with the form that chooses a screen. Sending the form opens the address of the screen."""
    return render(request, "wall/wall_choice.html", {"form": ScreenForm()})


_code = lru_cache(maxsize=16)(qr)  # all screens of a club have one of few


def _screen(
    request: MemberRequest,
    template: str,
    context: Callable[[int, Embargo, SoFar], dict[str, Any]],
) -> HttpResponse:
    """The screen that the address asks for; for an address that is not valid, the form with its errors (status 404)."""
    form = ScreenForm(request.GET)
    if not form.is_valid():
        return render(
            request,
            "wall/wall_choice.html",
            {"form": form},
            status=HTTPStatus.NOT_FOUND,
        )
    table: Table | None = form.cleaned_data["table"]
    embargo = Embargo(form.cleaned_data["embargo"] or Embargo.NONE)
    if table:
        pk = table.pk
        path = reverse("room:table", args=[pk])
    else:
        pk = FOLLOW
        path = reverse("room:index")
    link = request.build_absolute_uri(path)
    revision, evening = revision_and_evening(pk, timezone.now())
    shown = {
        "screen": pk,
        "revision": revision,
        "link": link,
        "code": _code(link),
        "host": request.get_host(),
    }
    return render(request, template, shown | context(pk, embargo, evening))
