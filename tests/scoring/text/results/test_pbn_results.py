"""Session results in PBN, read back by the columns that their tables name."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given

from scoring.contest import fold
from scoring.text.hands.pbn_tags import PbnText
from scoring.text.results.pbn import pbn_text
from scoring.text.results.session import session_results
from tests.scoring.command import run, scored
from tests.scoring.contest.contests import all_rules, contests

EXAMPLE = str(Path(__file__).resolve().parents[2] / "data" / "example_session.txt")
CELL = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')
ENTRIES = 'entry 1 "A" "B"\nentry 2 "C" "D"\nentry 3 "E" "F"\nentry 4 "G" "H"\n'


def pbn(feed):
    return scored("session", "-", "--format", "pbn", feed=feed)


def tables(text, name):
    """The rows of each PBN table with this name; each row maps a column to its value."""
    found = re.findall(rf'^\[{name} "([^"]*)"\]\n((?:[^\[\n].*\n)*)', text, re.M)
    return [
        [
            dict(zip(columns.split(";"), CELL.findall(row), strict=True))
            for row in rows.splitlines()
        ]
        for columns, rows in found
    ]


def test_each_board_is_a_game_with_its_dealer_and_vulnerability():
    text = scored("session", EXAMPLE, "--format", "pbn")
    tags = [tag for tag in PbnText(text.encode()).tags() if tag]
    told = [tag.value for tag in tags if tag.name in ("Board", "Dealer", "Vulnerable")]
    assert told == ["1", "N", "None", "2", "E", "NS", "3", "S", "EW", "4", "W", "All"]
    assert len(tables(text, "ScoreTable")) == 4
    assert len(tables(text, "TotalScoreTable")) == 1


def test_the_ranking_is_that_of_the_lists():
    (ranking,) = tables(
        scored("session", EXAMPLE, "--format", "pbn"), "TotalScoreTable"
    )
    lists = json.loads(scored("session", EXAMPLE, "--format", "json"))["lists"]
    assert [
        (
            row["Rank"],
            row["PairId"],
            row["MeanPercentage"],
            row["NrBoards"],
            row["Direction"],
        )
        for row in ranking
    ] == [
        (
            str(row["place"]),
            str(row["entry"]),
            row["percent"],
            str(row["boards"]),
            each["name"].upper(),
        )
        for each in lists
        for row in each["rows"]
    ]
    assert ranking[0]["Names"] == '"C;D"'


def test_every_kind_of_result_in_a_table():
    plays = [
        "play 1 1 2 4SXW-2", "play 1 3 4 P", "play 2 1 2 3NTE=", "play 2 3 4 A6040", "play 3 1 2 +420",
        "play 3 3 4 NP", "play 4 1 2 60%=+420,40%=-50", "play 4 3 4 ns:-50,ew:+50",
    ]  # fmt: skip
    text = pbn(f"session Day\nscoring matchpoints\n{ENTRIES}" + "\n".join(plays))
    columns = "Contract", "Declarer", "Result", "Score_NS", "Score_EW"
    told = [
        [" ".join(row[each] for each in columns) for row in table]
        for table in tables(text, "ScoreTable")
    ]
    assert told == [
        ["4SX W 8 300 -", "Pass - - 0 -"],
        ["3NT E 9 - 400", "- - - - -"],
        ["? ? ? 420 -"],
        ["- - - - -", "- - - - -"],
    ]
    assert [row["MP_NS"][0] == "^" for row in tables(text, "ScoreTable")[1]] == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("scoring", "total", "award"),
    [
        ("butler", "TotalIMP", "IMP_NS"),
        ("cross-imps", "TotalIMP", "IMP_NS"),
        ("aggregate", "TotalScore", "Score_NS"),
    ],
)
def test_imps_and_total_points_have_their_columns(scoring, total, award):
    text = pbn(
        f"session Day\nscoring {scoring}\n{ENTRIES}play 1 1 2 +420\nplay 1 3 4 +50\n"
    )
    (ranking,), (table,) = tables(text, "TotalScoreTable"), tables(text, "ScoreTable")
    assert (ranking[0][total], ranking[0]["PairId"]) == (table[0][award], "1")
    assert "MeanPercentage" not in ranking[0]


def test_who_has_no_standing_has_a_name_and_no_place():
    entries = ENTRIES.replace('"B"', '"B" standing=without')
    (ranking,) = tables(
        pbn(
            f"session Day\nscoring matchpoints\n{entries}play 1 1 2 +420\nplay 1 3 4 -50\n"
        ),
        "TotalScoreTable",
    )
    assert [*ranking[-1].values()] == ["-", "1", '"A;B"', "-", "-", "-"]


def test_marks_that_part_names_or_end_them_are_written_otherwise():
    feed = 'session A "B" \\ C\nscoring matchpoints\nentry 1 "Müller; Jo" "D\'Arcy ""Dee"""\nentry 2\nplay 1 1 2 +420\n'
    text = pbn(feed)
    (ranking,) = tables(text, "TotalScoreTable")
    assert (
        next(row["Names"] for row in ranking if row["PairId"] == "1")
        == '"Müller, Jo;D\'Arcy \\"Dee\\""'
    )
    assert (
        next(tag for tag in PbnText(text.encode()).tags() if tag).value == 'A "B" \\ C'
    )


@pytest.mark.parametrize("rules", ["scoring team-imps", "scoring bam"])
def test_matches_are_refused_with_their_place(rules):
    code, out, err = run(
        "session",
        "-",
        "--format",
        "pbn",
        feed=f"session Day\n{rules}\nentry 1\nentry 2\n",
    )
    assert (code, out, err) == (
        2,
        "",
        "-:1:1: PBN is written of pairs, without matches.\n",
    )


@given(contests(all_rules().filter(lambda rules: not rules.has_matches)))
def test_whatever_was_played_each_row_has_the_columns_of_its_table(contest):
    result = fold(contest)
    text = pbn_text(session_results(contest, result))
    rows = [row for table in tables(text, "ScoreTable") for row in table]
    assert len(rows) == sum(each.ns is not None for each in result.slots)
    assert {
        row["PairId"] for table in tables(text, "TotalScoreTable") for row in table
    } == {row[each] for row in rows for each in ("PairId_NS", "PairId_EW")}
