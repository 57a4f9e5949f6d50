"""The house rules as the admins choose them; the rows are in models/house_rules.py."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.utils.translation import override

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import record_event
from clubscore.rubbers.models import HouseRules


def choose_house_rules(*, values: Mapping[str, Any], by: Member, now: datetime) -> None:
    """Keep the club's choices, for the cuts and rubbers that begin from now on. The audit keeps what changed."""
    with write_transaction():
        rules = HouseRules.objects.select_for_update(no_key=True).filter(pk=1).first() or HouseRules(pk=1)
        changed = [name for name, value in values.items() if getattr(rules, name) != value]
        if not changed and not rules._state.adding:
            return
        for name, value in values.items():
            setattr(rules, name, value)
        rules.save(force_insert=rules._state.adding)  # of two first choices one is told by the database
        with override(None):  # the audit is kept in English
            words = "; ".join(f"{_label(name)}: {_shown(rules, name)}" for name in changed)
        record_event(what=AuditEvent.What.RULES, by=by, now=now, after=words or "as they are without a choice")


def _label(name: str) -> str:
    return str(HouseRules._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def _shown(rules: HouseRules, name: str) -> str:
    shown = getattr(rules, f"get_{name}_display", None)
    return str(shown() if shown else getattr(rules, name))


class HouseRulesForm(forms.ModelForm):
    """The house rules; a field left empty takes its default."""

    LEFT_EMPTY: ClassVar = ("going_out", "rounding", "wash_out_below", "season_by", "stake", "table_money")

    class Meta:
        model = HouseRules
        fields = (
            "going_out", "agreed_by", "agreed_after", "rounding", "wash_out_below", "season_by", "stake", "table_money",
        )  # fmt: skip
        widgets: ClassVar = dict.fromkeys(("going_out", "agreed_by", "rounding", "season_by"), forms.RadioSelect)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in self.LEFT_EMPTY:
            if name in self.fields:  # who may only look is shown no fields
                self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for name in self.LEFT_EMPTY:
            if name not in self.errors and data.get(name) in (None, ""):
                data[name] = getattr(HouseRules(), name)
        return data
