"""The template context of the page My data."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from clubscore.members.models import Member
from clubscore.members.people.labels import field_words
from clubscore.members.roles import Role
from clubscore.members.row_kinds import kind_words
from clubscore.privacy.own_data import sections
from clubscore.privacy.own_data.rows import counts_about

SHOWN = 20


def my_data_context(
    member: Member, records: Sequence[Member], *, now: datetime
) -> dict[str, Any]:
    """Template context of the page "My data": the newest rows of each kind, and the number of rows.

    The page shows only these rows; the file has all rows.
    """
    rubbers = sections.rubbers_of(records)
    postings = sections.postings_of(records)
    transfers = sections.transfers_of(records)
    sign_in = sections.sign_in_of(member)
    return {
        "record": _record(member),
        "others": [record for record in records if record.pk != member.pk],
        "sign_in": sign_in,
        "role": Role(sign_in["role"]).words,
        "sessions": sections.sessions_of(records, now),
        "invitations": sections.invitations_of(records)[:SHOWN],
        "rubbers": sections.with_seats(rubbers)[:SHOWN],
        "rubber_count": rubbers.count(),
        "postings": postings[:SHOWN],
        "posting_count": postings.count(),
        "transfers": transfers[:SHOWN],
        "transfer_count": transfers.count(),
        "audit": _newest_entries(records),
        "kinds": _kinds(records),
        "shown": SHOWN,
    }


def _record(member: Member) -> list[tuple[str, str]]:
    """The personal columns of the member that are not empty, each with its label."""
    names = (
        "name",
        "nickname",
        "email",
        "phone",
        "external_id",
        "national_id",
        "language",
        "note",
    )
    labels = {name: capfirst(field_words(name)) for name in names}
    labels |= {"nickname": _("Name at the table"), "note": _("Note of the admins")}
    columns = []
    for name in names:
        value = getattr(member, name)
        if value:
            columns.append((labels[name], value))
    return columns


def _kinds(records: Sequence[Member]) -> list[tuple[str, int]]:
    """The name of each kind of row that is about the person, with the number of rows, sorted by name."""
    return sorted(
        (kind_words(model), count) for model, count in counts_about(records) if count
    )


def _newest_entries(records: Sequence[Member]) -> list[dict[str, Any]]:
    """At most SHOWN audit entries by or about the person, the newest first, with their times as datetimes."""
    entries = list(sections.told_audit(records, at_most=SHOWN))
    entries.sort(key=lambda entry: entry["at"], reverse=True)
    return [
        entry | {"at": datetime.fromisoformat(entry["at"])} for entry in entries[:SHOWN]
    ]
