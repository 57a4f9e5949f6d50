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


@register.simple_tag
def script_address(name: str) -> str:
    """The address of a bundle of one script, which another script loads as a worker."""
    [file] = _files(name)
    return static(file)


def _elements(element: str, name: str) -> SafeString:
    return format_html_join(
        "\n    ", element, ([static(file)] for file in _files(name))
    )


def _files(name: str) -> list[str]:
    """The files of a bundle: one if static files are collected, else its parts."""
    if settings.COLLECTED:
        return [name]
    return BUNDLES[name]
