"""The sections of entries in a file, also of a stand-in for a side to which a ruling does not apply."""

from types import SimpleNamespace

from clubscore.duplicate.results.publishing.files.lines import (
    LineFacts,
    sections_of_entries,
)


def state_of(letters: str) -> SimpleNamespace:
    """Return a stand-in for the state of a session with these sections."""
    return SimpleNamespace(
        sections=list(letters), section=lambda letter: letter in letters or None
    )


def test_a_stand_in_belongs_to_the_section_of_its_line():
    scores = SimpleNamespace(
        entries=(("A", 1), ("A", 2), ("B", 1), ("B", 2), ("B-1-2-3", 0))
    )
    facts = {
        (3, 1, 2): LineFacts("A", 1, "", ""),
        (3, 3, 5): LineFacts("B", 1, "", ""),
    }
    found = sections_of_entries(state_of("AB"), scores, facts)
    assert found == {1: "A", 2: "A", 3: "B", 4: "B", 5: "B"}


def test_with_one_section_no_letter_is_written():
    scores = SimpleNamespace(entries=(("A", 1), ("A", 2), ("A-1-2-3", 0)))
    facts = {(3, 1, 3): LineFacts("", 1, "", "")}
    found = sections_of_entries(state_of("A"), scores, facts)
    assert found == {1: "", 2: "", 3: ""}
