"""Find the faults of an answer: an error, a malformed page, or raw words of the program such as `None`."""

import csv
import json
import re
from collections import Counter
from io import StringIO
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from html5lib import HTMLParser

# Parts of a program in what people read: a place that nobody filled, a value that nobody wrote out.
RAW = re.compile(
    r"%\(\w+\)[sd]|\{\{|\}\}|\{%|\{\w*\}|__proxy__|<\w+ object at |\bDecimal\(|\bdatetime\.|\bSeat\.|\bSide\.|\bNaN\b"
)
NONE = re.compile(r"\bNone\b")
# In a sentence of ours, and in PBN.
MEANT = re.compile(r"\bNone (is|yet|of)\b|\bNone[.,]|\[Vulnerable \"None\"\]")
WITHOUT_WORDS = {"script", "style"}
# Attributes: words that a script fills, and marks.
FOR_PROGRAMS = re.compile(r"hx-vals|hx-headers|pattern|data-.*")


class Read(NamedTuple):
    """The faults of an answer in words, and the parsed elements if the answer is HTML."""

    faults: list[str]
    elements: Element | None = None


def read(answer: Any) -> Read:
    body = b"".join(answer)
    if answer.status_code >= 500:
        return Read([f"status {answer.status_code}"])
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if not body or not kind.startswith(
        ("text/", "application/json", "application/xml")
    ):
        return Read([])
    text = body.decode()
    if kind == "text/html":
        return _html(text)
    by_kind = {"text/csv": _in_csv, "application/json": _in_json}
    return Read(by_kind.get(kind, _in_words)(text))


def _html(html: str) -> Read:
    parser = HTMLParser(namespaceHTMLElements=False)
    is_page = html.lstrip().lower().startswith("<!doctype")
    page = parser.parse(html) if is_page else parser.parseFragment(html)
    found = [
        f"HTML: {code} at {line}:{column}" for (line, column), code, _ in parser.errors
    ]
    elements = [each for each in page.iter() if isinstance(each.tag, str)]
    for each in elements:
        words = [
            value
            for name, value in each.attrib.items()
            if not FOR_PROGRAMS.fullmatch(name)
        ]
        words += [each.tail or "", "" if each.tag in WITHOUT_WORDS else each.text or ""]
        found += [fault for text in words for fault in _in_words(text)]
    ids = Counter(each.attrib["id"] for each in elements if "id" in each.attrib)
    found += [
        f"HTML: {count} elements with the id {name}"
        for name, count in ids.items()
        if count > 1
    ]
    return Read(found, page)


def _in_words(words: str) -> list[str]:
    found = [
        f"{match[0]!r} in {_around(words, match)!r}" for match in RAW.finditer(words)
    ]
    bare = MEANT.sub("", words)
    return found + [
        f"None in {_around(bare, match)!r}" for match in NONE.finditer(bare)
    ]


def _around(words: str, match: re.Match[str]) -> str:
    return words[max(0, match.start() - 30) : match.end() + 30].strip()


def _in_csv(text: str) -> list[str]:
    rows = list(
        csv.reader(StringIO(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")))
    )
    widths = {len(row) for row in rows if row}
    found = [f"CSV: lines of {sorted(widths)} cells"] if len(widths) > 1 else []
    return found + [fault for row in rows for cell in row for fault in _in_cell(cell)]


def _in_cell(cell: str) -> list[str]:
    """The faults of a CSV cell. A cell with the facts of an audit event is read as JSON."""
    return _in_json(cell) if cell.startswith("{") else _in_words(cell)


def _in_json(text: str) -> list[str]:
    """The faults of a JSON document: it must be strictly valid, and its texts must not have raw words of
    the program.
    """

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    try:
        document = json.loads(text, parse_constant=refuse)
    except ValueError as error:
        return [f"JSON: {error}"]
    return [fault for words in _words_in(document) for fault in _in_words(words)]


def _words_in(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = (
        value.values()
        if isinstance(value, dict)
        else value
        if isinstance(value, list)
        else ()
    )
    return [words for each in inner for words in _words_in(each)]
