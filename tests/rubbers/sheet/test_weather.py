"""The chart "rubber weather": the difference of the scores after each deal, with a line at the end of each game."""

from clubscore.rubbers.sheet.weather import PAGE, Weather, weather
from scoring import fold, parse_deal
from tests.factories import NINE_DEALS


def weather_of(*lines: str, view: str = "watch", unfinished: bool = False) -> Weather:
    drawn = weather(
        fold([parse_deal(line) for line in lines], unfinished=unfinished), view
    )
    assert drawn is not None
    return drawn


def leads(drawn: Weather) -> list[int]:
    return [point.lead for point in drawn.points]


def test_the_line_begins_with_the_second_deal() -> None:
    assert weather(fold([parse_deal("4sn=")]), "watch") is None
    assert len(weather_of("4sn=", "p").points) == 2


def test_each_point_is_the_difference_after_its_deal_from_the_left_side() -> None:
    assert leads(weather_of("4sn=", "2he=", "p")) == [120, 60, 60]
    assert leads(weather_of("4sn=", "2he=", "p", view="EW")) == [-120, -60, -60]


def test_the_end_is_a_point_of_its_own_with_what_it_added() -> None:
    drawn = weather_of(*NINE_DEALS)
    assert len(drawn.points) == 10
    assert drawn.points[-1].lead == 810
    assert (drawn.points[-1].number, drawn.points[-1].words) == (
        None,
        "The end: N–S lead by 810",
    )


def test_each_point_leads_to_its_deal_and_says_who_leads() -> None:
    points = weather_of("4sn=", "3nte+1", "p", view="NS").points
    assert [(point.number, point.words) for point in points] == [
        (1, "Deal 1: We lead by 120"),
        (2, "Deal 2: They lead by 10"),
        (3, "Deal 3: They lead by 10"),
    ]


def test_a_level_sheet_is_said_to_be_level() -> None:
    assert weather_of("2hn=", "2he=").points[-1].words == "Deal 2: level"


def test_a_line_stands_at_each_game_with_who_won_it() -> None:
    assert [game.who for game in weather_of(*NINE_DEALS).games] == ["E–W", "N–S", "E–W"]


def test_the_line_is_cut_where_it_crosses_the_middle() -> None:
    drawn = weather_of("4sn=", "6he=", "p")
    assert [run.is_plus for run in drawn.runs] == [True, False]
    assert drawn.runs[0].line.split()[-1] == drawn.runs[1].line.split()[0]
    assert drawn.runs[0].line.endswith(f",{drawn.zero}")


def test_a_line_that_touches_the_middle_is_cut_there_too() -> None:
    assert [run.is_plus for run in weather_of("2hn=", "2he=", "1se=").runs] == [
        True,
        False,
    ]


def test_everything_stands_inside_the_drawing() -> None:
    for lines in (
        NINE_DEALS,
        ("p", "p", "p"),
        ("7ntxxn=", "1cxxe-7"),
        ("1ce=", "1de="),
    ):
        drawn = weather_of(*lines)
        for point in drawn.points:
            assert PAGE.left <= float(point.x) <= drawn.end
            assert PAGE.top <= float(point.y) <= drawn.low


def test_the_highest_the_lowest_and_the_last_are_labelled() -> None:
    labels = [
        point.label
        for point in weather_of("4sn=", "6he=", "1cn=", "p").points
        if point.label
    ]
    assert labels == ["+120", "−560", "−540"]


def test_of_many_deals_only_some_are_numbered() -> None:
    drawn = weather_of(*["p"] * 40)
    assert 10 < sum(point.has_number for point in drawn.points) <= 16
