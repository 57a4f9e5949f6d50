"""XML from strangers: what is read, and what is refused before it does harm."""

import pytest

from scoring.text.lines import InvalidLine
from scoring.text.reading import xml_tree as module
from scoring.text.reading.xml_tree import xml_tree

SYSTEM = '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">\n'
BOMB = """<?xml version="1.0"?>
<!DOCTYPE USEBIO [
 <!ENTITY a "ha">
 <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
 <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
]>
<USEBIO>&c;</USEBIO>"""
STOLEN = (
    '<!DOCTYPE USEBIO [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<USEBIO>&a;</USEBIO>'
)


def refusal(content):
    with pytest.raises(InvalidLine) as refused:
        xml_tree(content if isinstance(content, bytes) else content.encode())
    return refused.value.line, refused.value.message


def test_texts_are_kept_by_their_names_and_elements_by_their_place():
    root = xml_tree(
        b'<usebio>\n <a> one </a>\n <B x="2">three<c/></B>\n <a>four</a></usebio>'
    )
    assert (root.name, root.texts) == ("USEBIO", {"A": "one"})
    (child,) = root.all("B")
    assert (child.texts, child.line, child.column) == (
        {"X": "2", "C": "", "B": "three"},
        3,
        2,
    )


def test_a_document_type_may_name_a_file_that_is_not_fetched():
    root = xml_tree(
        f"{SYSTEM}<USEBIO><A>caf&eacute; &amp; &#8364;</A></USEBIO>".encode()
    )
    assert root.text("A") == "café & €"


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (BOMB, 2, "declares no entities"),
        (STOLEN, 1, "declares no entities"),
        ('<!DOCTYPE a [<!ENTITY % p "x">]><a/>', 1, "declares no entities"),
        (f"{SYSTEM}<a>&other;</a>", 2, "There is no character “other”"),
        ("<a>\n&other;</a>", 2, "an entity that is not declared"),
        ("<a>\n<b></a>", 2, "This end of an element has no beginning"),
        ("", 1, "ends before it has an element"),
        ("<a/>\n<b/>", 2, "goes on after the end"),
        ("<a>\n\x01</a>", 2, "a mark that XML does not allow"),
        ("<a\n", 1, "ends in the middle of a tag"),
        ('<a x="1" x="2"/>', 1, "has an attribute twice"),
        ("<a>" * 40, 1, "more elements, or larger ones"),
        ("<a>" + "".join(f"<b{number}/>" for number in range(300)) + "</a>", 1, "more elements, or larger ones"),
        ('<?xml version="1.0" encoding="utf-7"?><a/>', 1, "is not in UTF-8, UTF-16, Latin-1 or Windows-1252"),
        ("<a/>".encode("utf-32"), 1, "is not in UTF-8"),
        ("<a/>".encode("utf-16-le"), 1, "is not in UTF-8"),
        (b"\xff\xfe\0\xd8", 1, "is not in UTF-8"),
    ],
)  # fmt: skip
def test_what_no_file_of_results_has_is_refused_with_its_line(content, line, words):
    found = refusal(content)
    assert words in found[1]
    assert found[0] == line


def test_a_file_has_bounds(monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 1_000_000)
    assert refusal(b"<a>" + b" " * 1_000_000 + b"</a>") == (
        1,
        "A file has at most 1 MB.",
    )
    monkeypatch.setattr(module, "MOST_PARENTS", 10)
    assert "more elements" in refusal("<a>" + "<b><c/></b>" * 11 + "</a>")[1]
    monkeypatch.setattr(module, "MOST_ELEMENTS", 10)
    assert "more elements" in refusal("<a>" + "<b/>" * 11 + "</a>")[1]


def test_a_tag_that_does_not_end_is_not_collected(monkeypatch):
    monkeypatch.setattr(module, "_LONGEST_TAG", 200_000)
    long = "".join(f' a{number}="1"' for number in range(50_000))
    assert "larger ones" in refusal(f"<a{long}/>")[1]
