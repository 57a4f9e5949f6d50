"""A strict reader of PBN, which shares no code with the writer and refuses whatever the PBN standard refuses."""

import re

TAG = re.compile(r'\[(?P<name>[A-Za-z]+) "(?P<value>(?:[^"\\]|\\["\\])*)"\]')
ORDER = (
    *(
        "Event",
        "Site",
        "Date",
        "Board",
        "West",
        "North",
        "East",
        "South",
        "Dealer",
        "Vulnerable",
        "Scoring",
    ),
    *("Declarer", "Contract", "Result"),
)
SCORE = re.compile(r"NS (\d+)/(\d+) EW (\d+)/(\d+)")
HISTORY = re.compile(r"NS 0 (\d+)/([\d ]+) EW 0 (\d+)/([\d ]+)")
GAME = 100


def read(text: str) -> list[dict[str, str]]:
    """Return the tags of each game in a PBN file, by tag name."""
    heading, *games = text.removesuffix("\n\n").split("\n\n")
    assert all(line.startswith("%") for line in heading.splitlines())
    return [_game(lines.splitlines()) for lines in games]


def _game(lines: list[str]) -> dict[str, str]:
    tags: dict[str, str] = {}
    for line in lines:
        assert len(line) <= 255
        if line.startswith(";"):
            continue
        found = TAG.fullmatch(line)
        assert found, line
        assert found["name"] not in tags
        tags[found["name"]] = re.sub(r"\\(.)", r"\1", found["value"])
    assert tuple(tags)[: len(ORDER)] == ORDER
    assert list(tags)[len(ORDER) :] == sorted(list(tags)[len(ORDER) :])
    return tags


def score(game: dict[str, str]) -> list[int]:
    """Return the tag ScoreRubber as four scores: North-South above and below the line, East-West above and below."""
    found = SCORE.fullmatch(game["ScoreRubber"])
    assert found, game["ScoreRubber"]
    return [int(points) for points in found.groups()]


def vulnerable(game: dict[str, str]) -> str:
    """Return the vulnerability ("None", "NS", "EW" or "All") by the history: sides that have won an earlier game."""
    found = HISTORY.fullmatch(game["ScoreRubberHistory"])
    assert found, game["ScoreRubberHistory"]
    ns, ew = (
        [int(points) for points in below.split(" ")] for below in (found[2], found[4])
    )
    assert len(ns) == len(ew) <= 3
    for each in zip(ns[:-1], ew[:-1], strict=True):
        assert (each[0] >= GAME) != (each[1] >= GAME), "a game is won by one side"
    assert max(ns[-1], ew[-1]) < GAME, "the game in progress is won by nobody yet"
    sides = [
        side
        for side, games in (("NS", ns), ("EW", ew))
        if any(points >= GAME for points in games[:-1])
    ]
    return {0: "None", 1: "".join(sides), 2: "All"}[len(sides)]
