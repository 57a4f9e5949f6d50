"""The games that are played at tables: their titles, the words `rubber` and `round`, and house rules in words."""

from collections.abc import Mapping

from django.utils.translation import pgettext

from clubscore.languages.spoken import told
from scoring import SYSTEMS

DEFAULT = "contract"
# Games without rubbers: a round is played to its end and posted as one.
ROUNDS = {"chicago"}


def system_titles() -> list[tuple[str, str]]:
    """All games that can be played, as the choices of a form field: each as (name, title)."""
    return [(name, told(system.title)) for name, system in SYSTEMS.items()]


def noun(system: str) -> str:
    """The noun for one play of this game, in the reader's language: `rubber`, or `round` in Chicago."""
    return (
        pgettext("bridge", "round")
        if system in ROUNDS
        else pgettext("bridge", "rubber")
    )


def noun_in_records(system: str) -> str:
    """The noun for one play of this game in English, as the database stores it: `rubber`, or `round` in Chicago."""
    return "round" if system in ROUNDS else "rubber"


def house_rules(system: str, rules: Mapping[str, object]) -> list[str]:
    """The rules that differ from the game's defaults, each in the words of players.

    Raises scoring.InvalidRules for rules that the game does not allow.
    """
    labels = SYSTEMS[system].rule_labels()
    changed = differing(system, rules)
    return [told(labels[rule].values[str(value)]) for rule, value in changed.items()]


def differing(system: str, rules: Mapping[str, object]) -> dict[str, object]:
    """The rules that differ from the game's defaults. Raises scoring.InvalidRules for rules that are not allowed."""
    game = SYSTEMS[system]
    chosen = game.rules(rules).as_json()
    default = game.rules({}).as_json()
    return {rule: value for rule, value in chosen.items() if value != default[rule]}
