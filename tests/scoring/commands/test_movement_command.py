"""The command ``movement`` of the command line."""

import json

import pytest

from tests.scoring.command import run, scored

NAMES = [
    "tables",
    "rounds",
    "sets",
    "winners",
    "rows",
    "shared",
    "sit_outs",
    "quality",
    "breaches",
]


def printed(*arguments, **options):
    return json.loads(scored("movement", *arguments, "--format", "json", **options))


def test_a_mitchell_in_json():
    found = printed("mitchell", "--tables", "9", "--switch", "1")
    assert list(found) == NAMES
    assert {name: found[name] for name in NAMES if name != "rows"} == {
        "tables": 9, "rounds": 9, "sets": 9, "winners": 1, "shared": [], "sit_outs": [],
        "quality": 93.9, "breaches": [],
    }  # fmt: skip
    assert found["rows"][:2] == [[1, 1, 1, 10, 1], [1, 2, 2, 11, 2]]
    assert found["rows"][-1] == [9, 9, 10, 9, 8]


def test_a_mitchell_in_text():
    assert scored("movement", "mitchell", "--tables", "3").splitlines() == [
        "Mitchell, 3 tables, 3 rounds, 3 sets, 2 winners, balance 100.0",
        "",
        "Round  Table 1  Table 2  Table 3",
        "1      1-4 s1   2-5 s2   3-6 s3",
        "2      1-6 s2   2-4 s3   3-5 s1",
        "3      1-5 s3   2-6 s1   3-4 s2",
        "",
        "1-2 s3: North-South, East-West, set of boards.",
        "No rule is broken.",
    ]


def test_an_even_number_of_tables_skips_or_shares():
    assert printed("mitchell", "--tables", "8")["rounds"] == 7
    shared = printed("mitchell", "--tables", "8", "--even", "share")
    assert (shared["rounds"], shared["shared"][0]) == (8, [1, 1, [1, 8]])
    assert "Round 1: tables 1 and 8 share set 1." in scored(
        "movement", "mitchell", "--tables", "8", "--even", "share"
    )


@pytest.mark.parametrize("tables", ["9.5", "9½"])
def test_half_a_table_sits_out(tables):
    found = printed("mitchell", "--tables", tables, "--rounds", "9")
    assert (found["tables"], len(found["sit_outs"])) == (10, 9)
    assert [row for row in found["rows"] if None in row][0] == [1, 10, 10, None, 10]
    assert "Round 1: pair 10 sits out." in scored(
        "movement", "mitchell", "--tables", tables
    )


@pytest.mark.parametrize(
    ("arguments", "tables", "rounds", "entries"),
    [
        (("howell", "--tables", "5"), 5, 9, 10),
        (("howell", "--tables", "10"), 10, 19, 20),
        (("three-quarter-howell", "--tables", "7"), 7, 10, 14),
        (("three-quarter-howell", "--tables", "7", "--rounds", "9"), 7, 9, 14),
        (("web", "--tables", "14"), 14, 13, 28),
        (("web", "--tables", "14", "--rounds", "9", "--switch", "1"), 14, 9, 28),
        (("hesitation", "--tables", "5"), 5, 6, 10),
        (("hesitation", "--tables", "5", "--switch", "1"), 5, 6, 10),
        (("double-hesitation", "--tables", "5"), 5, 7, 10),
        (("rover", "--tables", "5"), 5, 5, 11),
        (("teams", "--tables", "7"), 7, 6, 7),
        (("teams", "--tables", "2"), 2, 4, 2),
        (("teams", "--tables", "6"), 6, 5, 6),
        (("teams", "--tables", "8", "--way", "own-boards"), 8, 7, 8),
        (("teams", "--tables", "10", "--way", "stagger", "--rounds", "5"), 10, 5, 10),
        (("teams", "--tables", "5", "--way", "triangle"), 5, 5, 5),
        (("individual", "--players", "8"), 2, 7, 8),
        (("individual", "--players", "12", "--rounds", "5"), 3, 5, 12),
        (("individual", "--players", "32"), 8, 31, 32),
    ],
)
def test_the_other_kinds(arguments, tables, rounds, entries):
    found = printed(*arguments)
    assert (found["tables"], found["rounds"], found["breaches"]) == (tables, rounds, [])
    width = 7 if arguments[0] == "individual" else 5
    assert {len(row) for row in found["rows"]} == {width}
    assert {entry for row in found["rows"] for entry in row[2:-1]} == set(
        range(1, entries + 1)
    )


def test_a_movement_that_breaks_a_rule_names_round_table_and_rule_and_exits_with_1():
    code, out, err = run("movement", "mitchell", "--tables", "8", "--rounds", "8")
    assert (code, err) == (1, "")
    assert (
        out.splitlines()[-9]
        == "Round 8, table 1: pairs 1 and 9 meet again, after round 1 (M2)"
    )
    assert out.splitlines()[-1] == "Rules broken: 8."
    code, out, _ = run(
        "movement", "mitchell", "--tables", "8", "--rounds", "8", "--format", "json"
    )
    assert code == 1
    assert json.loads(out)["breaches"][0] == {
        "rule": "M2", "round": 8, "table": 1, "text": "pairs 1 and 9 meet again, after round 1",
    }  # fmt: skip


def test_a_late_pair_has_its_proposals_and_the_movement_is_the_first_of_them():
    found = printed("mitchell", "--tables", "9", "--late-from", "3")
    assert [proposal["text"] for proposal in found["proposals"]] == [
        "Pair 19 is a rover.", "Pair 19 plays at an extra table, which has sets of its own.",
    ]  # fmt: skip
    assert len(found["proposals"][0]["price"]["sit_outs"]) == 7
    assert found["proposals"][0]["rows"] == [
        row for row in found["rows"] if row[0] >= 3
    ]
    lines = scored(
        "movement", "mitchell", "--tables", "9", "--late-from", "3"
    ).splitlines()
    assert lines[0] == "1. From round 3 on. Pair 19 is a rover."
    assert "Round  Table 1   Table 2" in "\n".join(lines)


def test_the_cards_and_the_boards():
    found = printed("mitchell", "--tables", "5", "--cards")
    assert list(found) == [*NAMES, "cards", "boards", "relays"]
    assert found["cards"][5]["rounds"][1] == {
        "round": 2, "table": 2, "seat": "EW", "partner": None, "opponents": [2], "set": 3, "turned": False,
    }  # fmt: skip
    text = scored("movement", "mitchell", "--tables", "4.5", "--cards", "--switch", "1")
    assert (
        "Pair 5\n  Round  1  sits out\n  Round  2  table 5, N-S, against 9, set 1\n"
        in text
    )
    assert "against 2, set 3, boards turned" not in text.partition("Pair 2")[0]
    assert (
        "  Round  2  table 1 set 2 (from table 2), table 2 set 3 (from table 3)" in text
    )
    relay = scored(
        "movement", "mitchell", "--tables", "4", "--even", "share", "--cards"
    )
    assert "table 4 set 1 (shared with table 1); at rest: set 3" in relay
    players = scored("movement", "individual", "--players", "8", "--cards")
    assert (
        "Player 1\n  Round  1  table 1, S, with 8, against 2 and 4, set 1\n" in players
    )
    assert "Team 1, E-W\n" in scored("movement", "teams", "--tables", "3", "--cards")


GOOD = "1 1 1 3 1\n1 2 2 4 2\n2 1 1 4 3\n2 2 2 3 4\n"


def test_a_file_is_checked():
    assert (
        scored("movement", "check", "-", feed=GOOD).splitlines()[-1]
        == "No rule is broken."
    )
    assert printed("check", "-", feed=GOOD)["rows"][-1] == [2, 2, 2, 3, 4]
    code, out, err = run(
        "movement", "check", "-", feed=GOOD.replace("2 2 2 3 4", "2 2 2 3 1")
    )
    assert (code, err) == (1, "")
    assert (
        "Round 2, table 2: pair 3 plays set 1 again, after round 1 (M3)\nRules broken: 1.\n"
        in out
    )


def test_a_movement_of_a_file_can_take_a_late_pair_and_print_its_cards():
    found = printed("check", "-", "--late-from", "2", "--cards", feed=GOOD)
    assert found["proposals"][0]["text"].startswith("Pair 5 ")
    assert len(found["cards"]) == 5


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_file_that_cannot_be_read_is_refused_with_its_place(tmp_path, form):
    wrong = tmp_path / "plan.txt"
    wrong.write_text(GOOD.replace("2 1 1 4 3", "2 1 1 4 x"), "utf-8")
    code, out, err = run("movement", "check", str(wrong), "--format", form)
    assert (code, out, err) == (
        2,
        "",
        f"{wrong}:3:9: A set is a number from 1 to 999, not “x”.\n",
    )
    code, out, err = run("movement", "check", str(tmp_path / "none"), "--format", form)
    assert (code, out) == (2, "")
    assert "This file cannot be read" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("mitchell", "--tables", "1"),
            "--tables:1:1: A Mitchell has from 2 to 60 tables.",
        ),
        (
            ("mitchell", "--tables", "nine"),
            "--tables:1:1: A number of tables is whole, or a whole number and a half",
        ),
        (("mitchell", "--tables", "9.3"), "--tables:1:1: A number of tables is whole"),
        (
            ("mitchell", "--tables", "9", "--rounds", "x"),
            "--rounds:1:1: Here stands a whole number, such as 3.",
        ),
        (
            ("mitchell", "--tables", "9", "--late-from", "10"),
            "--late-from:1:1: A late pair joins from round 2 to 9",
        ),
        (
            ("howell", "--tables", "11"),
            "--tables:1:1: A Howell has from 2 to 10 tables.",
        ),
        (
            ("teams", "--tables", "6", "--way", "own-boards"),
            "--tables:1:1: Matches with their own boards are for an even number of teams",
        ),
        (
            ("teams", "--tables", "4.5"),
            "--tables:1:1: Half a table is for movements of pairs",
        ),
        (
            ("individual", "--players", "9"),
            "--players:1:1: An individual is for 8 to 32 players, four at each table: 8 is the nearest",
        ),
        (
            ("rover", "--tables", "9", "--rounds", "9"),
            "--rounds:1:1: For 9 tables and 9 rounds no rover is found",
        ),
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_what_cannot_be_made_is_refused_and_nothing_is_printed(
    arguments, message, form
):
    code, out, err = run("movement", *arguments, "--format", form)
    assert (code, out) == (2, "")
    assert err.startswith(message)


def test_a_late_pair_that_cannot_join_the_movement_of_a_file_is_refused():
    code, out, err = run("movement", "check", "-", "--late-from", "9", feed=GOOD)
    assert (code, out) == (2, "")
    assert err.startswith("--late-from:1:1: A late pair joins from round 2 to 2")


def test_a_web_says_how_many_copies_of_the_boards_it_needs_and_names_no_sharing():
    assert printed("web", "--tables", "14")["copies"] == 2
    text = scored("movement", "web", "--tables", "14", "--cards")
    assert "2 copies of the boards, so no tables share." in text
    assert "shared" not in text and "share set" not in text
    assert "Round  2  table 1 set 2 (from table 2)" in text
