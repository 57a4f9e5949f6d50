"""The audit as a table for other programs."""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from clubscore.members.models import Member
from clubscore.office.audit_entry import AuditEntry
from clubscore.web.clock import moment
from clubscore.web.csv import Cell

# Fmt: skip.
HEADER = (
    "seq",
    "at",
    "actor_id",
    "actor_role",
    "action",
    "object",
    "object_id",
    "from_version",
    "to_version",
    "before_json",
    "after_json",
    "reason",
    "consents",
    "prev_hash",
    "hash",
)
# Fmt: skip.
HASHED = {
    "seq",
    "at",
    "actor_id",
    "action",
    "object",
    "object_id",
    "from_version",
    "to_version",
    "before_json",
    "after_json",
    "reason",
}


def audit_rows(entries: Iterable[AuditEntry]) -> Iterator[list[Cell]]:
    """One row for each entry, oldest first. Each row has a hash that includes the hash of the row before it.

    The hash is the SHA-256, in hexadecimal, of the earlier hash, a line feed, and a compact JSON array of texts:
    the row's cells in the columns HASHED. The columns `actor_role` and `consents` are left out, because they have the
    role and the names of today.
    """
    link = ""
    for seq, entry in enumerate(entries, start=1):
        cells = _cells(seq, entry)
        fixed = [
            "" if cell is None else str(cell)
            for name, cell in zip(HEADER, cells, strict=False)
            if name in HASHED
        ]
        before, link = link, sha256(f"{link}\n{_compact(fixed)}".encode()).hexdigest()
        yield [*cells, before, link]


def _cells(seq: int, entry: AuditEntry) -> list[Cell]:
    said = entry.description
    return [
        seq,
        moment(entry.at),
        entry.by.pk if entry.by else None,
        _role(entry.by),
        said.action,
        said.object,
        said.object_id,
        said.from_version,
        said.to_version,
        _facts(said.before) if said.before else "",
        _facts(said.after) if said.after else "",
        said.reason,
        said.consents,
    ]


def _role(by: Member | None) -> str:
    if by is None:
        return "prompt"
    return "guest" if by.is_guest else by.role.value


def _facts(facts: Mapping[str, Any]) -> str:
    """The facts of a description as JSON, in their own order. Mappings among the values are sorted by key.

    A database may give the keys of a mapping in another order after a restore.
    """
    return _compact({name: _in_order(value) for name, value in facts.items()})


def _in_order(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _in_order(value[name]) for name in sorted(value)}
    if isinstance(value, list):
        return [_in_order(item) for item in value]
    return value


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
