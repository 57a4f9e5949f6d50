"""Adds elements of XML to each other. Characters that XML does not have are replaced."""

from typing import Final
from xml.etree import ElementTree

_NOT_XML: Final = dict.fromkeys(
    (*range(0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\ufffd"
)


def add(parent: ElementTree.Element, name: str, value: object) -> None:
    """Add a child element with a text."""
    ElementTree.SubElement(parent, name).text = xml_text(value)


def add_if_any(parent: ElementTree.Element, name: str, value: str) -> None:
    """Add a child element with a text, unless the text is empty."""
    if value:
        add(parent, name, value)


def add_remark(parent: ElementTree.Element, words: str) -> None:
    """Add a comment. Two hyphens would end it, and become a dash."""
    remark = xml_text(words).replace("--", "–")
    parent.append(ElementTree.Comment(f" {remark} "))


def xml_text(value: object) -> str:
    """The text of a value, with a replacement character for each character that XML does not have."""
    return str(value).translate(_NOT_XML)
