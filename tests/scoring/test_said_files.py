"""Sentences about session and movement files remember their template, so that every refusal can be translated."""

import pytest

from scoring import SYSTEMS, parse_deal
from scoring.errors import ScoringError
from scoring.systems.chicago import _carried
from scoring.text.movement_file import read_movement
from scoring.text.session_file import read_session
from tests.scoring.wordless import left_in_english

SESSION = "session x\nscoring matchpoints boards 1-9\nentry 1\nentry 2\n"
SESSIONS = [
    "",
    "x\n",
    "scoring matchpoints\n",
    "session x\n",
    "session x\nsession y\n",
    "session x winners 3\n",
    "session x rules y\n",
    "session x rules scoring=1\n",
    "session x rules rounding=exact rounding=exact\n",
    "session x rules rounding=1\n",
    "session x rules y=1\n",
    "session x\nscoring\n",
    "session x\nscoring y\n",
    "session x\nscoring matchpoints 1-9\n",
    "session x\nscoring matchpoints boards 9-1\n",
    f"{SESSION}scoring butler\n",
    f"{SESSION}entry\n",
    f"{SESSION}entry 1\n",
    f"{SESSION}entry x\n",
    f"{SESSION}entry 3 x\n",
    f"{SESSION}entry 3 handicap=x\n",
    f"{SESSION}play 1 1\n",
    f"{SESSION}play 1 1 2 x\n",
    f"{SESSION}play 1 1 x 4SN=\n",
    f"{SESSION}play 10 1 2 4SN=\n",
    f"{SESSION}expected 1\n",
    f"{SESSION}expected 1 x\n",
    f"{SESSION}expected 1 2 3\n",
    f"{SESSION}penalty 1 x\n",
    f"{SESSION}penalty 1 x 90\n",
    f"{SESSION}penalty 1 1% 90 x\n",
]
MOVEMENTS = [
    "",
    "movement x\n",
    "movement x pairs\n",
    "movement x pairs y\n",
    "movement x pairs sets=0\n",
    "1 1 1 3 1\nmovement x pairs\n",
    "1 1 1 3 1\nstay 1\n",
    "1 1 1 3 1\nstay 1 0 9\n",
    "1 1 1 3 1 shared x\n",
    "1 1 1 3\n",
    "1 1 1 2 3 4 1\n1 1 1 3 1\n",
    "1 1 x 3 1\n",
    "1 0 1 3 1\n",
    "1 1 1 3 0\n",
    "100 1 1 3 1\n",
    "4,2,4,2,2,0\n",
    "1,2,3,2,2,0\n",
    "1,2,4,2,0,0\n",
    "1,2,4,2,2,x\n",
    "1,2,4,2,2,0\n1,1,1\n",
    "1,2,4,2,1,0\n1,1,1\n",
    "1,1,4,2,1,0\n1,1,1\n1,1,1\n",
]
AS_IN_FILES = {
    *("session", "scoring", "entry", "play", "expected", "penalty", "rounding", "rules", "winners", "exact", "tenth"),
    *("half", "ten", "thousandth", "to", "nn", "mith", "ob", "ones", "bye"),
    *("tenths", "up", "average", "plus", "cross", "imps", "trim", "fives", "ties", "matches", "matchpoints", "butler"),
    *("aggregate", "team", "bam", "movement", "mitchell", "pairs", "sets", "full", "replays", "sits", "twice", "round"),
    *("table", "ns", "ew", "set", "boards", "away", "even", "hundredth", "whole", "none"),
    *("percentages", "short", "small", "groups", "comparisons", "comparison", "cap", "unequal"),
    *("victory", "point", "scale"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("read", "text"),
    [(read_session, text) for text in SESSIONS]
    + [(read_movement, text) for text in MOVEMENTS],
)
def test_no_refusal_of_a_file_is_left_in_english(read, text):
    with pytest.raises(ScoringError) as refused:
        read(line.encode() for line in text.splitlines(keepends=True))
    assert set(left_in_english(refused.value.message)) <= AS_IN_FILES, (
        refused.value.message
    )


def test_part_scores_toward_a_game_are_not_left_in_english():
    chicago = SYSTEMS["chicago"]
    for lines in (["1cn="], ["1cn=", "1ce="]):
        (_, sentence) = _carried(chicago.fold([parse_deal(line) for line in lines]))
        assert sentence.startswith("Toward a game: North-South 20")
        assert left_in_english(sentence) == []
