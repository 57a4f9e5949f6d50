"""Movement files: those in our own form, and those with a line of triples for each table."""

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.change.late_pair import late_pair
from scoring.movements.change.withdrawal import withdrawal
from scoring.movements.check import check
from scoring.movements.howell import howell
from scoring.movements.individual import individual
from scoring.movements.mitchell import mitchell
from scoring.movements.ring import hesitation
from scoring.movements.rover import rover
from scoring.movements.teams import teams
from scoring.text.lines import InvalidLine
from scoring.text.movement_file import read_movement
from scoring.text.movement_lines import movement_lines
from scoring.text.triples_file import triples_lines

MOVEMENTS = [
    mitchell(5),
    mitchell(8, even="share"),
    mitchell(5, switch=1),
    mitchell(5).without(10),
    howell(3),
    howell(6),
    hesitation(6, switch=1),
    rover(6),
    individual(8),
    teams(2),
    teams(5),
    teams(6),
    teams(8, way="own-boards"),
    teams(5, way="triangle"),
    late_pair(mitchell(7), 3)[0].movement,
    late_pair(mitchell(7), 3)[1].movement,
]


def read(text):
    return read_movement(line.encode() for line in text.splitlines(keepends=True))


def written(movement, *options):
    return "".join(f"{line}\n" for line in movement_lines(movement, *options))


def triples(movement, *options):
    return "".join(f"{line}\n" for line in triples_lines(movement, *options))


@pytest.mark.parametrize("movement", MOVEMENTS, ids=range(len(MOVEMENTS)))
def test_a_movement_reads_back_to_an_equal_one_and_prints_the_same(movement):
    text = written(movement, 3)
    found = read(text)
    assert (found.movement, found.boards_a_set) == (movement, 3)
    assert written(*found[:2]) == text


def test_rows_alone_are_a_movement():
    found = read(
        "# by me\n\n1 1 1 3 1\n1 2 2 4 2   # in the corner\n2 1 1 4 2\n2 2 2 3 1\n"
    ).movement
    assert (found.kind, found.form, found.winners, found.entries) == (
        "by hand",
        "pairs",
        2,
        (1, 2, 3, 4),
    )
    assert (found.tables, found.rounds, found.sets) == (2, 2, 2)
    assert read("1 1 1 2 1\n2 1 2 3 2\n").movement.winners == 1
    assert read("1 1 1 2 3 4 1\n").movement.form == "individual"


def test_a_dash_or_nought_is_nobody():
    rows = read("1 1 1 - 1\n1 2 0 3 2\n").movement.rows
    assert [row[2:6] for row in rows] == [(1, 1, None, None), (None, None, 3, 3)]


def test_the_heading_and_the_marks():
    text = (
        'movement "New England" pairs winners=1 sets=4 boards=2 full replays sits-twice\nstay 3 1 2\n'
        "1 1 1 2 1 shared\n1 2 3 4 1 shared\n2 1 4 1 3 turned\n"
    )
    found = read(text)
    assert (found.movement.kind, found.movement.sets, found.boards_a_set) == (
        "New England",
        4,
        2,
    )
    assert (found.movement.full, found.movement.replays, found.movement.sits_twice) == (
        True,
        True,
        True,
    )
    assert found.movement.shared == {(1, 1)}
    assert written(*found[:2]) == text


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "A movement has at least one row, such as: 1 1 1 10 1."),
        ("movement x pairs\n", (1, 1), "A movement has at least one row"),
        ("1 1 1 3\n", (1, 8), "A row is written: round table ns ew set."),
        ("1 1 1 3 1 2\n", (1, 11), "A row is written: round table ns ew set."),
        (
            "1 1 1 3 1\n1 2 x 4 2\n",
            (2, 5),
            "An entry, or - for nobody, is a number from 1 to 999, not “x”.",
        ),
        (
            "1 1 1 3 1\n100 2 2 4 2\n",
            (2, 1),
            "A round is a number from 1 to 99, not “100”.",
        ),
        (
            "1 1 1 3 1\n1 0 2 4 2\n",
            (2, 3),
            "A table is a number from 1 to 999, not “0”.",
        ),
        ("1 1 1 3 1\n1 2 2 4 0\n", (2, 9), "A set is a number from 1 to 999, not “0”."),
        (
            "1 1 1 3 1 halved\n",
            (1, 11),
            "After the set may stand shared or turned, not “halved”.",
        ),
        (
            "1 1 1 3 1\nmovement x pairs\n",
            (2, 1),
            "The line “movement …” is the first, and the only one.",
        ),
        (
            "movement x\n1 1 1 3 1\n",
            (1, 11),
            "After the name comes pairs, teams or individual",
        ),
        (
            "movement x squares\n",
            (1, 12),
            "After the name comes pairs, teams or individual",
        ),
        (
            "movement x pairs winners=3\n",
            (1, 26),
            "winners is a number from 1 to 2, not “3”.",
        ),
        ("movement x pairs sets=2 sets=3\n", (1, 25), "“sets=3” is not known here"),
        (
            "movement x pairs quick\n",
            (1, 18),
            "“quick” is not known here; known are winners=",
        ),
        ("stay 3 1\n", (1, 9), "A stay is written: stay 19 3 9"),
        ("stay 3 1 x\n", (1, 10), "A round is a number"),
        (
            "hello\n",
            (1, 1),
            "A file begins with a row, a line “movement …”, or a title and six numbers with commas.",
        ),
        ("hello\nyou\n", (2, 1), "A file begins with a row"),
    ],
)
def test_what_is_no_movement_is_refused_with_its_place(text, place, message):
    with pytest.raises(InvalidLine) as refusal:
        read(text)
    assert message in refusal.value.message
    assert (refusal.value.line, refusal.value.column) == place


def test_a_file_that_is_not_text_is_refused():
    with pytest.raises(InvalidLine, match="UTF-8"):
        read_movement([b"1 1 1 3 1\n", b"\xff\n"])


NINE = "[Nine] Mitchell\n1,9,27,3,9,0\n1,1,1,1,9,2,1,8,3,1,7,4,1,6,5,1,5,6,1,4,7,1,3,8,1,2,9\n"


def test_the_published_form_of_a_mitchell():
    assert triples(mitchell(9), 3, "[Nine] Mitchell").startswith(NINE)


def test_a_rover_has_a_line_for_those_who_sit_out_and_names_who_is_missing():
    lines = triples(rover(6), 4).splitlines()
    assert lines[0] == "1,7,24,4,5,14"
    found = read("\n".join(lines)).movement
    assert (found.tables, found.entries, check(found)) == (6, tuple(range(1, 14)), ())
    assert {row.ns for row in found.rows if row.ns not in range(1, 7)} == {7}
    assert found.sit_outs[0] == (1, 7)
    assert triples(found, 4).splitlines() == lines


@pytest.mark.parametrize(
    "movement",
    [mitchell(9), mitchell(8, even="share"), mitchell(5, switch=1), mitchell(5).without(10), mitchell(5).without(4),
     howell(4), howell(4).without(8), teams(5), individual(8)],
    ids=range(9),
)  # fmt: skip
def test_the_published_form_reads_back_to_the_same_rows_and_prints_the_same(movement):
    text = triples(movement, 3, "A title")
    found = read(text)
    assert [row[:7] for row in found.movement.rows] == [
        row[:7] for row in movement.rows
    ]
    assert (found.boards_a_set, found.title, found.movement.winners) == (
        3,
        "A title",
        movement.winners,
    )
    assert check(found.movement) == ()
    assert triples(*found) == text


def test_what_two_tables_have_at_once_is_shared_there():
    text = triples(mitchell(8, even="share"), 3)
    assert len(read(text).movement.sharing) == 8
    assert check(read(text).movement) == ()


def test_sit_outs_come_back_from_lines_with_set_nought():
    text = triples(howell(4).without(8), 2)
    assert read(text).movement.sit_outs == howell(4).without(8).sit_outs


TWO = "2,2,6,2,3,0\n1,2,1,1,3,2,1,4,3\n3,4,1,4,2,2,2,3,3\n"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (TWO.replace("2,2,6", "9,2,6"), (1, 1), "The first number is the type"),
        (
            TWO.replace("6,2,3,0", "7,2,3,0"),
            (1, 5),
            "The third number, the boards, is a multiple",
        ),
        (TWO.replace("6,2,3,0", "6,2,0,0"), (1, 9), "There are from 1 to 99 rounds."),
        (
            TWO.replace("1,4,3\n", "1,4\n"),
            (2, 16),
            "A table has 3 numbers for each of 3 rounds, not 8 in all.",
        ),
        (
            TWO.replace("1,4,3\n", "1,4,3,5\n"),
            (2, 19),
            "A table has 3 numbers for each of 3 rounds, not 10 in all.",
        ),
        (TWO.replace("4,2,2", "4,x,2"), (3, 9), "Here stands a number, not “x”."),
        (TWO.replace("4,2,2", "4,,2"), (3, 9), "Here stands a number, not “”."),
        (
            TWO + "1,2,3\n",
            (4, 1),
            "The heading says 2 tables: this line is one too many.",
        ),
        (
            TWO[:30],
            (2, 1),
            "The heading says 2 tables, and the line of table 2 is missing.",
        ),
    ],
)
def test_a_file_of_triples_that_is_wrong_is_refused_with_its_place(
    text, place, message
):
    with pytest.raises(InvalidLine) as refusal:
        read(text)
    assert message in refusal.value.message
    assert (refusal.value.line, refusal.value.column) == place


def test_a_movement_that_the_published_form_cannot_hold_is_refused():
    two_missing = mitchell(5).without(10).without(4)
    with pytest.raises(InvalidMovement, match="one number at most is missing"):
        triples(two_missing, 3)
    with pytest.raises(
        InvalidMovement, match="one number at most is missing, in all rounds"
    ):
        triples(withdrawal(mitchell(5), 3, 3)[0].movement, 3)
