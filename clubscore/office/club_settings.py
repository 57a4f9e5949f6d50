"""Reading and writing the settings in `club.env` on a page: the club’s name, clock, currency and numbers."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from clubscore.configuration.environment import CHARGE_CODE, CLUB_NUMBER
from clubscore.database.write_lock import write_transaction
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import record_event
from clubscore.refusals import Refused
from clubscore.upkeep.following import FOLLOWED, is_fixed
from clubscore.upkeep.setting_up import CannotSetUp, checked, keep_settings


class ClubForm(forms.Form):
    """The form for the settings that `make club` asks for. Settings of the environment are shown, but not changed."""

    CLUB_NAME = forms.CharField(label=_("The club’s name"), max_length=80)
    TIME_ZONE = forms.ChoiceField(
        label=_("Its clock"), help_text=_("The evening’s date and all times follow it.")
    )
    CLUB_CURRENCY = forms.CharField(
        label=_("Its currency"),
        max_length=3,
        required=False,
        help_text=_(
            "Three letters, such as EUR; empty for a club that plays for points."
        ),
    )
    CLUB_NUMBER = forms.RegexField(
        rf"^{CLUB_NUMBER}\Z",
        strip=True,
        label=_("Its number with the federation"),
        required=False,
        help_text=_("It goes into the files of results that a federation reads."),
        error_messages={
            "invalid": _("Write letters and digits, such as 4680 or NW-12.")
        },
    )
    CLUB_CHARGE_CODE = forms.RegexField(
        rf"^{CHARGE_CODE}\Z",
        strip=True,
        label=_("The federation’s charge code"),
        required=False,
        help_text=_(
            "The code of Pay to Play, such as 10; empty if your federation has none."
        ),
        error_messages={"invalid": _("Write letters and digits, such as 10.")},
    )
    SHOWN: ClassVar = FOLLOWED

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial=kept_settings())
        zones = sorted(
            zone
            for zone in available_timezones() | {self.initial["TIME_ZONE"]}
            if "/" in zone
        )
        self.fields["TIME_ZONE"].choices = [  # type: ignore[attr-defined]
            (zone, zone.replace("_", " ")) for zone in zones
        ]
        for name in self.SHOWN:
            if is_fixed(name):
                self.fields[name].disabled = True
                self.fields[name].help_text = _(
                    "It is set on the club’s computer: ask whoever looks after it."
                )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in self.SHOWN:
            try:
                data[name] = checked(name, data.get(name, ""))
            except CannotSetUp as refusal:
                self.add_error(name, str(refusal))
        return data

    @property
    def changes(self) -> dict[str, str]:
        return {
            name: self.cleaned_data[name]
            for name in self.SHOWN
            if self.cleaned_data[name] != self.initial[name]
        }


def kept_settings() -> dict[str, str]:
    """The present value of each setting of the form, by the setting's name."""
    return {name: str(getattr(settings, name) or "") for name in ClubForm.SHOWN}


def choose_settings(*, changes: Mapping[str, str], by: Member, now: datetime) -> None:
    """Write the changed settings into `club.env`, which every process rereads. Raises Refused if that fails."""
    if not changes:
        return
    with write_transaction():
        words = ", ".join(f"{name}={value}" for name, value in changes.items())
        record_event(what=AuditEvent.What.CLUB, by=by, now=now, after=words)
        try:
            keep_settings(Path(settings.DATA_DIR), changes)
        except OSError as error:
            sentence = _(
                "It cannot be kept: %(error)s. Ask whoever looks after the computer."
            )
            raise Refused(sentence % {"error": error.strerror}) from error
