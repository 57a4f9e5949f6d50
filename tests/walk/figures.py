"""Read a figure wherever it is shown: on pages, in CSV and JSON, and in other files."""

import csv
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from defusedxml import ElementTree
from django.test import Client
from html5lib import HTMLParser

from clubscore.members.models import Member
from scoring import Seat

Margins = dict[tuple[int, int], int]
"""The points that a person won (or lost, if negative) in a rubber, by the ids of rubber and person."""
Percents = dict[str, str]
"""The figure of each pair by the pair's names, such as `Anna & Ben`."""

PLUS_AND_MINUS = str.maketrans(
    {"\N{MINUS SIGN}": "-", "+": "", ",": "", "\N{NO-BREAK SPACE}": ""}
)


def body(client: Any, path: str, **headers: str) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, (path, answer.status_code)
    return b"".join(answer).decode("utf-8-sig")


def table(client: Any, path: str) -> list[dict[str, str]]:
    """The rows of the CSV at this path."""
    return list(csv.DictReader(StringIO(body(client, path), newline="")))


def cells(client: Any, path: str, of: str) -> Iterator[list[str]]:
    """The cell texts of each row of the page's tables with the class `of`, without small print beside a figure."""
    page = HTMLParser(namespaceHTMLElements=False).parse(body(client, path))
    for each in page.iter("table"):
        if of in each.attrib.get("class", "").split():
            for line in each.iter("tr"):
                yield [_text(cell) for cell in line if cell.tag in {"td", "th"}]


def _text(cell: Any) -> str:
    small = ["".join(each.itertext()) for each in cell.iter("small")]
    text = "".join(cell.itertext())
    for each in small:
        text = text.replace(each, "")
    return " ".join(text.split())


def number(text: str) -> int:
    return int(text.translate(PLUS_AND_MINUS))


# --- rubbers ---


def in_entries(lines: Iterable[dict[str, str]], people: dict[int, int]) -> Margins:
    """The margins in a ledger: posted points less points taken back. `people` maps each record to its person."""
    found: Margins = defaultdict(int)
    for line in lines:
        if line["kind"] == "rubber":
            found[int(line["rubber_id"]), people[int(line["member_id"])]] += int(
                line["points"]
            )
    return {key: points for key, points in found.items() if points}


def in_profiles(client: Any, people: Iterable[int], games: Iterable[str]) -> Margins:
    """The margins in the members' own CSVs of rubbers."""
    found: Margins = defaultdict(int)
    for who in people:
        for game in games:
            for line in table(
                client, f"/members/{who}/rubbers.csv?season=all&game={game}"
            ):
                found[int(line["rubber_id"]), who] += int(line["net_posted"])
    return {key: points for key, points in found.items() if points}


def in_evening_csv(client: Any, day: str) -> Margins:
    return {
        (int(column.removeprefix("rubber_")), int(line["member_id"])): int(points)
        for line in table(client, f"/evenings/{day}/evening.csv")
        for column, points in line.items()
        if column.removeprefix("rubber_").isdigit() and points
    }


def columns_of(client: Any, day: str) -> list[int | None]:
    """The rubber's id for each column of an evening's table; None for a rubber that is not agreed."""
    header = body(client, f"/evenings/{day}/evening.csv").splitlines()[0].split(",")
    names = [
        each.removeprefix("rubber_") for each in header if each.startswith("rubber_")
    ]
    return [int(name) if name.isdigit() else None for name in names]


def in_evening_page(
    client: Any, path: str, columns: list[int | None], of: str, named: dict[str, int]
) -> Margins:
    found: Margins = {}
    for name, *points, _ in cells(client, path, of):
        if name in named and len(points) == len(columns):
            places = zip(columns, points, strict=True)
            found |= {
                (rubber, named[name]): number(each)
                for rubber, each in places
                if rubber and each
            }
    return found


def in_evening_json(
    token: dict[str, str], day: str, columns: list[int | None], named: dict[str, int]
) -> Margins:
    document = json.loads(body(Client(), f"/api/v1/evenings/{day}/", **token))
    return {
        (rubber, named[player["name"]]): points
        for player in document["players"]
        for rubber, points in zip(columns, player["points"], strict=True)
        if rubber and points is not None
    }


def in_archive_rubbers(
    lines: Iterable[dict[str, str]], people: dict[int, int]
) -> Margins:
    found: Margins = {}
    for line in lines:
        if line["margin_posted"]:
            for seat in Seat:
                won = int(line["margin_posted"]) * (
                    1 if seat.side == line["winner_side"] else -1
                )
                found[
                    int(line["rubber_id"]),
                    people[int(line[f"{seat.value.lower()}_id"])],
                ] = won
    return found


def at_the_end_of_sheet(client: Any, rubber: int) -> int:
    """The lead of North-South on the last line of the sheet's table; negative if East-West lead."""
    return number(list(cells(client, f"/rubbers/{rubber}/", "sum"))[-1][-1])


# --- duplicate ---


def in_lists(client: Any, path: str, of: str, *, names: int, figure: int) -> Percents:
    """The figures in the lists on a page; `names` and `figure` are the numbers of the columns to read."""
    lines = (
        line
        for line in cells(client, path, of)
        if len(line) > figure and line[0][:1].isdigit()
    )
    return {line[names].lstrip("0123456789 "): line[figure] for line in lines}


def in_usebio(text: str) -> Percents:
    pairs = ElementTree.fromstring(text).iter("PAIR")
    return {
        " & ".join(each.text or "" for each in pair.iter("PLAYER_NAME")): pair.findtext(
            "PERCENTAGE"
        )
        or ""
        for pair in pairs
    }


def in_pbn(text: str) -> Percents:
    """The percentages in the first table of totals, whose columns are rank, number, names, points and per cent."""
    _, _, after = text.partition("[TotalScoreTable")
    lines = after.partition("\n\n")[0].splitlines()[1:]
    rows = [next(csv.reader([line], delimiter=" ")) for line in lines]
    return {row[2].replace(";", " & "): row[4] for row in rows}


def in_standings(lines: Iterable[dict[str, Any]]) -> dict[str, str]:
    """The percentage of each member with two decimals, by the member's name."""
    return {line["name"]: f"{float(line['percent']):.2f}" for line in lines}


def person_of() -> dict[int, int]:
    """The id of the person behind each record, by the record's id."""
    return {
        each.pk: each.canonical.pk
        for each in Member.objects.select_related("merged_into")
    }
