"""The links of a page, and its forms as a browser would send them."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit
from xml.etree.ElementTree import Element

Fields = tuple[tuple[str, str], ...]
NOT_SENT = {"submit", "button", "image", "reset"}
READS = ("href", "src", "hx-get", "action")


class Form(NamedTuple):
    """One way to send a form of a page: with one of its buttons, or with none."""

    path: str
    fields: Fields
    button: Fields
    """The field that the pressed button adds, empty if there is none."""
    has_files: bool

    @property
    def sent(self) -> Fields:
        return self.fields + self.button

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted({name for name, _ in self.sent}))


def links_of(page: Element, at: str) -> list[str]:
    """Every address of the club to which the page links or from which it loads something, in the page's order."""
    found = {}
    for each in _elements(page):
        is_form = each.tag == "form"
        for name in READS:
            to = each.attrib.get(name)
            if to is None or (
                is_form and each.attrib.get("method", "get").lower() == "post"
            ):
                continue
            query = _query_of(_fields_of(each, [])) if is_form else ""
            found[_within(at, f"{to}{query}")] = None
    return [to for to in found if to]


def forms_of(page: Element, at: str) -> Iterator[Form]:
    """Every form that writes, once for each of its buttons, and every other element that sends a POST."""
    outside: dict[str, list[Element]] = {}
    for each in _elements(page):
        if (
            each.tag in {"input", "select", "textarea", "button"}
            and "form" in each.attrib
        ):
            outside.setdefault(each.attrib["form"], []).append(each)
    for each in _elements(page):
        writes = each.attrib.get("hx-post")
        if each.tag == "form" and (
            each.attrib.get("method", "").lower() == "post" or writes
        ):
            yield from _ways(each, at, outside.get(each.attrib.get("id", ""), []))
        elif writes and each.tag != "form":
            yield Form(_within(at, writes), (), (), has_files=False)


def _ways(form: Element, at: str, outside: list[Element]) -> Iterator[Form]:
    to = form.attrib.get("action") or form.attrib.get("hx-post") or at
    has_files = form.attrib.get("enctype") == "multipart/form-data"
    fields = _fields_of(form, outside)
    buttons = [each for each in (*_elements(form), *outside) if _sends(each)] or [
        Element("button")
    ]
    for button in buttons:
        name = button.attrib.get("name")
        pressed = ((name, button.attrib.get("value", "")),) if name else ()
        path = _within(at, button.attrib.get("formaction") or to)
        yield Form(path, tuple(fields), pressed, has_files)


def _sends(each: Element) -> bool:
    kind = each.attrib.get("type", "submit" if each.tag == "button" else "text")
    return (
        each.tag in {"button", "input"}
        and kind == "submit"
        and "disabled" not in each.attrib
    )


def _fields_of(form: Element, outside: list[Element]) -> list[tuple[str, str]]:
    inside = [each for each in _elements(form) if "form" not in each.attrib]
    return [
        field
        for each in (*inside, *outside)
        if "disabled" not in each.attrib
        for field in _sent(each)
    ]


def _sent(each: Element) -> Iterator[tuple[str, str]]:
    """The fields that a browser sends for this element with its present value."""
    name, kind = each.attrib.get("name", ""), each.attrib.get("type", "text")
    if not name:
        return
    if each.tag == "textarea":
        yield name, each.text or ""
    elif each.tag == "select":
        yield from ((name, value) for value in _chosen(each))
    elif (
        each.tag == "input"
        and kind not in NOT_SENT
        and (kind not in {"checkbox", "radio"} or "checked" in each.attrib)
    ):
        yield (
            name,
            each.attrib.get("value", "on" if kind in {"checkbox", "radio"} else ""),
        )


def _chosen(select: Element) -> list[str]:
    options = [
        each
        for each in _elements(select)
        if each.tag == "option" and "disabled" not in each.attrib
    ]
    chosen = [each for each in options if "selected" in each.attrib]
    if not chosen and "multiple" not in select.attrib:
        chosen = options[:1]
    return [each.attrib.get("value", (each.text or "").strip()) for each in chosen]


def _query_of(fields: list[tuple[str, str]]) -> str:
    return f"?{urlencode(fields)}" if fields else ""


def _within(at: str, to: str) -> str:
    """The path and query of a link inside the club; "" for another site or a place on the page itself."""
    parts = urlsplit(urljoin(f"http://testserver{at}", to))
    if (
        parts.scheme not in {"http", "https"}
        or parts.netloc != "testserver"
        or to.startswith("#")
    ):
        return ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _elements(page: Element) -> list[Element]:
    return [each for each in page.iter() if isinstance(each.tag, str)]
