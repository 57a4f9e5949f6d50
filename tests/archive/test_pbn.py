"""The PBN files of rubbers and rounds of Chicago."""

from datetime import timedelta
from zipfile import ZipFile

import pytest

from clubscore.archive.pbn import games_of
from clubscore.archive.rubber_export import rubber_exports
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, Side
from tests.archive.history import STRANGE_NAMES
from tests.archive.pbn_reader import read, score, vulnerable
from tests.archive.zips import packed
from tests.factories import NOON, agreed_rubber, member, rubber_in_play
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def games(rubber=None) -> list[dict[str, str]]:
    """Return the PBN games of this rubber, or of all rubbers, as read from the packed archive."""
    with ZipFile(packed()) as archive:
        texts = [
            archive.read(name).decode()
            for name in archive.namelist()
            if name.endswith(".pbn")
        ]
    found = [game for text in texts for game in read(text)]
    return [
        game
        for game in found
        if rubber is None or f"/R{rubber.pk:06}/" in game["DealId"]
    ]


def test_the_nine_deals_of_the_worked_example():
    rubber = agreed_rubber()
    found = games(rubber)
    assert [game["ScoreRubberHistory"] for game in found] == [
        "NS 0 0/0 EW 0 0/0",
        "NS 0 60/60 EW 0 0/0",
        "NS 0 360/60 EW 0 0/0",
        "NS 0 360/60 0 EW 0 30/100 0",
        "NS 0 360/60 0 EW 0 30/100 90",
        "NS 0 560/60 0 EW 0 30/100 90",
        "NS 0 1210/60 360 0 EW 0 30/100 90 0",
        "NS 0 1210/60 360 0 EW 0 60/100 90 40",
        "NS 0 1210/60 360 60 EW 0 60/100 90 40",
    ]
    assert [game["ScoreRubber"] for game in found] == [
        "NS 60/60 EW 0/0",
        "NS 300/0 EW 0/0",
        "NS 0/0 EW 30/100",
        "NS 0/0 EW 0/90",
        "NS 200/0 EW 0/0",
        "NS 650/360 EW 0/0",
        "NS 0/0 EW 30/40",
        "NS 0/60 EW 0/0",
        "NS 0/0 EW 500/90",
    ]
    sixth = found[5]
    assert (
        sixth["Declarer"],
        sixth["Contract"],
        sixth["Result"],
        sixth["Vulnerable"],
    ) == ("N", "6HX", "13", "EW")
    assert (sixth["Date"], sixth["Scoring"], sixth["Round"]) == (
        "2026.11.21",
        "Rubber",
        "1.6",
    )
    assert found[2]["Contract"] == "3NT"
    assert [
        game[seat] for game in found[:1] for seat in ("West", "North", "East", "South")
    ] == [*("Dan", "Anna", "Ben", "Cleo")]


def test_what_the_games_bring_adds_up_to_the_sheet(history):
    found = games()
    for rubber in Rubber.objects.exclude(system="royal"):
        own = [score(game) for game in found if f"/R{rubber.pk:06}/" in game["DealId"]]
        totals = load(rubber.pk).sheet.totals
        sums = [sum(points[column] for points in own) for column in range(4)]
        assert sums == [totals[side][place] for side in Side for place in (1, 0)]


def test_vulnerable_is_what_the_history_says(history):
    rubbers = [game for game in games() if game["Scoring"] == "Rubber"]
    assert {game["Vulnerable"] for game in rubbers} == {"None", "NS", "EW", "All"}
    for game in rubbers:
        assert game["Vulnerable"] == vulnerable(game)


def test_a_round_of_chicago_with_deals_dealt_again(history):
    found = games(history["chicago"])
    assert [
        (game["Contract"], game["Dealer"], game["Vulnerable"]) for game in found
    ] == [
        ("Pass", "N", "None"),
        ("1NT", "N", "None"),
        ("2C", "E", "EW"),
        ("4SX", "S", "NS"),
        ("Pass", "W", "All"),
        ("2H", "W", "All"),
    ]
    assert {
        (game["Declarer"], game["Result"])
        for game in found
        if game["Contract"] == "Pass"
    } == {("", "")}
    assert {game["Competition"] for game in found} == {"Chicago"}
    assert not any("ScoreRubberHistory" in game for game in found)
    assert found[0]["North"] == STRANGE_NAMES[0]


def test_royal_auction_has_no_pbn(history):
    assert games(history["royal"]) == []


def test_what_stands_counts_and_what_was_struck_does_not(history):
    found = games(history["unfinished"])
    assert [
        (game["Board"], game["Contract"], game["Termination"]) for game in found
    ] == [
        ("1", "3NT", "normal"),
        ("2", "2H", "abandoned"),
    ]


def test_a_substitute_is_named_from_the_substitution_on(history):
    assert [game["East"] for game in games(history["substituted"])] == [
        "Ben",
        "Ben",
        "Ines",
    ]


def test_the_rubber_in_play_is_there_as_far_as_it_goes(history):
    assert [game["Termination"] for game in games(history["in play"])] == [
        "normal",
        "normal",
    ]


def test_a_month_is_a_file():
    agreed_rubber()
    rewrite(Rubber.objects, started_at=NOON - timedelta(days=30))
    rubber_in_play(
        dict(zip(Seat, map(member, ("Eva", "Finn", "Gina", "Hal")), strict=True)),
        lines=("4sn=",),
    )
    with ZipFile(packed()) as archive:
        found = {
            name: len(read(archive.read(name).decode()))
            for name in archive.namelist()
            if name.startswith("pbn/")
        }
    assert found == {"pbn/2026-10.pbn": 9, "pbn/2026-11.pbn": 1}


def test_no_name_breaks_a_tag():
    agreed_rubber()
    for name in ('a"b', "a\\", '\\"', 'a]\n[Site "x"', "%", "{", ";", "\u2028x"):
        Member.objects.filter(name__startswith="Anna").update(name=f"Anna {name}")
        (portion,) = rubber_exports()
        (game, *_) = read("%\n\n" + "".join(games_of(portion[0])))
        assert game["North"] == " ".join(f"Anna {name}".split())
