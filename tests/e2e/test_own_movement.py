"""A director opens a session by a movement of their own: on a phone a file, then a text with a mistake, corrected."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from scoring.movements.mitchell import web
from scoring.text.movement_lines import movement_lines
from tests.e2e.browser import PHONE, expect
from tests.factories import member


@pytest.mark.parametrize(
    "scripts", [True, pytest.param(False, marks=pytest.mark.landing)]
)
def test_a_movement_from_a_file_is_corrected_checked_and_opened_on_a_phone(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
    tmp_path: Path,
    scripts: bool,
):
    movement = web(14, rounds=9)
    lines = [*movement_lines(movement, 3)]
    file = tmp_path / "own.txt"
    file.write_text("\n".join([*lines[:1], "1 1 1 15", *lines[2:]]))
    page = open_page(
        "/duplicate/opening/", member=member("Ruth"), scripts=scripts, **PHONE
    )
    page.get_by_text("A movement from a file").click()
    page.get_by_label("Choose a movement file").set_input_files(file)
    own = page.locator("details")
    own.get_by_label("Tables").fill("14")
    page.get_by_role("button", name="Check the movement").click()
    expect(page.get_by_text("Line 2, column 9: A row is written")).to_be_visible()
    if scripts:
        assert obstacles(page) == []

    page.get_by_label("or paste it here").fill("\n".join(lines))
    page.get_by_role("button", name="Check the movement").click()
    expect(
        page.get_by_role("heading", name="Your movement keeps the rules")
    ).to_be_visible()
    expect(page.get_by_text("9 rounds of 3, 14 tables, 2 winners")).to_be_visible()
    expect(page.get_by_text("2 copies of the boards")).to_be_visible()
    if scripts:
        assert obstacles(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]

    page.get_by_role("button", name="Open the session").click()
    expect(page.get_by_text("0 of 28 numbers taken")).to_be_visible()
    assert load(Session.objects.get().pk).sections[0].movement == movement
