"""The tags `url` and `static` of Django, which remember each address. They are available in every template."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.files.storage import Storage, storages
from django.template import Context, Library
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as djangos
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.html import escape

register = Library()

REMEMBERED = 20_000  # addresses, of some hundred bytes
PLACE = 2_147_483_600  # stands for the first number of an address


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """The node of Django's tag `url` with the same arguments; an Address, unless it has named arguments or `as`."""
    node = djangos(parser, token)
    if node.kwargs or node.asvar:
        return node
    return Address(node.view_name, node.args, node.kwargs, node.asvar)


class Address(URLNode):
    """The node of a tag `url` that prints the address, which `address_of` remembers."""

    def render(self, context: Context) -> str:
        args = [arg.resolve(context) for arg in self.args]
        found = address_of(self.view_name.resolve(context), *args)
        return escape(found) if context.autoescape else found


def address_of(name: str, *args: Any) -> str:
    """The address of the page with this name in the URL configuration and these arguments. It is computed only once."""
    where = get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF, name
    if all(type(arg) is int and arg >= 0 for arg in args):
        return _numbered(*where, len(args)).format(*args)
    return _address(*where, *args)


@lru_cache(maxsize=REMEMBERED)
def _numbered(_prefix: str, urls: str, name: str, count: int) -> str:
    """The address of the page with this name and `count` numbers as arguments, with `{}` in place of each number.

    `urls` is the URL configuration. `_prefix` is the current script prefix, a part of the key under which the result is
    remembered.
    """
    places = range(PLACE, PLACE + count)
    address = reverse(name, urls, places)
    for place in places:
        address = address.replace(str(place), "{}")
    return address


@lru_cache(maxsize=REMEMBERED, typed=True)
def _address(_prefix: str, urls: str, name: str, *args: Any) -> str:
    """The address of the page with this name and these arguments.

    `urls` is the URL configuration. `_prefix` is the current script prefix, a part of the key under which the result is
    remembered.
    """
    return reverse(name, urls, args)


@register.simple_tag
def static(path: str) -> str:
    """The address of a static file."""
    return _file_address(storages["staticfiles"], path)


@lru_cache(maxsize=REMEMBERED)
def _file_address(storage: Storage, path: str) -> str:
    return storage.url(path)
