"""Parse a page as a browser would: its elements and attributes, and the addresses to which it leads."""

import json
import re
from collections import Counter
from html.parser import HTMLParser

MARK = "zq7"  # in every hostile text; nowhere else
ADDRESSES = {
    "href",
    "src",
    "action",
    "formaction",
    "hx-get",
    "hx-post",
    "hx-push-url",
    "sse-connect",
    "poster",
    "data",
}
OF_OURS = r"(http://testserver(/|$)|mailto:|[^:?#]*([?#]|$))"  # no scheme but these


class Page(HTMLParser):
    """A parsed page: the number of elements by their attribute names, and the `faults` that hostile words
    have caused.
    """

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.shape: Counter[str] = Counter()
        self.faults: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()

    @property
    def elements(self) -> Counter[str]:
        """The number of each element with its attributes, without `<br>`, which Django's admin makes from
        line breaks.
        """
        return Counter(
            {
                element: number
                for element, number in self.shape.items()
                if element != "<br >"
            }
        )

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = sorted(name for name, _ in attrs)
        self.shape[f"<{tag} {' '.join(names)}>"] += 1
        if MARK in tag or any(MARK in name for name in names):
            self.faults.append(f"a name has become markup: <{tag} {' '.join(names)}>")
        if any(name.startswith("on") or name == "style" for name in names):
            self.faults.append(f"an inline script or style: <{tag} {' '.join(names)}>")
        for name, value in attrs:
            self._look_at(tag, name, value or "")

    def _look_at(self, tag: str, name: str, value: str) -> None:
        if name in ADDRESSES and not re.match(OF_OURS, value.strip()):
            self.faults.append(f"{name} leads elsewhere: {value[:60]}")
        if name in ADDRESSES and value.strip().startswith(("//", "/\\", "\\")):
            self.faults.append(f"{name} leads to another host: {value[:60]}")
        if name in {"class", "id", "for"} and MARK in value:
            self.faults.append(f"a name stands in {name} of <{tag}>")
        if name in {"hx-vals", "hx-headers"}:
            json.loads(value)

    def handle_data(self, data: str) -> None:
        if MARK in data:
            self.words.append(data)
            if self.cdata_elem:
                self.faults.append(f"a name stands in <{self.cdata_elem}>")

    def handle_comment(self, data: str) -> None:
        if MARK in data:
            self.faults.append("a name stands in a comment")
