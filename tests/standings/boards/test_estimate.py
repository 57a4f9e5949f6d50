"""The mean of some boards and its range, calculated exactly."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from clubscore.standings.boards.estimate import Estimate, estimate
from clubscore.standings.boards.lines import line_of
from clubscore.standings.boards.played import AwardUnit

AWARDS = st.lists(
    st.fractions(0, 100, max_denominator=22), min_size=30, max_size=60
).filter(lambda awards: len(set(awards)) > 1)


def awards(top: int, bottom: int) -> list[Fraction]:
    return [Fraction(100)] * top + [Fraction(0)] * bottom


def test_twenty_nine_boards_say_nothing_and_thirty_have_a_mean():
    assert estimate(awards(15, 14)) is None
    found = estimate(awards(15, 15))
    # The variance is 30 · 50² / 29; a thirtieth of it has the root 9.284766….
    margin = 2 * Fraction(9284766, 10**6)
    assert found == Estimate(30, Fraction(50), 50 - margin, 50 + margin)


def test_the_same_award_on_all_boards_has_a_range_of_one_point():
    award = Fraction(125, 3)
    assert estimate([award] * 30) == Estimate(30, award, award, award)


def test_a_line_writes_percentages_with_a_decimal_and_the_range_in_whole_ones():
    line = line_of("Declarer", awards(15, 15), AwardUnit.PERCENT)
    assert (line.boards, line.mean, line.low, line.high) == (30, "50.0", "31", "69")
    assert line.drawing
    assert (line.drawing.x, line.drawing.width) == ("3.6", "92.8")


def test_a_line_with_too_few_boards_has_their_number_alone():
    line = line_of("Dummy", awards(15, 14), AwardUnit.PERCENT)
    assert (line.boards, line.mean, line.low, line.high) == (29, "", "", "")
    assert line.drawing is None


def test_a_range_of_percentages_ends_at_nought_and_at_a_hundred():
    line = line_of("Slams", awards(29, 1), AwardUnit.PERCENT)
    assert (line.mean, line.low, line.high) == ("96.7", "90", "100")


def test_imps_have_their_sign():
    imps = [Fraction(5)] * 20 + [Fraction(-7)] * 16
    line = line_of("Defender", imps, AwardUnit.IMPS)
    assert (line.mean, line.low, line.high) == ("−0.33", "−2.3", "+1.7")
    assert line.drawing is None


@given(AWARDS)
def test_the_range_lies_evenly_around_the_mean_and_grows_narrower_with_more_boards(
    awards: list[Fraction],
):
    one, four = estimate(awards), estimate(awards * 4)
    assert one and four
    assert one.mean == sum(awards) / len(awards) == four.mean
    assert one.mean - one.low == one.high - one.mean > 0
    assert four.high - four.low < one.high - one.low
