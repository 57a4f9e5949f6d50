"""Languages that are written from right to left: pages are mirrored, but figures and contracts are not."""

import re

import pytest
from django.test import Client
from django.utils.translation import override

from clubscore.web.templatetags.scores import signed, signed_money, suits, written
from tests.source_code import ROOT

SIDES = re.compile(
    r"(?:margin|padding|border)-(?:left|right)|(?:^|[{;\s])(?:left|right):|(?:text-align|float): (?:left|right)"
)
# The thumb of one hand is on one side in every language.
OF_A_HAND = re.compile(r"data-hand|\.clear |\.slip ")


@pytest.fixture
def hebrew(settings):
    settings.LANGUAGES = [*settings.LANGUAGES, ("he", "עברית")]


def test_a_figure_and_a_contract_are_held_apart_where_words_run_from_the_right(hebrew):
    with override("he"):
        assert signed(-5160) == "\u2066−5,160\u2069"
        assert written(-18) == "\u2066−18\u2069"
        assert signed_money(240).startswith("\u2066+")
        assert "\u20664<span" in suits("4♠")
        assert signed(0) == "0"


def test_elsewhere_nothing_is_added(hebrew):
    for language in ("en-gb", "de"):
        with override(language):
            assert not re.search(
                "[\u2066-\u2069]",
                signed(-5160) + written(-18) + signed_money(-1) + suits("4♠ by Anna"),
            )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "direction"), [("he", ' dir="rtl"'), ("de", ""), ("en", "")]
)
@pytest.mark.parametrize("page", ["/sign-in/", "/offline/"])
def test_a_page_says_which_way_it_is_read(hebrew, page, language, direction):
    html = Client().get(page, headers={"accept-language": language}).content.decode()
    assert re.search(rf'<html lang="[\w-]+"{direction}>', html)


def test_styles_speak_of_beginning_and_end_and_not_of_left_and_right():
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted((ROOT / "static/css").glob("*.css"))
        for line in path.read_text().splitlines()
        if SIDES.search(line) and not OF_A_HAND.search(line)
    ]
    assert found == []
