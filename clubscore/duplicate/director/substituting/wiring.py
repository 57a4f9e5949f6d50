"""Substitutes as late changes, which an organiser approves."""

from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.duplicate.approval.kinds import LateKind, register
from clubscore.duplicate.approval.services import Proposed
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.services import write_substitute
from clubscore.duplicate.models import LateChange
from clubscore.duplicate.outcomes.sight import viewer_of
from clubscore.duplicate.session.lineup import entry_name
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member


def proposed_substitute(change: PlaceChange, why: str, key: UUID) -> Proposed:
    """A substitute as a director proposes it after the correction period."""
    content = change._asdict()
    member = content.pop("member")
    return Proposed(LateChange.Kind.SUBSTITUTE, content, why, key, member=member)


def _make(
    state: SessionState, late: LateChange, organiser: Member | None, now: datetime
) -> None:
    assert late.member
    change = PlaceChange(member=late.member, **late.content)
    write_substitute(state=state, change=change, by=late.proposed_by, now=now)


def _words(state: SessionState, late: LateChange) -> str:
    assert late.member
    content = late.content
    section = state.section(content["letter"])
    assert section
    words = _("%(name)s played for number %(entry)s in rounds %(first)s to %(last)s")
    return words % {
        "name": late.member.name,
        "entry": entry_name(state, section, content["number"]),
        "first": content["from_round"],
        "last": content["to_round"] or state.rounds,
    }


def _is_concerned(state: SessionState, late: LateChange, member: Member) -> bool:
    assert late.member
    entry = (late.content["letter"], late.content["number"])
    plays_there = viewer_of(state, member, directs=False).plays_for(entry)
    return plays_there or late.member.person_id == member.person_id


def _page(late: LateChange) -> str:
    return reverse("duplicate:detail", args=[late.session_id])


register(
    LateChange.Kind.SUBSTITUTE,
    LateKind(make=_make, words=_words, page=_page, is_concerned=_is_concerned),
)
