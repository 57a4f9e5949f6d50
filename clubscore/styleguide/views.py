"""The style guide. It shows each theme by a CSS class; other pages follow the reader's own choice."""

import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required
from clubscore.styleguide.forms import ExampleForm

THEMES = ("light", "dark")
COLOURS = (
    "baize",
    "baize-deep",
    "baize-raised",
    "baize-chip",
    "paper",
    "paper-chosen",
    "paper-tint",
    "gold",
)
SEALS = (
    {"initials": "AW", "is_signed": True},
    {"initials": "BC", "is_signed": True, "instead": True},
    {"initials": "CD"},
)
NAMES = ("Anna", "Tom", "Jo", "Lena")
PEOPLE = ("Anna Weiss", "Tom Brandt")
CARDS = (("s", "A", "♠"), ("h", "K", "♥"), ("d", "10", "♦"), ("c", "4", "♣"))
ROOTS = re.compile(r":root \{(.*?)\}", re.DOTALL)


@require_GET
@admin_required
def index(request: MemberRequest) -> HttpResponse:
    """The page that shows every component in each theme."""
    themes = [(theme, ExampleForm({"name": ""}, prefix=theme)) for theme in THEMES]
    context = {
        "themes": themes,
        "colours": COLOURS,
        "seals": SEALS,
        "cards": CARDS,
        "names": NAMES,
        "people": PEOPLE,
    }
    return render(request, "styleguide/styleguide_index.html", context)


@require_GET
@admin_required
def themes(request: MemberRequest) -> HttpResponse:
    """A style sheet with the values of `tokens.css` under a class for each theme.

    It is made from `tokens.css`, so that the values are written in one place.
    """
    tokens = Path(str(finders.find("css/tokens.css"))).read_text(encoding="utf-8")
    light, dark = ROOTS.findall(tokens)
    # Both have all values of the light one: the theme of the reader must not show through.
    css = f".in-light, .in-dark {{{light}}}\n.in-light {{ color-scheme: light; }}\n"
    css += f".in-dark {{{dark} color-scheme: dark; }}\n"
    swatches = "".join(
        f".swatch-{colour} {{ background: var(--{colour}); }}\n" for colour in COLOURS
    )
    return HttpResponse(css + swatches, content_type="text/css; charset=utf-8")
