"""Session results in USEBIO, read back as other programs read them."""

import json
from pathlib import Path
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as some

from scoring.contest import ContestRules, fold
from scoring.text.results.session import session_results
from scoring.text.results.usebio import usebio_text
from scoring.text.session_file import read_session
from scoring.text.words_of_line import quoted
from tests.scoring.command import run, scored
from tests.scoring.contest.contests import contests

DATA = Path(__file__).resolve().parents[2] / "data"
EXAMPLE = str(DATA / "example_session.txt")
NAMES = ["Ann & Søn <x>", 'D\'Arcy "Dee" Müller', "Åsa Ž]]>", "Zoë –"]
HEAD = "session Day rules winners 1\nscoring matchpoints\n"
ENTRIES = 'entry 1 "A" "B"\nentry 2 "C" "D"\nentry 3 "E" "F"\nentry 4 "G" "H"\n'


def usebio(feed):
    return ElementTree.fromstring(
        scored("session", "-", "--format", "usebio", feed=feed)
    )


def lines(root, board):
    found = next(
        each
        for each in root.iter("BOARD")
        if each.findtext("BOARD_NUMBER") == str(board)
    )
    return [
        {child.tag: child.text for child in line}
        for line in found.iter("TRAVELLER_LINE")
    ]


def test_the_worked_example_is_the_golden_file():
    golden = (DATA / "example_session.xml").read_text("utf-8")
    assert scored("session", EXAMPLE, "--format", "usebio") == golden
    assert golden.count("\n") == 3  # the heading of two lines, and the document on one


def test_places_scores_and_percentages_are_those_of_the_lists():
    root = ElementTree.fromstring(scored("session", EXAMPLE, "--format", "usebio"))
    found = json.loads(scored("session", EXAMPLE, "--format", "json"))
    wanted = {
        str(row["entry"]): (
            str(row["place"]),
            row["percent"],
            str(row["boards"]),
            each["name"].upper(),
        )
        for each in found["lists"]
        for row in each["rows"]
    }
    tags = "PLACE", "PERCENTAGE", "BOARDS_PLAYED", "DIRECTION"
    pairs = {
        pair.findtext("PAIR_NUMBER"): tuple(pair.findtext(tag) for tag in tags)
        for pair in root.iter("PAIR")
    }
    assert pairs == wanted
    assert [
        root.findtext(f"EVENT/{tag}") for tag in ("WINNER_TYPE", "PAIRS", "EW_PAIRS")
    ] == ["2", "8", "4"]


def test_the_matchpoints_of_the_lines_add_up_to_the_percentages():
    root = ElementTree.fromstring(scored("session", EXAMPLE, "--format", "usebio"))
    for pair in root.iter("PAIR"):
        number, boards = (
            pair.findtext("PAIR_NUMBER"),
            int(pair.findtext("BOARDS_PLAYED")),
        )
        own = [
            float(line.findtext(f"{side}_MATCH_POINTS"))
            for line in root.iter("TRAVELLER_LINE")
            for side in ("NS", "EW")
            if line.findtext(f"{side}_PAIR_NUMBER") == number
        ]
        assert len(own) == boards
        assert f"{100 * sum(own) / (6 * boards):.2f}" == pair.findtext("PERCENTAGE")


def test_every_kind_of_result_on_a_line():
    plays = [
        "play 1 1 2 4SXW-2", "play 1 3 4 P", "play 2 1 2 3NTN=", "play 2 3 4 A6040",
        "play 3 1 2 A+-", "play 3 3 4 NP", "play 4 1 2 60%=+420,40%=-50", "play 4 3 4 ns:-50,ew:+50",
        "play 5 1 2 NP", "play 5 3 4 NP",
    ]  # fmt: skip
    root = usebio(HEAD + ENTRIES + "\n".join(plays))
    keys = "CONTRACT", "PLAYED_BY", "TRICKS", "SCORE"
    told = {
        board: [
            tuple(line.get(key, "absent") for key in keys)
            for line in lines(root, board)
        ]
        for board in range(1, 5)
    }
    assert told == {
        1: [("4SX", "W", "8", "300"), ("PASS", None, None, "0")],
        2: [("3NT", "N", "9", "600"), ("absent", "absent", "absent", "A6040")],
        3: [("absent", "absent", "absent", "A6040")],
        4: [("absent", "absent", "absent", None)] * 2,
    }
    assert [board.findtext("BOARD_NUMBER") for board in root.iter("BOARD")] == [
        "1",
        "2",
        "3",
        "4",
    ]
    assert all(line["NS_MATCH_POINTS"] for board in told for line in lines(root, board))


def test_the_groups_of_a_fouled_board_stand_on_one_traveller_with_the_points_of_their_group():
    feed = f"{HEAD}{ENTRIES}play 1 1 2 +420 /a\nplay 1 3 4 -50 /b\n"
    result = fold(read_session(line.encode() for line in feed.splitlines()))
    found = lines(usebio(feed), 1)
    assert [line["NS_MATCH_POINTS"] for line in found] == [
        f"{float(each.ns.points):g}" for each in result.slots
    ]
    assert [line["SCORE"] for line in found] == ["420", "-50"]


def test_names_are_read_back_whatever_marks_they_have():
    four = [quoted(name) for name in NAMES]
    feed = (
        HEAD.replace("Day", "Bread & <Butter>")
        + f"entry 1 {four[0]} {four[1]}\nentry 2 {four[2]} {four[3]}"
    )
    text = scored(
        "session", "-", "--format", "usebio", feed=f"{feed}\nplay 1 1 2 +420\n"
    )
    root = ElementTree.fromstring(text)
    assert [name.text for name in root.iter("PLAYER_NAME")] == NAMES
    assert root.findtext("EVENT/EVENT_DESCRIPTION") == "Bread & <Butter>"
    assert "<!ENTITY" not in text


def test_marks_that_xml_does_not_have_are_replaced():
    root = usebio(f'{HEAD}entry 1 "A\ufffe" "B"\nentry 2\nplay 1 1 2 +420\n')
    assert [name.text for name in root.iter("PLAYER_NAME")] == [
        "A\ufffd",
        "B",
        None,
        None,
    ]


def test_one_winner_has_no_directions_and_who_has_no_standing_no_place():
    root = usebio(
        f"{HEAD}{ENTRIES.replace(chr(10), ' standing=without' + chr(10), 1)}play 1 1 2 +420\nplay 1 3 4 -50\n"
    )
    assert root.findtext("EVENT/WINNER_TYPE") == "1"
    assert not [*root.iter("DIRECTION"), *root.iter("EW_PAIRS")]
    places = {
        pair.findtext("PAIR_NUMBER"): pair.findtext("PLACE")
        for pair in root.iter("PAIR")
    }
    assert places == {"4": "1", "2": "2", "3": "2", "1": None}


def test_a_penalty_is_off_the_score_and_the_handicaps_are_not_in_it():
    handicap = ENTRIES.replace('"B"', '"B" handicap=5')
    root = usebio(
        f"{HEAD}{handicap}play 1 1 2 +420\nplay 1 3 4 -50\npenalty 1 25% 90B\n"
    )
    own = next(
        pair for pair in root.iter("PAIR") if pair.findtext("PAIR_NUMBER") == "1"
    )
    assert [own.findtext(tag) for tag in ("TOTAL_SCORE", "PERCENTAGE")] == [
        "1.5",
        "75.00",
    ]


def test_a_mistake_in_the_file_is_refused_as_in_every_format():
    code, out, err = run(
        "session",
        "-",
        "--format",
        "usebio",
        feed=f"{HEAD}entry 1\nentry 2\nplay 1 1 2 4sn+4\n",
    )
    assert (code, out, err) == (
        2,
        "",
        "-:5:15: 4♠ cannot make 14 tricks: +3 is the most.\n",
    )


def test_reasons_are_not_for_other_programs():
    code, out, err = run("session", EXAMPLE, "--format", "usebio", "--why", "1/1")
    assert (code, out) == (2, "")
    assert "--why is told in text or json." in err


@given(
    contests(
        some.sampled_from([1, 2]).map(lambda winners: ContestRules(winners=winners))
    )
)
def test_whatever_was_played_the_file_can_be_read_and_has_every_award(contest):
    result = fold(contest)
    root = ElementTree.fromstring(
        usebio_text(session_results(contest, result)).encode()
    )
    assert len([*root.iter("TRAVELLER_LINE")]) == sum(
        each.ns is not None for each in result.slots
    )
    named = {pair.findtext("PAIR_NUMBER") for pair in root.iter("PAIR")}
    assert named == {
        line.text for tag in ("NS", "EW") for line in root.iter(f"{tag}_PAIR_NUMBER")
    }
