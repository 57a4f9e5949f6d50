"""The entries of a session in USEBIO: PAIR, TEAM or PLAYER in PARTICIPANTS, and the strata of the session."""

from collections.abc import Iterable, Sequence
from typing import Final
from xml.etree import ElementTree

from scoring.contest.rounding import two_decimals
from scoring.text.results.elements import add, xml_text
from scoring.text.results.values import (
    EntryPlayer,
    Pair,
    SessionForm,
    SessionResults,
    points_text,
)
from scoring.values import Side

_TWO: Final = 2
"""The number of players that readers expect in a pair, and in each half of a team."""


def add_participants(
    parent: ElementTree.Element, results: SessionResults, section: str
) -> None:
    """Add PARTICIPANTS with the entries of one section to ``parent``."""
    participants = ElementTree.SubElement(parent, "PARTICIPANTS")
    for pair in results.pairs:
        if pair.section != section:
            continue
        if results.form.is_of_teams:
            _add_team(participants, pair, results.strata)
        elif results.form is SessionForm.INDIVIDUAL:
            _add_single(participants, pair, results.strata)
        else:
            _add_pair(participants, pair, results.strata)


def half_number(team: int, half: Side) -> str:
    """The PAIR_NUMBER of one half of a team, such as 7NS: traveller lines name halves by it."""
    return f"{team}{half.value}"


def add_strata(event: ElementTree.Element, results: SessionResults) -> None:
    """Add STRATIFICATION with the strata of the session to ``event``; nothing if it has none."""
    if not results.strata:
        return
    stratification = ElementTree.SubElement(event, "STRATIFICATION")
    strats = ElementTree.SubElement(stratification, "STRATS")
    for number, letter in enumerate(results.strata, start=1):
        strat = ElementTree.SubElement(strats, "STRAT")
        add(strat, "STRAT_NUMBER", number)
        add(strat, "STRAT_LABEL", letter)
        members = [pair for pair in results.pairs if pair.stratum >= letter]
        if results.rules.winners == 1:
            add(strat, "NUMBER_OF_PAIRS", len(members))
            continue
        for side in Side:
            count = sum(pair.line is side for pair in members)
            of_line = ElementTree.SubElement(
                strat, "NUMBER_OF_PAIRS", DIRECTION=side.value
            )
            of_line.text = str(count)


def _add_pair(
    participants: ElementTree.Element, pair: Pair, strata: Sequence[str]
) -> None:
    element = ElementTree.SubElement(participants, "PAIR")
    add(element, "PAIR_NUMBER", pair.number)
    if pair.line:
        add(element, "DIRECTION", pair.line.value)
    _add_figures(element, pair, strata)
    _add_players(element, pair.players)


def _add_single(
    participants: ElementTree.Element, pair: Pair, strata: Sequence[str]
) -> None:
    """Add the player of an individual: PLAYER with a place of its own."""
    element = ElementTree.SubElement(participants, "PLAYER")
    add(element, "PLAYER_NUMBER", pair.number)
    _add_figures(element, pair, strata)
    player = EntryPlayer(", ".join(pair.names))
    if len(pair.players) == 1:
        player = pair.players[0]
    _fill_player(element, player)


def _add_team(
    participants: ElementTree.Element, pair: Pair, strata: Sequence[str]
) -> None:
    """Add a team: its figures, each of its halves as a PAIR, and the players that belong to no half."""
    name = xml_text(", ".join(pair.names) or pair.number)
    team = ElementTree.SubElement(
        participants, "TEAM", TEAM_ID=str(pair.number), TEAM_NAME=name
    )
    if pair.line:
        add(team, "DIRECTION", pair.line.value)
    _add_figures(team, pair, strata)
    for side in Side:
        half = ElementTree.SubElement(team, "PAIR")
        add(half, "PAIR_NUMBER", half_number(pair.number, side))
        add(half, "DIRECTION", side.value)
        _add_players(half, [each for each in pair.players if each.half is side])

    for player in pair.players:
        if player.half is None:
            _fill_player(ElementTree.SubElement(team, "PLAYER"), player)


def _add_figures(
    element: ElementTree.Element, pair: Pair, strata: Sequence[str]
) -> None:
    """Add the place, the scores, the penalty, the handicap and the stratum of an entry, as far as it has them."""
    if pair.place is not None:
        add(element, "BOARDS_PLAYED", pair.boards)
        add(element, "PLACE", pair.place)
        add(element, "TOTAL_SCORE", points_text(pair.score, 2))
    if pair.percent is not None:
        add(element, "PERCENTAGE", two_decimals(pair.percent))
    if pair.penalty:
        add(element, "ADJUSTMENT", points_text(-pair.penalty, 2))
    if pair.handicap is not None:
        add(element, "HANDICAP", points_text(pair.handicap, 2))
    if pair.stratum_place is not None:
        add(element, "STRAT_PLACE", pair.stratum_place)
    if pair.stratum:
        add(element, "STRAT_NUMBER", strata.index(pair.stratum) + 1)


def _add_players(element: ElementTree.Element, players: Iterable[EntryPlayer]) -> None:
    """Add the players of a pair; nameless players are added if they are fewer than two."""
    named = [*players]
    nameless = [EntryPlayer("")] * (_TWO - len(named))
    for player in (*named, *nameless):
        _fill_player(ElementTree.SubElement(element, "PLAYER"), player)


def _fill_player(element: ElementTree.Element, player: EntryPlayer) -> None:
    add(element, "PLAYER_NAME", player.name)
    add(element, "NATIONAL_ID_NUMBER", player.national_id)
