"""The progress bar of a long command."""

import sys
from io import StringIO

import pytest

from clubscore.progress import beside_the_bar, progress


class Terminal(StringIO):
    def isatty(self):
        return True


@pytest.fixture
def drawn(monkeypatch):
    """Return a function that shows a progress bar and one message on a given stderr, and returns what was written."""

    def draw(stderr):
        monkeypatch.setattr(sys, "stderr", stderr)
        with progress("Rubbers", 4) as looked_at:
            looked_at(3)
            with beside_the_bar():
                stderr.write("A rubber differs.\n")
            looked_at(1)
        return stderr.getvalue()

    return draw


def test_on_a_terminal_it_says_how_many_are_done(drawn):
    printed = drawn(Terminal())
    assert "Rubbers: 100%" in printed
    assert "4/4" in printed
    assert "\rA rubber differs.\n" in printed


def test_elsewhere_nothing_is_drawn(drawn):
    assert drawn(StringIO()) == "A rubber differs.\n"
