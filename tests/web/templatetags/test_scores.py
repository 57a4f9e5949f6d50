"""The template filters for figures and suits."""

import pytest
from django.template import Context, Template

from clubscore.web.templatetags.scores import signed, suits, tone


@pytest.mark.parametrize(
    ("points", "written"),
    [(810, "+810"), (-810, "−810"), (0, "0"), (1690, "+1,690"), (-12340, "−12,340")],
)
def test_points_in_the_books_carry_their_sign_and_thousands(
    points: int, written: str
) -> None:
    assert signed(points) == written


@pytest.mark.parametrize(
    ("points", "css"), [(1, "good"), (-1, "danger-figure"), (0, "")]
)
def test_the_colour_of_a_figure_goes_with_its_sign(points: int, css: str) -> None:
    assert tone(points) == css


def test_a_suit_sign_has_its_colour_and_its_word() -> None:
    assert (
        suits("4♠X")
        == '4<span class="suit suit-s" role="img" aria-label=" spades ">♠</span>X'
    )


def test_text_without_suits_stays_as_it_is() -> None:
    assert suits("3NT by Mei, made") == "3NT by Mei, made"


def test_what_a_player_typed_is_escaped() -> None:
    assert (
        Template("{{ words|suits }}")
        .render(Context({"words": "<b>♥"}))
        .startswith("&lt;b&gt;<span")
    )
