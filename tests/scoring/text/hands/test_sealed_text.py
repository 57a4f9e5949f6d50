"""Sealed sets of deals: a digest is published before play, and the text afterwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.hands import checked_boards
from scoring.text.hands.sealed_text import (
    digest_of,
    is_sealed_by,
    read_sealed,
    sealed_text,
)
from scoring.text.lines import InvalidLine
from tests.scoring.hands.made_up_hands import board_sets


def salt(count):
    return "ab" * count


@given(board_sets())
def test_the_boards_are_read_from_the_text_that_was_sealed(boards):
    text = sealed_text(boards)
    assert read_sealed(text) == checked_boards(boards)
    assert is_sealed_by(text, digest_of(text))
    assert is_sealed_by(text, f" {digest_of(text).upper()}\n")


@given(board_sets())
def test_the_same_boards_are_sealed_by_another_digest_each_time(boards):
    assert digest_of(sealed_text(boards)) != digest_of(sealed_text(boards))
    assert sealed_text(boards, salt_of=salt) == sealed_text(
        reversed(boards), salt_of=salt
    )


@given(board_sets(), some.integers(0, 10_000))
def test_a_text_in_which_one_mark_was_changed_is_another(boards, at):
    text = sealed_text(boards)
    at %= len(text)
    changed = text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :]
    assert not is_sealed_by(changed, digest_of(text))


KNOWN = f"""Clubscore sealed hands, version 1
salt {"ab" * 32}
7 N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76
"""
KNOWN_DIGEST = "fe32312a00ff34d53e5b6647cdcf71f0f92a3f658481b2b70dfc0cdb933f624e"


def test_the_form_of_the_text_never_changes():
    """Published digests must stay valid for ever, so another form of the text needs another version number."""
    assert sealed_text(read_sealed(KNOWN), salt_of=salt) == KNOWN
    assert digest_of(KNOWN) == KNOWN_DIGEST


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "begins with “Clubscore sealed hands, version 1” and its salt"),
        (KNOWN.replace("version 1", "version 2"), 1, 1, "begins with"),
        (KNOWN.replace("ab" * 32, "ab"), 1, 1, "and its salt"),
        (KNOWN.partition("\n7")[0], 3, 1, "from 1 to 128 boards"),
        (KNOWN.replace("\n7 ", "\n0 "), 3, 1, "A board has a number"),
        (KNOWN.replace("J987", "J98X"), 3, 8, "“X” is not a rank"),
        (KNOWN + KNOWN.splitlines()[2], 3, 1, "Board 7 is there twice"),
    ],
)
def test_another_text_is_refused_with_its_line_and_column(text, line, column, message):
    with pytest.raises(InvalidLine, match=message) as refused:
        read_sealed(text)
    assert (refused.value.line, refused.value.column) == (line, column)
