"""The present settings, for the people who keep the club; the values of secrets are left out."""

import os
from collections.abc import Collection
from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop

from clubscore.configuration.club_env import FILE
from clubscore.configuration.names import NAMES, SettingName

HIDDEN = gettext_noop("set, not shown")


class ShownSetting(NamedTuple):
    """A setting: its name, its value (hidden for a secret), and its meaning.

    `origin` is `club.env` or `environment`; empty if the value is the default.
    """

    name: str
    value: str
    origin: str
    meaning: str


def shown_settings(from_file: Collection[str]) -> list[ShownSetting]:
    """Every setting, in the order of the documentation. `from_file` are the names that `club.env` has set."""
    return [_shown(setting, from_file) for setting in NAMES]


def _shown(setting: SettingName, from_file: Collection[str]) -> ShownSetting:
    meaning = gettext(setting.meaning).replace("`", "")
    value = os.environ.get(setting.name, "")
    if not value:
        default = gettext(setting.default).replace("`", "")
        return ShownSetting(setting.name, default, "", meaning)
    if setting.is_secret:
        value = gettext(HIDDEN)
    origin = FILE if setting.name in from_file else "environment"
    return ShownSetting(setting.name, value, origin, meaning)
