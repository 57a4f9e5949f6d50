"""The games of tables: their titles, the noun for one of them, and house rules in words."""

from collections.abc import Mapping

from django.utils.translation import pgettext

from clubscore.languages.spoken import told
from scoring import SYSTEMS

DEFAULT = "contract"
# Games without rubbers: a round is played to its end and posted as one.
ROUNDS = {"chicago"}


def system_titles() -> list[tuple[str, str]]:
    """Every game that can be played, as choices."""
    return [(name, told(system.title)) for name, system in SYSTEMS.items()]


def noun(system: str) -> str:
    """`rubber`, or `round` in Chicago, in the reader's language."""
    return (
        pgettext("bridge", "round")
        if system in ROUNDS
        else pgettext("bridge", "rubber")
    )


def noun_in_records(system: str) -> str:
    """`rubber` or `round` in English, as rows of the database keep it."""
    return "round" if system in ROUNDS else "rubber"


def house_rules(system: str, rules: Mapping[str, object]) -> list[str]:
    """The rules that differ from the game's defaults, in the words of players."""
    labels = SYSTEMS[system].rule_labels()
    changed = differing(system, rules)
    return [labels[rule].values[str(value)] for rule, value in changed.items()]


def differing(system: str, rules: Mapping[str, object]) -> dict[str, object]:
    """The rules that are not the game's defaults. Raises scoring.InvalidRules for rules that are not allowed."""
    game = SYSTEMS[system]
    chosen = game.rules(rules).as_json()
    default = game.rules({}).as_json()
    return {rule: value for rule, value in chosen.items() if value != default[rule]}
