"""Every setting has its line in the documents, and every value its place on the office page."""

import os
import re

from clubscore.configuration.names import NAMES, nearest
from clubscore.configuration.shown import HIDDEN, shown_settings
from tests.source_code import ROOT

OPERATIONS = (ROOT / "docs" / "operations.md").read_text()


def test_the_documents_list_the_settings_as_the_program_does():
    listed = re.findall(r"^\| `([A-Z_]+)` \| (.*) \| (.*) \|$", OPERATIONS, re.M)
    assert listed == [(each.name, each.default, each.meaning) for each in NAMES], (
        "Let the table of settings in docs/operations.md say what clubscore/configuration/names.py says, word by "
        "word and in its order."
    )


def test_a_mistyped_name_finds_the_one_that_was_meant():
    assert (nearest("ALOWED_HOST"), nearest("XYZ")) == ("ALLOWED_HOSTS", "")


def test_a_secret_is_shown_to_nobody(monkeypatch):
    monkeypatch.setattr(
        os,
        "environ",
        {"SECRET_KEY": "very secret", "CLUB_NAME": "Fenwick", "PORT": "80"},
    )
    shown = {each.name: each for each in shown_settings({"PORT"})}
    assert "very secret" not in str(shown)
    assert [
        shown[name][1:3] for name in ("SECRET_KEY", "CLUB_NAME", "PORT", "HOST")
    ] == [
        (HIDDEN, "environment"),
        ("Fenwick", "environment"),
        ("80", "club.env"),
        ("127.0.0.1", ""),
    ]
