"""How the tables of an archive write what several of them have."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils import timezone


def moment(at: datetime | None) -> str | None:
    """On the club's clock, as ISO 8601 with the offset from Greenwich."""
    return on_the_clock(at).isoformat(timespec="seconds") if at else None


def on_the_clock(at: datetime) -> datetime:
    """The club has one clock, whoever asks; asking for the present one takes longer than all else here."""
    return at.astimezone(timezone.get_default_timezone())


def ids(several: Iterable[int]) -> str:
    return ";".join(map(str, sorted(several)))


def as_json(values: Mapping[str, object]) -> str:
    return json.dumps(values, ensure_ascii=False, sort_keys=True)
