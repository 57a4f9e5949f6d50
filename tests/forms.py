"""Forms as a browser sends them: which of a page's forms do not end with their token, and bodies by hand."""

from collections.abc import Mapping
from html.parser import HTMLParser
from urllib.parse import urlencode

TOKEN = "csrfmiddlewaretoken"
SECRET = "a" * 32
"""A value for the cookie csrftoken, for clients that have seen no page; `closed` adds the token that belongs to it."""


def closed(fields: Mapping[str, object] | str, token: str = SECRET * 2) -> str:
    """A body that ends with its token, without which it is refused as cut off. `fields` may be encoded already."""
    encoded = fields if isinstance(fields, str) else urlencode(fields)
    return f"{encoded}&{TOKEN}={token}" if encoded else f"{TOKEN}={token}"


class _Forms(HTMLParser):
    """The names of the fields of each form that writes, in the order in which they are sent."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: list[list[str]] = []
        self._of_id: dict[str, list[str]] = {}
        self._open: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "form":
            self._open = []
            if told.get("method") == "post":
                self.fields.append(self._open)
            self._of_id[told.get("id") or ""] = self._open
        elif tag in {"input", "button", "select", "textarea"} and (
            name := told.get("name")
        ):
            form = self._of_id[told["form"] or ""] if "form" in told else self._open
            if form is not None:
                form.append(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None


def without_end(html: str) -> list[list[str]]:
    """The fields of each form of a page that writes and does not end with its token."""
    forms = _Forms()
    forms.feed(html)
    return [fields for fields in forms.fields if fields[-1:] != [TOKEN]]
