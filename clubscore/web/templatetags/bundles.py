"""The elements by which a page loads its stylesheet and its script."""

from django import template
from django.conf import settings
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from clubscore.web.bundles import BUNDLES
from clubscore.web.templatetags.addresses import static

register = template.Library()

_ELEMENTS = {
    "css": '<link rel="stylesheet" href="{}">',
    "js": '<script src="{}" defer></script>',
}


@register.simple_tag
def bundle(name: str) -> SafeString:
    """The HTML element that loads a bundle of BUNDLES; if static files are not collected, one element for each part."""
    return _elements(_ELEMENTS[name.rpartition(".")[2]], name)


@register.simple_tag
def bundle_before_paint(name: str) -> SafeString:
    """The element of a script that lays the page out. It blocks the first display, so that nothing moves afterwards."""
    return _elements('<script src="{}" defer blocking="render"></script>', name)


def _elements(element: str, name: str) -> SafeString:
    files = [name] if settings.COLLECTED else BUNDLES[name]
    return format_html_join("\n    ", element, ([static(file)] for file in files))
