"""The settings as they are, for the people who keep the club; secrets are not among them."""

import os
from collections.abc import Collection
from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop

from clubscore.configuration.club_env import FILE
from clubscore.configuration.names import NAMES, Name

HIDDEN = gettext_noop("set, not shown")


class Shown(NamedTuple):
    """A setting: its name, its value (of a secret only that there is one), where that stands, and what it is."""

    name: str
    value: str
    origin: str
    meaning: str


def shown_settings(from_file: Collection[str]) -> list[Shown]:
    """Every setting in the order of the documents. `from_file` are the names that `club.env` has set."""
    return [_shown(each, from_file) for each in NAMES]


def _shown(each: Name, from_file: Collection[str]) -> Shown:
    meaning = gettext(each.meaning).replace("`", "")
    if not (value := os.environ.get(each.name, "")):
        return Shown(each.name, gettext(each.default).replace("`", ""), "", meaning)
    origin = FILE if each.name in from_file else "environment"
    return Shown(each.name, gettext(HIDDEN) if each.is_secret else value, origin, meaning)
