"""Audit entries about the tables of duplicate: results, who agreed, other results, calls for the director.

Those with a result appear when play is over: an admin who plays learns of no board before that.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.audit import Description, Kind, Source
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.duplicate.models import Call, Play, PlayProposal, PlaySignature, Session
from clubscore.languages.spoken import told
from scoring.words import deal_in_words

_ANSWERED: Mapping[str, Promise] = {
    PlayProposal.Answer.ACCEPTED: gettext_lazy(
        "accepted another result of board %(board)s at table %(table)s of %(session)s: %(deal)s"
    ),
    PlayProposal.Answer.REFUSED: gettext_lazy(
        "refused another result of board %(board)s at table %(table)s of %(session)s: %(deal)s"
    ),
    PlayProposal.Answer.WITHDRAWN: gettext_lazy(
        "withdrew another result of board %(board)s at table %(table)s of %(session)s: %(deal)s"
    ),
}


def result_recorded(play: Play) -> Description:
    act = "recorded" if play.version == 1 else "changed"
    words = _("changed board %(board)s at table %(table)s of %(session)s: %(deal)s")
    if play.version == 1:
        words = _("recorded board %(board)s at table %(table)s of %(session)s: %(deal)s")
    return Description(
        action=f"session.result-{act}",
        words=words % _slot(play, _("struck out") if play.is_struck else told(deal_in_words(play.facts))),
        object="session",
        object_id=play.session_id,
        link=_board(play),
        reason=play.reason,
        after={**columns_of(play.facts), "lead": play.lead, "round": play.round},
        from_version=play.version - 1 or None,
        to_version=play.version,
    )


def result_agreed(signature: PlaySignature) -> Description:
    play = signature.play
    words = _("agreed to board %(board)s at table %(table)s of %(session)s: %(deal)s")
    if signature.tablet_id:
        words = _("agreed to board %(board)s at table %(table)s of %(session)s at the table’s tablet: %(deal)s")
    return Description(
        action="session.result-agreed",
        words=words % _slot(play, told(deal_in_words(play.facts))),
        object="session",
        object_id=play.session_id,
        link=_board(play),
        to_version=play.version,
    )


def other_proposed(proposal: PlayProposal) -> Description:
    return _other(
        proposal, "proposed", _("says otherwise of board %(board)s at table %(table)s of %(session)s: %(deal)s")
    )


def other_answered(proposal: PlayProposal) -> Description:
    return _other(proposal, proposal.answer, str(_ANSWERED[proposal.answer]))


def _other(proposal: PlayProposal, act: str, words: str) -> Description:
    play = proposal.play
    return Description(
        action=f"session.other-result-{act}",
        words=words % _slot(play, told(deal_in_words(proposal.facts))),
        object="session",
        object_id=proposal.session_id,
        link=_board(play),
        before=columns_of(play.facts),
        after={**columns_of(proposal.facts), "lead": proposal.lead},
        from_version=play.version,
    )


def director_called(call: Call) -> Description:
    words = _("called the director to table %(table)s in round %(round)s of %(session)s")
    return _call(call, words, call.about)


def call_answered(call: Call) -> Description:
    return _call(call, _("answered the call to table %(table)s in round %(round)s of %(session)s"))


def _call(call: Call, words: str, reason: str = "") -> Description:
    return Description(
        action="session.call",
        words=words % {"table": f"{call.section}{call.table}", "round": call.round, "session": call.session.name},
        object="session",
        object_id=call.session_id,
        link=reverse("duplicate:detail", args=[call.session_id]),
        reason=reason,
    )


def _slot(play: Play, deal: str) -> dict[str, object]:
    return {
        "board": play.board,
        "table": f"{play.section}{play.table}",
        "session": play.session.name,
        "deal": deal,
    }


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
