"""USEBIO of every form of session, read back by another reader and compared with the fold figure by figure."""

from datetime import date
from decimal import Decimal
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.contest import Contest, ContestEntry, ContestRules, Slot, fold
from scoring.duplicate.outcome_line import parse_outcome
from scoring.duplicate.outcomes import Artificial, Played
from scoring.hands import DealtBoard, layout_of
from scoring.text.results.session import session_results
from scoring.text.results.usebio import UsebioVersion, usebio_text
from scoring.text.results.values import EntryPlayer
from scoring.values import Side
from tests.scoring.command import scored
from tests.scoring.contest.contests import all_rules, contests
from tests.scoring.text.results.usebio_reader import usebio_read

PAIRS = "".join(f'entry {number} "N{number}" "S{number}"\n' for number in range(1, 5))
PLAYS = "play 1 1 2 4SXN-1\nplay 1 3 4 +420\nplay 2 1 3 3NTE=\nplay 2 2 4 A6040\n"
VERSIONS = some.sampled_from(UsebioVersion)


def of(feed: str, version: str = "usebio"):
    return usebio_read(scored("session", "-", "--format", version, feed=feed))


def exact(value: Fraction, places: int) -> Decimal:
    """The value rounded half away from nought, computed without any code of the package."""
    scaled = abs(value) * 10**places
    rounded = int(scaled + Fraction(1, 2))
    return Decimal(rounded if value >= 0 else -rounded) / 10**places


def seats_of(slot: Slot, rules: ContestRules) -> tuple[str, ...]:
    if slot.south is not None:
        return tuple(map(str, (slot.ns, slot.south, slot.ew, slot.west)))
    if rules.against_the_other_room:
        return f"{slot.ns}NS", f"{slot.ew}EW"
    return f"{slot.ns}", f"{slot.ew}"


@given(contests(all_rules()), VERSIONS)
def test_every_award_of_every_form_is_read_back(contest, version):
    result = fold(contest)
    read = usebio_read(usebio_text(session_results(contest, result), version))
    wanted = {}
    for scored_slot in result.slots:
        slot, ns, ew, *_ = scored_slot
        if ns and ew:
            seats = seats_of(slot, contest.rules)
            wanted[slot.board, seats] = exact(ns.points, 4), exact(ew.points, 4)
    found = {}
    for line in read.lines:
        points = line.ns, line.ew
        if points == (None, None):
            points = Decimal(line.score), -Decimal(line.score)
        found[line.board, line.seats] = points
    assert found == wanted
    assert len(read.lines) == len(wanted)


@given(contests(all_rules()), VERSIONS)
def test_every_figure_of_the_lists_is_read_back(contest, version):
    result = fold(contest)
    read = usebio_read(usebio_text(session_results(contest, result), version))
    ranked = 0
    handicaps = {entry.number: entry.handicap for entry in contest.entries}
    for each in result.lists:
        if each.name not in ("all", "ns", "ew"):
            continue
        for row in each.rows:
            ranked += 1
            own = read.entries[f"{row.entry}"]
            assert own["PLACE"] == f"{row.place}"
            assert Decimal(own["TOTAL_SCORE"]) == exact(row.score, 2)
            assert own["BOARDS_PLAYED"] == f"{row.boards}"
            taken_off = Decimal(own.get("ADJUSTMENT", 0))
            assert taken_off == exact(-row.penalty, 2)
            percent = own.get("PERCENTAGE")
            assert (percent is None) == (row.percent is None)
            if row.percent is not None:
                assert Decimal(percent) == exact(row.percent, 2)
            handicap = own.get("HANDICAP")
            if handicaps[row.entry] is None:
                assert handicap is None
            else:
                assert Decimal(handicap) == exact(handicaps[row.entry], 2)
            direction = each.name.upper() if each.name != "all" else None
            assert read.directions[f"{row.entry}"] == direction
    assert ranked == sum("PLACE" in own for own in read.entries.values())


@given(contests(all_rules()))
def test_every_match_has_its_two_entries_and_what_both_scored(contest):
    result = fold(contest)
    read = usebio_read(usebio_text(session_results(contest, result)))
    wanted, found = {}, {}
    for one, other in result.matches:
        if not (one.boards or other.boards):
            continue
        for side in (one, other):
            score = side.points
            if contest.rules.has_victory_points:
                score = side.victory_points or Fraction(0)
            key = frozenset((one.entry, other.entry)), side.entry
            wanted[key] = exact(score, 2)
    for match in read.matches:
        names = (
            ("TEAM", "OPPOSING_TEAM")
            if "TEAM" in match
            else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
        )
        scores = (
            ("TEAM_SCORE", "OPPOSING_TEAM_SCORE")
            if "TEAM" in match
            else ("NS_SCORE", "EW_SCORE")
        )
        entries = [int(match[name]) for name in names]
        for entry, score in zip(entries, scores, strict=True):
            found[frozenset(entries), entry] = Decimal(match[score])
    assert found == wanted


@pytest.mark.parametrize(
    ("scoring", "old", "method", "points"),
    [
        ("matchpoints", "PAIRS", "MATCH_POINTS", "NS_MATCH_POINTS"),
        ("cross-imps", "CROSS_IMP", "CROSS_IMPS", "NS_CROSS_IMP_POINTS"),
        ("butler", "BUTLER_PAIRS", "BUTLER_IMPS", "NS_BUTLER_POINTS"),
    ],
)
def test_pairs_have_the_type_and_the_points_that_readers_of_each_version_know(
    scoring, old, method, points
):
    feed = f"session Day\nscoring {scoring}\n{PAIRS}{PLAYS}"
    text = scored("session", "-", "--format", "usebio", feed=feed)
    assert f"<{points}>" in text
    for kind, wanted in (("usebio", old), ("usebio-1.3", "PAIRS")):
        read = of(feed, kind)
        assert (read.type, read.head["BOARD_SCORING_METHOD"]) == (wanted, method)


def test_a_butler_tells_the_mean_of_each_board():
    feed = f"session Day rules trim=0\nscoring butler\n{PAIRS}play 1 1 2 +420\nplay 1 3 4 -50\n"
    assert of(feed).averages == {1: 190}


def test_total_points_need_no_points_beside_the_score_of_one_result():
    feed = f"session Day\nscoring aggregate\n{PAIRS}play 1 1 2 +420\nplay 1 3 4 50%=+420,50%=-50\n"
    plain, weighted = of(feed).lines
    assert (plain.score, plain.ns) == ("420", None)
    assert (weighted.score, weighted.ns, weighted.ew) == ("", 185, -185)


TEAMS = "".join(
    f'entry {number} "N{number}" "S{number}" "E{number}" "W{number}" "5th{number}"\n'
    for number in (1, 2)
)
ROOMS = "play 1 1 2 4SN=\nplay 1 2 1 4SN-1\nplay 2 2 1 3NTE=\nplay 2 1 2 3NTE+1\n"


def test_a_match_of_teams_has_both_rooms_the_imps_of_each_board_and_the_victory_points():
    read = of(f"session Day rules matches=vp\nscoring team-imps\n{TEAMS}{ROOMS}")
    assert (read.type, read.head["MATCH_SCORING_METHOD"]) == ("TEAMS", "VPS")
    (match,) = read.matches
    assert (match["TEAM"], match["OPPOSING_TEAM"]) == ("1", "2")
    assert (match["imps"], match["boards"]) == (9, 2)  # +10 and −1
    assert Decimal(match["TEAM_SCORE"]) + Decimal(match["OPPOSING_TEAM_SCORE"]) == 20
    assert [line.seats for line in read.lines if line.board == 2] == [
        ("1NS", "2EW"),
        ("2NS", "1EW"),
    ]
    assert [name for name, _ in read.players["1"]] == ["N1", "S1", "E1", "W1", "5th1"]


def test_a_match_without_victory_points_tells_its_imps():
    read = of(f"session Day\nscoring team-imps\n{TEAMS}{ROOMS}")
    (match,) = read.matches
    assert (match["TEAM_SCORE"], match["OPPOSING_TEAM_SCORE"]) == ("9", "-9")
    assert read.head["MATCH_SCORING_METHOD"] == "IMPS"


def test_pairs_for_victory_points_are_matches_and_a_bye_is_in_the_total():
    feed = f"session Day rules matches=vp\nscoring matchpoints\n{PAIRS}entry 5\n{PLAYS}bye 5\n"
    read = of(feed)
    assert read.type == "SWISS_PAIRS"
    assert [
        (match["NS_PAIR_NUMBER"], match["EW_PAIR_NUMBER"]) for match in read.matches
    ] == [("1", "2"), ("1", "3"), ("2", "4"), ("3", "4")]
    assert read.entries["5"]["TOTAL_SCORE"] == "12"
    assert "<!-- 5 had a bye -->" in scored(
        "session", "-", "--format", "usebio", feed=feed
    )


def test_players_of_an_individual_have_numbers_and_places_of_their_own():
    entries = tuple(ContestEntry(number, (f"P{number}",)) for number in range(1, 9))
    slots = (
        Slot(1, 1, 2, Played(420), south=3, west=4),
        Slot(1, 5, 6, Artificial(60, 40), south=7, west=8),
        Slot(2, 1, 5, Played(-50), south=6, west=2),
    )
    contest = Contest("Single", ContestRules(), entries, slots)
    read = usebio_read(usebio_text(session_results(contest, fold(contest))))
    assert read.type == "INDIVIDUAL"
    assert read.lines[0].seats == ("1", "3", "2", "4")
    assert read.players["3"] == [("P3", "")]
    assert read.entries["3"]["PLACE"]


def test_strata_and_handicaps_stand_beside_the_scratch_figures():
    entries = "".join(
        f'entry {number} "N{number}" "S{number}" stratum={stratum} handicap={number}\n'
        for number, stratum in enumerate("AABBBBBC", start=1)
    )
    plays = "".join(
        f"play 1 {number} {number + 4} +{100 * number}\n" for number in range(1, 5)
    )
    feed = f"session Day\nscoring matchpoints\n{entries}{plays}"
    text = scored("session", "-", "--format", "usebio", feed=feed)
    read = usebio_read(text)
    assert text.count("<STRAT>") == 3
    assert "<STRAT_LABEL>C</STRAT_LABEL><NUMBER_OF_PAIRS>1<" in text
    own = read.entries["4"]
    assert (own["STRAT_NUMBER"], own["PLACE"], own["STRAT_PLACE"]) == ("2", "1", "1")
    assert (own["HANDICAP"], own["PERCENTAGE"]) == ("4", "100.00")
    # One pair is too few for a list of its stratum.
    assert "STRAT_PLACE" not in read.entries["8"]
    assert read.entries["8"]["STRAT_NUMBER"] == "3"


def test_a_file_without_strata_handicaps_and_penalties_does_not_name_them():
    text = scored(
        "session", "-", "--format", "usebio",
        feed=f"session Day\nscoring matchpoints\n{PAIRS}{PLAYS}",
    )  # fmt: skip
    for name in ("STRAT", "HANDICAP", "ADJUSTMENT", "SECTION", "CHARGE", "HANDSET"):
        assert name not in text


def plain():
    entries = tuple(
        ContestEntry(number, (f"N{number}", f"S{number}")) for number in range(1, 5)
    )
    slots = (Slot(1, 1, 2, parse_outcome("4SN=", 1)), Slot(1, 3, 4, Played(-50)))
    contest = Contest("Day", ContestRules(), entries, slots)
    return session_results(contest, fold(contest))


def test_version_1_3_has_another_date_another_number_and_another_charge():
    results = plain()._replace(
        day=date(2026, 11, 5),
        event_id="17",
        charge_code="10",
        club_number="4680",
        club="Fenwick",
    )
    old = usebio_read(usebio_text(results))
    new = usebio_read(usebio_text(results, UsebioVersion.V1_3))
    assert (old.version, new.version) == ("1.2", "1.3")
    names = ("DATE", "EVENT_IDENTIFIER", "EVENT_ID", "P2P_CHARGE_RATE", "EBU_CHARGE_CODE")  # fmt: skip
    assert [old.head.get(name) for name in names] == ["05/11/2026", "17", None, "10", None]  # fmt: skip
    assert [new.head.get(name) for name in names] == ["2026-11-05", None, "17", None, "10"]  # fmt: skip
    assert old.club == new.club == {"CLUB_NAME": "Fenwick", "CLUB_ID_NUMBER": "4680"}
    assert old.lines == new.lines


def test_several_sections_are_nested_and_one_is_flat():
    results = plain()
    pairs = [pair._replace(section="AB"[pair.number > 2]) for pair in results.pairs]
    (board,) = results.travellers
    lines = tuple(
        line._replace(section="AB"[index]) for index, line in enumerate(board.lines)
    )
    nested = results._replace(
        pairs=tuple(pairs), travellers=(board._replace(lines=lines),)
    )
    read = usebio_read(usebio_text(nested))
    assert {key: sorted(numbers) for key, numbers in read.sections.items()} == {
        "A": ["1", "2"],
        "B": ["3", "4"],
    }
    assert [(line.section, line.seats) for line in read.lines] == [
        ("A", ("1", "2")),
        ("B", ("3", "4")),
    ]
    assert read.head["SECTION_COUNT"] == "2"
    assert list(usebio_read(usebio_text(results)).sections) == [""]


def test_leads_national_numbers_and_hands_are_read_back():
    results = plain()
    first, *others = results.pairs
    named = first._replace(players=(EntryPlayer("Åsa 🂡", "0555002"), EntryPlayer("B")))
    (board,) = results.travellers
    line = board.lines[0]._replace(lead="TS")
    dealt = DealtBoard(1, layout_of(0))
    told = results._replace(
        pairs=(named, *others),
        travellers=(board._replace(lines=(line, *board.lines[1:])),),
        hands=(dealt,),
    )
    read = usebio_read(usebio_text(told))
    assert read.players[f"{first.number}"] == [("Åsa 🂡", "0555002"), ("B", "")]
    assert [line.lead for line in read.lines] == ["TS", None]
    assert read.hands[1] == {
        "North": "AKQJT98765432...",
        "East": ".AKQJT98765432..",
        "South": "..AKQJT98765432.",
        "West": "...AKQJT98765432",
    }


@given(some.text(max_size=40), some.text(max_size=40))
def test_no_text_of_a_person_becomes_an_element_an_attribute_or_an_entity(name, club):
    contest = Contest(
        "Day",
        ContestRules(scoring="team-imps"),
        (ContestEntry(1, ("A",)), ContestEntry(2, ("B",))),
        (Slot(1, 1, 2, Played(420)), Slot(1, 2, 1, Played(0))),
    )
    results = session_results(contest, fold(contest))
    one, other = results.pairs
    player = EntryPlayer(name, name, Side.NS)
    hostile = results._replace(
        name=name,
        club=club,
        club_number=club,
        charge_code=club,
        pairs=(one._replace(players=(player,)), other),
    )
    text = usebio_text(hostile)
    assert "<!ENTITY" not in text and text.count("<!DOCTYPE") == 1
    plain_text = usebio_text(results._replace(charge_code="1"))
    tags = [each.tag for each in _elements(plain_text)]
    if club:
        assert [each.tag for each in _elements(text)] == tags
    assert usebio_read(text).matches[0]["boards"] == 1


def _elements(text):
    return ElementTree.fromstring(text.encode()).iter()
