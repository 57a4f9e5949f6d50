"""Everything about a person as one JSON file."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings

from clubscore.members.models import Member
from clubscore.privacy.own_data import sections
from clubscore.privacy.own_data.rows import models_about_members, rows_about

FORMAT = "clubscore my data 1"


def written(member: Member, records: Sequence[Member], *, now: datetime) -> IO[bytes]:
    """A temporary JSON file with everything about the person, open at its beginning.

    The file is written row by row, so that a long history takes no more memory than a short one.
    """
    file = TemporaryFile()  # noqa: SIM115 - the response closes it after sending
    for part in _parts(member, records, now):
        file.write(part.encode())
    file.seek(0)
    return file


def _parts(member: Member, records: Sequence[Member], now: datetime) -> Iterator[str]:
    about = {
        "format": FORMAT,
        "club": settings.CLUB_NAME,
        "made_at": now.isoformat(),
        "name": member.name,
    }
    yield "{\n"
    for name, value in about.items():
        yield f"{_json(name)}: {_json(value)},\n"
    yield f'"sign_in": {_json(sections.sign_in_of(member))},\n'
    for name, rows in {
        "rubbers": sections.told_rubbers,
        "ledger": sections.told_postings,
        "settlements": sections.told_transfers,
        "audit": sections.told_audit,
    }.items():
        yield f"{_json(name)}: "
        yield from _list(rows(records))
        yield ",\n"
    yield '"rows": {'
    for place, model in enumerate(models_about_members()):
        yield f"{',' if place else ''}\n{_json(model._meta.label)}: "
        yield from _list(rows_about(model, records))
    yield "\n}\n}\n"


def _list(rows: Iterator[Any]) -> Iterator[str]:
    yield "["
    for place, row in enumerate(rows):
        yield f"{',' if place else ''}\n{_json(row)}"
    yield "]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
