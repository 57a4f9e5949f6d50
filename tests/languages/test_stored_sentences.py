"""Sentences that rows keep in English are shown in the reader's language; what people have typed stays unchanged."""

import re

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from clubscore.languages import stored_sentences
from clubscore.languages.spoken import told
from clubscore.languages.stored_sentences import LATE_PAIR, stored_told
from clubscore.ledger.models import Season
from scoring import SYSTEMS
from scoring.movements.change.late_pair import late_pair
from scoring.movements.change.rounds import other_rounds
from scoring.movements.change.withdrawal import withdrawal
from scoring.movements.form_proposals import (
    individual_proposals,
    swiss_pair_proposals,
    swiss_team_proposals,
    team_proposals,
)
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from scoring.movements.proposals import proposals
from scoring.said import Said
from tests.source_code import ROOT


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Undone", "Rückgängig gemacht"),
        ("Table 6", "Tisch 6"),
        ("Chicago at Table 1", "Chicago, Tisch 1"),
        ("Stake, Contract rubber at The window", "Einsatz, Kontrakt-Rubber, The window"),
        ("Adjustment 12", "Korrektur 12"),
        ("Settlement of 21 November 2026", "Abrechnung 21. November 2026"),
        ("Settlement of 1 March 2026 to 3 May 2026", "Abrechnung 1. März 2026 bis 3. Mai 2026"),
        ("Mitchell with a skip, last round turned", "Mitchell mit Skip, letzte Runde gedreht"),
        ("Law 79C1: 3NT made four, both agree", "§ 79C1: 3NT made four, both agree"),
        ("Numbers 3 and 5 sat in each other’s seats in round 2. Nothing follows from it: the plan goes on.",
         "Die Nummern 3 und 5 saßen in Runde 2 auf den Plätzen der jeweils anderen. "
         "Das hat keine Folgen: Der Plan läuft weiter."),
        ("Table 4 played boards 7 to 9 in round 3: it counts for board 8",
         "Tisch 4 spielte in Runde 3 die Boards 7 bis 9: Es zählt für Board 8"),
    ],
)  # fmt: skip
def test_a_sentence_of_ours_is_read_in_the_reader_s_language(english, german):
    with override("de"):
        assert stored_told(english) == german
    with override("en-gb"):
        assert stored_told(english) == english


@pytest.mark.parametrize(
    "typed",
    ["", "Rain", "undone", "Undone by Anna", "Stake, as said", "Adjustment for Anna", "Settlement of old debts",
     "The room closed: it counts for board 3", "It was late. Nothing was played.", "{way}", "%(names)s", "Law",
     "Table", "Table six", "My Table 6"],
)  # fmt: skip
def test_what_somebody_typed_stays_as_it_is(typed):
    with override("de"):
        assert stored_told(typed) == typed


def test_every_sentence_comes_back_from_the_text_of_a_row_in_every_language():
    values = dict.fromkeys(stored_sentences._DIGITS, "3") | {
        "day": "1 May 2026", "first": "1 May 2026", "last": "2 May 2026", "deal": "4", "clause": "79", "why": "so",
        "way": "?", "scores": "?", "table": "A", "boards": "4 to 6", "misplay": stored_sentences.SWAPPED_SEATS(
            one=1, other=2, round=3), "rubber": "Chicago at A", "movement": "Howell",
    }  # fmt: skip
    assert len(stored_sentences._FORMS) > 40
    for stored in stored_sentences._FORMS:
        text = stored(**values)
        with override("en-gb"):
            assert stored_told(text) == text
        for code, _ in settings.LANGUAGES[1:]:
            with override(code):
                same = stored in stored_sentences.MOVEMENTS or stored.form.startswith(
                    ("{misplay}", "Chicago", "Table {number}")
                )
                # Nobody has translated it yet.
                same = same or gettext(stored.form) == stored.form
                assert stored_told(text) != text or same, (code, text)


def test_a_description_names_the_game_as_the_rules_do():
    written = {
        name: stored(table="A") for name, stored in stored_sentences.RUBBER_AT.items()
    }
    assert written == {
        name: f"{system.title} at A" for name, system in SYSTEMS.items()
    }, (
        "Give each game a sentence in RUBBER_AT, in clubscore/languages/stored_sentences.py: its title, “ at {table}”."
    )


def ways_to_go_on() -> list[Said]:
    """Return the sentences in which the rules describe what the plans of some sessions can become."""
    found = []
    for movement in (
        mitchell(9, rounds=8),
        mitchell(10, rounds=6).without(20),
        howell(7),
    ):
        found += late_pair(movement, 2)
        found += [
            way
            for entry in (3, 7)
            for from_round in (2, 5)
            for way in withdrawal(movement, entry, from_round)
        ]
        found.append(other_rounds(movement, 4, 3))
    return [way.text for way in found]


def test_the_ways_to_go_on_are_read_as_the_rules_say_them():
    texts = ways_to_go_on()
    assert len({text.form for text in texts}) >= 5
    with override("de"):
        for text in texts:
            assert stored_told(str(text)) == told(text)
            assert stored_told(LATE_PAIR(round=2, way=text)).endswith(told(text))


def test_every_way_of_the_table_is_said_by_the_rules():
    rules = "".join(
        path.read_text() for path in (ROOT / "scoring/movements/change").glob("*.py")
    )
    plain = re.sub(r'"\s+"', "", rules)
    unsaid = [
        stored.form
        for stored in stored_sentences.WAYS
        if f'"{stored.form}"' not in plain
    ]
    assert unsaid == [], (
        "Let WAYS, in clubscore/languages/stored_sentences.py, have the sentences of scoring/movements/change."
    )


def test_every_plan_that_is_offered_is_read_by_its_name():
    plans = [
        plan
        for pairs in (6, 8, 9, 14, 15, 18, 19, 25, 28)
        for plan in proposals(pairs, 24)
    ]
    plans += [
        *team_proposals(2, 24),
        *team_proposals(5, 24),
        *individual_proposals(8, 14),
    ]
    plans += [*swiss_team_proposals(5, 24), *swiss_pair_proposals(9, 24)]
    names = {plan.name for plan in plans}
    assert len(names) >= 12
    for code, _ in settings.LANGUAGES:
        with override(code):
            assert [
                str(name) for name in names if stored_told(str(name)) != told(name)
            ] == []


def test_a_season_that_the_program_named_is_called_in_the_reader_s_language():
    with override("de"):
        assert Season(name="Season 2026").called == "Saison 2026"
        assert Season(name="Winter 2026").called == "Winter 2026"
