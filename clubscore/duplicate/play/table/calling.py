"""Calling the director from a table: the address of a call, and the waiting call in words."""

from dataclasses import dataclass

from django.utils.dateformat import format as formatted
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Call, Claim
from clubscore.duplicate.session.slots import SlotState


@dataclass(frozen=True, slots=True)
class Calling:
    """The data of the form with which players call the director to their table."""

    address: str
    """The address to which a call is sent."""
    table: str
    """The name of the table."""
    waiting: str
    """The call that the director has not answered yet, in words; empty if no call waits."""

    @property
    def claims(self) -> list[tuple[str, object]]:
        """The answers to the question what the call is about, each with its words (Law 79B1)."""
        return [("", _("Something else")), *Claim.choices]


def waiting_call(at: SlotState) -> Call | None:
    """The call of a table that the director has not answered yet; None if no call waits."""
    waiting = Call.objects.waiting()
    return waiting.filter(section=at.section.section, table=at.slot.table).first()


def call_of_member_in_words(call: Call) -> str:
    """A sentence about a call, such as `Anna called the director at 20:15: a revoke.`"""
    words = _("%(name)s called the director at %(time)s.")
    if call.about:
        words = _("%(name)s called the director at %(time)s: %(reason)s.")
    return words % {
        "name": call.by.short_name,
        "time": _time_of(call),
        "reason": call.about,
    }


def call_of_table_in_words(call: Call) -> str:
    """A sentence about a call, without the caller, such as `The director was called at 20:15: a revoke.`

    It is for the device on a table, which does not know who has called.
    """
    words = _("The director was called at %(time)s.")
    if call.about:
        words = _("The director was called at %(time)s: %(reason)s.")
    return words % {"time": _time_of(call), "reason": call.about}


def _time_of(call: Call) -> str:
    """The time of a call on the club's clock, such as `20:15`."""
    return formatted(localtime(call.at), "H:i")
