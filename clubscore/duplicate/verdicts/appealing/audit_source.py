"""Audit entries about appeals: made, agreed to, decided.

They appear only when play is over, because the reason of an appeal may tell about a board that others still play.
"""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, described
from clubscore.duplicate.audit_source import IS_OVER, SESSION
from clubscore.duplicate.models import Appeal

_JOINED = ("ruling__section", "made")


@described(
    Appeal,
    "session.appeal-made",
    SESSION,
    at="made_at",
    by="made_by",
    where=IS_OVER,
    select_related=_JOINED,
)
def appeal_made(row: Appeal) -> Description:
    return _described(
        row,
        _("appealed the ruling on board %(board)s at table %(table)s of %(session)s"),
        row.why,
    )


@described(
    Appeal,
    "session.appeal-agreed",
    SESSION,
    at="agreed_at",
    by="agreed_by",
    where=IS_OVER,
    select_related=_JOINED,
)
def appeal_agreed_to(row: Appeal) -> Description:
    return _described(
        row,
        _(
            "agreed to the appeal of the ruling on board %(board)s at table %(table)s of %(session)s"
        ),
    )


@described(
    Appeal,
    "session.appeal",
    SESSION,
    at="decided_at",
    by="decided_by",
    where=IS_OVER,
    select_related=_JOINED,
)
def appeal_decided(row: Appeal) -> Description:
    words = _(
        "appeal of the ruling on board %(board)s at table %(table)s of %(session)s: %(decision)s"
    )
    if row.heard_as:
        words = _(
            "appeal of the ruling on board %(board)s at table %(table)s of %(session)s: %(decision)s, "
            "heard as %(heard_as)s"
        )
    return _described(row, words, row.decided_for, f"session.appeal-{row.decision}")


def _described(
    row: Appeal, words: str, reason: str = "", action: str = ""
) -> Description:
    """The audit entry about an act on an appeal.

    `words` is a sentence with the placeholders board, table, session, decision and heard_as, `reason` the reason of the
    member who acted, and `action` the name of the act in the audit log.
    """
    ruling = row.ruling
    values = {
        "board": ruling.board,
        "table": f"{ruling.section}{ruling.table}",
        "session": row.session.name,
        "decision": row.get_decision_display(),
        "heard_as": row.get_heard_as_display(),
    }
    made = row.made.version if row.made else None
    return Description(
        words % values,
        action,
        link=reverse("duplicate:appeal", args=[row.session_id, ruling.slot]),
        reason=reason,
        from_version=ruling.version,
        to_version=made,
    )
