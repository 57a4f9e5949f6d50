"""XML from strangers as a small tree: nothing is fetched, no entity is declared, and the size has bounds."""

import re
from collections.abc import Iterator
from html.entities import name2codepoint
from typing import Final, NoReturn
from xml.parsers import expat

from scoring.said import said
from scoring.text.decoding import marked_encoding
from scoring.text.lines import InvalidLine

MOST_BYTES: Final = 20_000_000
MOST_DEPTH: Final = 32
MOST_ELEMENTS: Final = 2_000_000
MOST_PARENTS: Final = 250_000
_LONGEST: Final = 4_000
"""The most characters of a text that are kept."""
_DECLARED: Final = re.compile(
    rb"""\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']"""
)
_ENCODINGS: Final = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "iso-8859-1": "latin-1",
    "latin1": "latin-1",
    "latin-1": "latin-1",
    "iso-8859-2": "iso-8859-2",
    "iso-8859-15": "iso-8859-15",
    "windows-1250": "cp1250",
    "windows-1252": "cp1252",
    "cp1252": "cp1252",
}
"""The codecs of the encodings that are read, by the names that files declare, in small letters."""
_REASONS: Final = {
    3: "This file ends before it has an element.",
    4: "This XML has a mark that XML does not allow.",
    5: "This XML ends in the middle of a tag.",
    7: "This end of an element has no beginning.",
    8: "This element has an attribute twice.",
    9: "This XML goes on after the end of its first element.",
    11: "This XML has an entity that is not declared.",
    43: "This XML has entities that grow without bounds.",
}
"""A sentence for the usual errors, by the codes that expat has for them."""
_SHORT: Final = 16
_MOST_NAMES: Final = 200
"""The most names of texts in one element: USEBIO has fewer in all."""
_TOO_MUCH: Final = "This XML has more elements, or larger ones, than results have."
_PIECE: Final = 100_000
"""The characters that expat gets at once."""
_LONGEST_TAG: Final = 1_000_000
"""The most bytes that expat may hold back, because they begin something that does not end."""


class XmlElement:
    """An element that has elements or attributes. Elements that only have a text are texts of their parent.

    Names are in capital letters.
    """

    __slots__ = ("children", "column", "line", "name", "texts")

    def __init__(self, name: str, line: int, column: int) -> None:
        self.name = name
        self.line = line
        self.column = column
        self.texts: dict[str, str] = {}
        """The first text of each name: of an attribute, or of an element without attributes and elements."""
        self.children: list[XmlElement] = []

    def text(self, *names: str) -> str:
        """The text of the first of these names that has one; empty without."""
        for name in names:
            if text := self.texts.get(name):
                return text
        return ""

    def all(self, *names: str) -> Iterator["XmlElement"]:
        """Yield the children with one of these names."""
        for child in self.children:
            if child.name in names:
                yield child

    def within(self, name: str) -> Iterator["XmlElement"]:
        """Yield the elements with this name at any depth."""
        for child in self.children:
            if child.name == name:
                yield child
            yield from child.within(name)

    def refuse(self, message: str) -> NoReturn:
        """Refuse the file because of this element.

        Raises:
            InvalidLine: always, at the place where the element begins.
        """
        raise InvalidLine(message, line=self.line, column=self.column)


def xml_tree(content: bytes) -> XmlElement:
    """The first element of an XML file.

    Raises:
        InvalidLine: for a file that is no XML, that declares entities, or that is larger, deeper or in another encoding
            than files of results are.
    """
    if len(content) > MOST_BYTES:
        raise InvalidLine(
            said("A file has at most {most} MB.", most=MOST_BYTES // 1_000_000),
            line=1,
            column=1,
        )
    return _Builder().built(_decoded(content))


def _decoded(content: bytes) -> str:
    """The text of an XML file. Raises InvalidLine for an encoding that is not read."""
    encoding = "utf-8"
    if marked := marked_encoding(content):
        length, encoding = marked
        content = content[length:]
    elif declared := _DECLARED.match(content):
        encoding = _ENCODINGS.get(declared[1].decode("ascii").lower(), "")
    text = "\0"
    try:
        if encoding:
            text = content.decode(encoding)
    except UnicodeDecodeError:
        if encoding == "utf-8":
            text = content.decode("latin-1")  # declared by habit, as programs do
    if "\0" not in text:
        return text
    raise InvalidLine(
        "This XML is not in UTF-8, UTF-16, Latin-1 or Windows-1252.", line=1, column=1
    )


class _Builder:
    """Builds the tree while expat reads the file."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.SkippedEntityHandler = self._skipped
        self._open: list[XmlElement] = []
        self._texts: list[list[str]] = []
        self._root: XmlElement | None = None
        self._elements = 0
        self._parents = 0
        self._fed = 0
        """The bytes that expat has got."""
        self._known: dict[str, str] = {}
        """Short texts, so that equal ones are kept once."""

    def built(self, text: str) -> XmlElement:
        """The first element of a document. Raises InvalidLine for a document that is refused."""
        try:
            for start in range(0, len(text), _PIECE):
                piece = text[start : start + _PIECE]
                self._fed += len(piece.encode())
                self.parser.Parse(piece, False)
                if self._fed - self.parser.CurrentByteIndex > _LONGEST_TAG:
                    self._refuse(_TOO_MUCH)
            self.parser.Parse("", True)
        except expat.ExpatError as error:
            message = "This is no XML."
            if error.code in _REASONS:
                message = _REASONS[error.code]
            raise InvalidLine(
                message, line=error.lineno, column=error.offset + 1
            ) from None
        if self._root is None:  # expat wants an element
            self._refuse("This XML has no element.")
        return self._root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        if len(self._open) == MOST_DEPTH or self._elements > MOST_ELEMENTS:
            self._refuse(_TOO_MUCH)
        element = XmlElement(
            name.upper(),
            self.parser.CurrentLineNumber,
            self.parser.CurrentColumnNumber + 1,
        )
        for key, value in attributes.items():
            element.texts[key.upper()] = value.strip()[:_LONGEST]
        self._open.append(element)
        self._texts.append([])

    def _end(self, _name: str) -> None:
        element = self._open.pop()
        text = "".join(self._texts.pop()).strip()[:_LONGEST]
        if not self._open:
            self._root = element
            return

        parent = self._open[-1]
        if not element.children and not element.texts:
            if len(text) <= _SHORT:
                text = self._known.setdefault(text, text)
            if not parent.texts.get(element.name):
                parent.texts[element.name] = text
            if len(parent.texts) > _MOST_NAMES:
                self._refuse(_TOO_MUCH)
            return

        self._parents += 1
        if self._parents > MOST_PARENTS:
            self._refuse(_TOO_MUCH)
        if text:
            element.texts.setdefault(element.name, text)
        parent.children.append(element)

    def _characters(self, text: str) -> None:
        if self._texts and len(self._texts[-1]) < _LONGEST:
            self._texts[-1].append(text)

    def _doctype(
        self, _name: str, _system: str | None, _public: str | None, has_own: int
    ) -> None:
        """Refuse a document type that declares something itself; one that names a file is not fetched."""
        if has_own:
            self._refuse("An XML file of results declares no entities.")

    def _entity(self, *_declaration: object) -> None:
        self._refuse("An XML file of results declares no entities.")

    def _skipped(self, name: str, is_parameter: int) -> None:
        """Put the character of a named entity of HTML, such as eacute; refuse any other entity."""
        code = name2codepoint.get(name)
        if is_parameter or code is None:
            message = said("There is no character “{name}”.", name=name[:20])
            self._refuse(message)
        self._characters(chr(code))

    def _refuse(self, message: str) -> NoReturn:
        raise InvalidLine(
            message,
            line=self.parser.CurrentLineNumber,
            column=self.parser.CurrentColumnNumber + 1,
        )
