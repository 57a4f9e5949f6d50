"""Forms as a browser sends them: finds forms of a page that do not end with their token, and makes request bodies."""

from collections.abc import Mapping
from html.parser import HTMLParser
from urllib.parse import urlencode

TOKEN = "csrfmiddlewaretoken"
SECRET = "a" * 32
"""A value for the cookie csrftoken, for clients that have seen no page. `closed` adds the matching token to a form."""


def closed(fields: Mapping[str, object] | str, token: str = SECRET * 2) -> str:
    """Return an encoded request body that ends with its token; a body without one is refused as cut off.

    `fields` is a mapping, or a string that is encoded already.
    """
    encoded = fields if isinstance(fields, str) else urlencode(fields)
    return f"{encoded}&{TOKEN}={token}" if encoded else f"{TOKEN}={token}"


class _Forms(HTMLParser):
    """Collects, for each POST form of a page, the names of its fields in the order in which they are sent."""

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
    """Return the field names of each POST form of a page whose last field is not the token."""
    forms = _Forms()
    forms.feed(html)
    return [fields for fields in forms.fields if fields[-1:] != [TOKEN]]
