"""Fragments that depend on their values only, such as a figure, or a deal in a list of deals. Equal values are
rendered once (record 62).
"""

import secrets
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import get_template
from django.urls import get_script_prefix
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

register = template.Library()

REMEMBERED = 8_000  # fragments of about half a kilobyte: some hundred sheets
# Stands in kept forms for the token of the page, and is known to nobody.
TOKEN = secrets.token_hex(16)


@register.filter
def equals(one: object, other: object) -> bool:
    """True if the values are equal: a filter for the arguments of a fragment tag, which cannot have an `if`."""
    return one == other


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str, **values: Any) -> SafeString:
    """The HTML of the template `name` with these values. Equal values are rendered once, and the HTML is remembered.

    The values must be hashable and never change. Besides the values, the HTML depends only on the reader's language,
    the club's currency and the script prefix. Unlike `include`, the template sees nothing else of the page, neither the
    member nor the request. Forms in it get the page's CSRF token.
    """
    # A template may have been edited since.
    draw = _drawn.__wrapped__ if settings.DEBUG else _drawn
    html = draw(
        name,
        get_language(),
        settings.CLUB_CURRENCY,
        get_script_prefix(),
        tuple(values.items()),
    )
    if TOKEN in html:
        return SafeString(html.replace(TOKEN, str(context.get("csrf_token", ""))))
    return html


@register.simple_tag
def script_words() -> SafeString:
    """The words that the scripts of every page say, as attributes of its body, in the reader's language."""
    return _script_words(get_language())


@register.simple_tag(takes_context=True)
def main_links(context: Context) -> SafeString:
    """The links to the main pages, equal for every signed-in member."""
    app, page = _here(context)
    return drawn(context, "_nav.html", app=app, page=page)


@register.simple_tag(takes_context=True)
def own_menu(context: Context) -> SafeString:
    """The menu behind the initials of the signed-in member.

    For admins, arbiters and organisers it has the page of what needs attention, with the number of things that wait,
    and for admins the office.
    """
    user, rights = context["user"], context["perms"]["members"]
    values = {
        "member": user.name,
        "initials": user.initials,
        "has_pin": user.has_pin,
    }
    if not (rights["arbitrate"] or rights["organise"]):
        return drawn(context, "_me.html", **values)
    return drawn(
        context,
        "_me.html",
        **values,
        attends=True,
        administers=rights["administer_club"],
        count=context["attention_count"](),
        page=_place_in_menu(*_here(context)),
    )


def _here(context: Context) -> tuple[str, str]:
    """The names of the app and of the page that answers this request; both are "" if no page does."""
    here = context["request"].resolver_match
    return (here.app_name, here.url_name) if here else ("", "")


@lru_cache
def _script_words(language: str | None) -> SafeString:
    """The words in the language that is active now. They are remembered by that language."""
    ago = (_("just now"), _("# min ago"), _("# h ago"))
    live = pgettext("the line to the server", "live")
    line = (live, _("last update #"), _("reconnecting…"))
    unanswered = _("No answer from the club. Your text is still here: try again.")
    return format_html(
        ' data-say-ago="{}" data-say-live="{}" data-say-unanswered="{}"',
        "|".join(ago),
        "|".join(line),
        unanswered,
    )


def _place_in_menu(app: str, page: str) -> str:
    """The entry of the menu behind the initials that this page is: `office`, `attention`, or "" for another page."""
    if app == "office":
        return "office"
    if page == "attention":
        return "attention"
    return ""


@lru_cache(maxsize=REMEMBERED)
def _drawn(
    name: str,
    language: str | None,
    currency: str,
    prefix: str,
    values: tuple[tuple[str, Any], ...],
) -> SafeString:
    template: Any = get_template(name)
    # Their numbers are whole and have no separators, for which Django would ask at each of them.
    return template.template.render(
        Context({"csrf_token": TOKEN, **dict(values)}, use_l10n=False)
    )
