"""The files that a browser needs to install the club and to answer without a network.

Everybody may read them, and they name nobody.
"""

import json
from hashlib import sha256

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from clubscore import __version__
from clubscore.web.bundles import BUNDLES

A_DAY = 60 * 60 * 24
BAIZE, BAIZE_DEEP = "#1d4d3c", "#163c2f"
SHORT_NAME = 12  # characters: what fits under an icon


@require_GET
@login_not_required
@cache_control(public=True, max_age=A_DAY)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest: the name, the colours and the icons of the installed club."""
    name = settings.CLUB_NAME
    maskable = {"purpose": "maskable"}  # the others are for any purpose
    pictures: list[tuple[str, str, dict[str, str]]] = [
        ("favicon.svg", "any", {}),
        ("icons/icon-192.png", "192x192", {}),
        ("icons/icon-512.png", "512x512", {}),
        ("icons/maskable-512.png", "512x512", maskable),
    ]
    answer = {
        "name": name,
        "short_name": name if len(name) <= SHORT_NAME else "Clubscore",
        "start_url": reverse("room:index"),
        "display": "standalone",
        "background_color": BAIZE,
        "theme_color": BAIZE_DEEP,
        "icons": [
            {"src": static(file), "sizes": sizes, **purpose}
            for file, sizes, purpose in pictures
        ],
    }
    shortest = {"separators": (",", ":")}  # it is a part of every first visit
    return JsonResponse(
        answer, content_type="application/manifest+json", json_dumps_params=shortest
    )


@require_GET
@login_not_required
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker: a script that shows the answer of `page` when the browser cannot fetch another page.

    The browser stores some files with the script. If one of these files changes, the script changes, too.
    """
    files = _files()
    page = _page()
    digest = sha256("\n".join((__version__, page, *files)).encode()).hexdigest()[:16]
    script = render_to_string(
        "offline/service_worker.js", {"digest": digest, "files": json.dumps(files)}
    )
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_GET
@login_not_required
@cache_control(no_cache=True)
def page(request: HttpRequest) -> HttpResponse:
    """The page that a browser shows when another cannot be fetched: the last sheet of this device, with its age."""
    return HttpResponse(_page())


def _page() -> str:
    """The HTML of the page that the view `page` answers.

    It is drawn without a request, so that no name or session gets into a page that all users of a device see.
    """
    return render_to_string(
        "offline/offline_page.html", {"club_name": settings.CLUB_NAME}
    )


def _files() -> list[str]:
    names = ["club.css", "offline.css", "offline.js"]
    files = (
        names
        if settings.COLLECTED
        else [part for name in names for part in BUNDLES[name]]
    )
    return [static(file) for file in ("favicon.svg", *files)]
