"""The description of a deal is cached separately for each language, view and set of names."""

from django.utils.translation import override

from clubscore.games.viewpoint import Viewpoint
from clubscore.rubbers.sheet.deals import deals_of
from scoring import SYSTEMS, Seat, parse_deal

NAMES = {Seat.NORTH: "Anna", Seat.EAST: "Ben", Seat.SOUTH: "Cleo", Seat.WEST: "Dan"}


def words(
    view: str = "watch", *, names=NAMES, line: str = "4sxn-1", language: str = "en"
) -> tuple[str, str]:
    """The description of the deal, and the name of the side that scores."""
    sheet = SYSTEMS["contract"].fold([parse_deal(line)])
    with override(language):
        (deal,) = deals_of(sheet, names, Viewpoint(view))
    return deal.words, deal.effects[0].who


def test_each_language_view_and_name_has_its_own_words_also_the_second_time():
    for _ in range(2):
        assert words() == ("4♠ doubled by Anna, one down", "E–W")
        assert words("EW") == ("4♠ doubled by Anna, one down", "We")
        assert words("NS")[1] == "They"
        assert (
            words(names=NAMES | {Seat.NORTH: "Nora"})[0]
            == "4♠ doubled by Nora, one down"
        )
        assert words(language="de") == ("4♠ kontriert von Anna, ein Faller", "O–W")
        assert words(line="4sn-2")[0] == "4♠ by Anna, two down"
