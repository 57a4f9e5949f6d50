"""The service that writes the club's house rules and audits their changes."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import override

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import record_event
from clubscore.rubbers.models import HouseRules
from clubscore.web.money import Currency


def choose_house_rules(*, values: Mapping[str, Any], by: Member, now: datetime) -> None:
    """Write the club's house rules, which hold for the cuts and rubbers that begin from now on.

    `values` are checked values by the name of the rule. The audit keeps the values that changed. If nothing changed,
    nothing is written, unless it is the club's first choice.
    """
    with write_transaction():
        rules = _held_rules()
        is_first_choice = rules._state.adding
        changed = [
            name for name, value in values.items() if getattr(rules, name) != value
        ]
        if not changed and not is_first_choice:
            return
        for name, value in values.items():
            setattr(rules, name, value)
        # The database refuses the second of two first choices.
        rules.save(force_insert=is_first_choice)
        record_event(
            what=AuditEvent.What.RULES,
            by=by,
            now=now,
            after=_in_english(rules, changed),
        )


def _held_rules() -> HouseRules:
    """The row of the house rules, locked in this transaction; an unsaved new row if the club has not chosen yet."""
    held = HouseRules.objects.select_for_update(no_key=True).filter(pk=1).first()
    return held or HouseRules(pk=1)


def _in_english(rules: HouseRules, names: Iterable[str]) -> str:
    """The rules with these names and their values, as an English text for the audit."""
    with override(None):
        words = "; ".join(
            f"{_label(name)}: {_value_in_words(rules, name)}" for name in names
        )
    return words or "as they are without a choice"


def _label(name: str) -> str:
    field = HouseRules._meta.get_field(name)
    return str(field.verbose_name)  # type: ignore[union-attr]


def _value_in_words(rules: HouseRules, name: str) -> str:
    if name in HouseRules.AMOUNTS:
        return Currency(settings.CLUB_CURRENCY).written(getattr(rules, name))
    display = getattr(rules, f"get_{name}_display", None)
    if display is None:
        return str(getattr(rules, name))
    return str(display())
