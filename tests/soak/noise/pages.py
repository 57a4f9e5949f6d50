"""The links and forms of a page as the server sent it, with every field and option."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

Attributes = dict[str, str]


class Field(NamedTuple):
    """A field name of a form with all values that the page offers for it, the present one first."""

    name: str
    kind: str
    values: tuple[str, ...]


class Form(NamedTuple):
    """A form with all its fields. `token` is its CSRF token, "" if it has none."""

    method: str
    action: str
    is_multipart: bool
    fields: tuple[Field, ...]
    token: str


class Page(NamedTuple):
    links: frozenset[str]
    forms: tuple[Form, ...]


def read_page(html: str, path: str) -> Page:
    """Parse the page at `path`, without links and forms that lead to other sites."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    links = {here for link in reader.links if (here := _here(path, link))}
    return Page(
        frozenset(links),
        tuple(
            form for found in reader.forms for form in found.forms(path, reader.lent)
        ),
    )


def _here(path: str, link: str) -> str:
    """The path and query of a link inside this club, "" for any other link."""
    try:
        parts = urlsplit(urljoin(f"http://club{path}", link))
    except ValueError:
        return ""
    if parts.netloc != "club":
        return ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


@dataclass
class _Found:
    """A form while the page is being parsed."""

    attributes: Attributes
    # Name, kind, value.
    inputs: list[tuple[str, str, str]] = field(default_factory=list)

    def forms(self, path: str, lent: dict[str, list["_Found"]]) -> list[Form]:
        """The form once for each address to which it can be sent: its own, those of its buttons, and pages
        that take its fields.
        """
        method = self.attributes.get("method", "get").upper()
        inputs = [
            *self.inputs,
            *(each for found in lent.get(self.name, ()) for each in found.inputs),
        ]
        token = next(
            (value for name, _, value in inputs if name == "csrfmiddlewaretoken"), ""
        )
        named: dict[tuple[str, str], list[str]] = {}
        for name, kind, value in inputs:
            if name and name != "csrfmiddlewaretoken":
                named.setdefault((name, kind), []).append(value)
        fields = tuple(
            Field(name, kind, tuple(dict.fromkeys(values)))
            for (name, kind), values in named.items()
        )
        is_multipart = "multipart" in self.attributes.get("enctype", "")
        others = [
            found.attributes
            for found in lent.get(self.name, ())
            if "action" in found.attributes
        ]
        taken = [(method, self.attributes.get("action", ""))]
        taken += [(other.get("method", method), other["action"]) for other in others]
        return [
            Form(method, here, is_multipart, fields, token)
            for method, action in taken
            if (here := _here(path, action))
        ]

    @property
    def name(self) -> str:
        return self.attributes.get("id", "")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.forms: list[_Found] = []
        self.lent: dict[str, list[_Found]] = {}
        """Fields outside their form, and addresses that take the fields of a form, by the id of the form."""
        self._open: _Found | None = None
        self._select: tuple[str, str] | None = (
            None  # the name of the choice, the form it belongs to
        )
        self._text: tuple[str, str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get", "src"):
            if attributes.get(name) and tag != "link":
                self.links.add(attributes[name])
        if tag == "form":
            self._open = _Found(attributes)
            self.forms.append(self._open)
        if "hx-get" in attributes and "hx-include" in attributes:
            self._lend(
                attributes["hx-include"].lstrip("#"),
                _Found({"action": attributes["hx-get"], "method": "GET"}),
            )
        if tag in {"input", "button"}:
            kind = attributes.get("type", "text" if tag == "input" else "submit")
            self._keep(
                attributes,
                kind,
                attributes.get("value", "on" if kind == "checkbox" else ""),
            )
            if "formaction" in attributes:
                self._lend(
                    attributes.get("form", ""),
                    _Found({"action": attributes["formaction"]}),
                )
        elif tag == "select":
            self._select = attributes.get("name", ""), attributes.get("form", "")
        elif tag == "option" and self._select:
            name, form = self._select
            self._keep(
                {"name": name, "form": form}, "select", attributes.get("value", "")
            )
        elif tag == "textarea":
            self._text = attributes.get("name", ""), attributes.get("form", ""), []

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._text:
            name, form, parts = self._text
            self._keep({"name": name, "form": form}, "textarea", "".join(parts))
            self._text = None

    def handle_data(self, data: str) -> None:
        if self._text:
            self._text[2].append(data)

    def _keep(self, attributes: Attributes, kind: str, value: str) -> None:
        kept = attributes.get("name", ""), kind, value
        if attributes.get("form"):
            self._lend(attributes["form"], _Found({}, [kept]))
        elif self._open:
            self._open.inputs.append(kept)

    def _lend(self, form: str, found: _Found) -> None:
        self.lent.setdefault(form, []).append(found)
