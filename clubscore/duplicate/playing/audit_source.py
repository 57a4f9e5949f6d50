"""Audit entries about the tables of duplicate: results, who agreed, other results, calls for the director.

Those with a result appear when play is over: an admin who plays learns of no board before that.
"""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from clubscore.audit import Description, Kind, Source
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.duplicate.models import Call, Play, PlayProposal, PlaySignature, Session
from scoring.words import deal_in_words


def result_recorded(play: Play) -> Description:
    act = "recorded" if play.version == 1 else "changed"
    what = "struck out" if play.is_struck else deal_in_words(play.facts)
    return Description(
        action=f"session.result-{act}",
        words=f"{act} {_slot(play)}: {what}",
        object="session",
        object_id=play.session_id,
        link=_board(play),
        reason=play.reason,
        after={**columns_of(play.facts), "lead": play.lead, "round": play.round},
        from_version=play.version - 1 or None,
        to_version=play.version,
    )


def result_agreed(signature: PlaySignature) -> Description:
    play, where = signature.play, " at the table’s tablet" if signature.tablet_id else ""
    return Description(
        action="session.result-agreed",
        words=f"agreed to {_slot(play)}{where}: {deal_in_words(play.facts)}",
        object="session",
        object_id=play.session_id,
        link=_board(play),
        to_version=play.version,
    )


def other_proposed(proposal: PlayProposal) -> Description:
    return _other(proposal, "proposed", "says otherwise of")


def other_answered(proposal: PlayProposal) -> Description:
    return _other(proposal, proposal.answer, f"{proposal.get_answer_display()} another result of")


def _other(proposal: PlayProposal, act: str, words: str) -> Description:
    play = proposal.play
    return Description(
        action=f"session.other-result-{act}",
        words=f"{words} {_slot(play)}: {deal_in_words(proposal.facts)}",
        object="session",
        object_id=proposal.session_id,
        link=_board(play),
        before=columns_of(play.facts),
        after={**columns_of(proposal.facts), "lead": proposal.lead},
        from_version=play.version,
    )


def director_called(call: Call) -> Description:
    return _call(call, "called the director to", call.about)


def call_answered(call: Call) -> Description:
    return _call(call, "answered the call to")


def _call(call: Call, words: str, reason: str = "") -> Description:
    return Description(
        action="session.call",
        words=f"{words} table {call.section}{call.table} in round {call.round} of {call.session.name}",
        object="session",
        object_id=call.session_id,
        link=reverse("duplicate:detail", args=[call.session_id]),
        reason=reason,
    )


def _slot(play: Play) -> str:
    return f"board {play.board} at table {play.section}{play.table} of {play.session.name}"


def _board(play: Play) -> str:
    return reverse("duplicate:traveller", args=[play.session_id, play.board])


def _shown(rows: QuerySet[Any], session: str = "session") -> QuerySet[Any]:
    """The rows of sessions of which everybody may see everything."""
    return rows.filter(**{f"{session}__in": Session.objects.exclude(ended_at=None)})


_OF_PLAY = ("play__session", "play__section__session")

SOURCES = (
    Source(
        name="result",
        kind=Kind.DUPLICATE,
        rows=lambda: _shown(Play.objects.all()),
        at="recorded_at",
        by="recorded_by",
        describe=result_recorded,
        select_related=("session", "section__session"),
    ),
    Source(
        name="result agreed",
        kind=Kind.DUPLICATE,
        rows=lambda: _shown(PlaySignature.objects.exclude(how=SignatureMethod.RECORDED), "play__session"),
        at="at",
        by="member",
        describe=result_agreed,
        select_related=_OF_PLAY,
    ),
    Source(
        name="other result",
        kind=Kind.DUPLICATE,
        rows=lambda: _shown(PlayProposal.objects.all()),
        at="made_at",
        by="made_by",
        describe=other_proposed,
        select_related=_OF_PLAY,
    ),
    Source(
        name="other result answered",
        kind=Kind.DUPLICATE,
        rows=lambda: _shown(PlayProposal.objects.exclude(answer="")),
        at="answered_at",
        by="answered_by",
        describe=other_answered,
        select_related=_OF_PLAY,
    ),
    Source(
        name="call for the director",
        kind=Kind.DUPLICATE,
        rows=Call.objects.all,
        at="at",
        by="by",
        describe=director_called,
        select_related=("session", "section__session"),
    ),
    Source(
        name="call answered",
        kind=Kind.DUPLICATE,
        rows=lambda: Call.objects.exclude(answered_at=None),
        at="answered_at",
        by="answered_by",
        describe=call_answered,
        select_related=("session", "section__session"),
    ),
)
