"""Audit entries about the tables of duplicate: results, agreements, proposals of other results, calls for the director.

Entries that tell a result appear only when play is over, so that an admin who plays learns no result before.
"""

from collections.abc import Mapping

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.audit import Description, described
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.duplicate.audit_source import IS_OVER, SESSION
from clubscore.duplicate.models import Call, Play, PlayProposal, PlaySignature, Session
from clubscore.languages.spoken import told
from scoring.words import deal_in_words

_SESSION_OF_PLAY = "play__session"
_SECTION = ("section__session",)
_SECTION_OF_PLAY = ("play__section__session",)
_PLAY_IS_OVER = Q(play__session__in=Session.objects.exclude(ended_at=None))
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


@described(
    Play,
    "session.result-recorded",
    SESSION,
    at="recorded_at",
    by="recorded_by",
    where=IS_OVER,
    select_related=_SECTION,
)
def result(play: Play) -> Description:
    is_first = play.version == 1
    words = _("changed board %(board)s at table %(table)s of %(session)s: %(deal)s")
    action = "session.result-changed"
    if is_first:
        action = ""
        words = _(
            "recorded board %(board)s at table %(table)s of %(session)s: %(deal)s"
        )
    deal = told(deal_in_words(play.facts))
    if play.is_struck:
        deal = _("struck out")
    return Description(
        words % _slot(play, deal),
        action=action,
        link=_board(play),
        reason=play.reason,
        after={**columns_of(play.facts), "lead": play.lead, "round": play.round},
        from_version=play.version - 1 or None,
        to_version=play.version,
    )


@described(
    PlaySignature,
    "session.result-agreed",
    SESSION,
    path=_SESSION_OF_PLAY,
    by="member",
    where=_PLAY_IS_OVER & ~Q(how=SignatureMethod.RECORDED),
    select_related=_SECTION_OF_PLAY,
)
def result_agreed(signature: PlaySignature) -> Description:
    play = signature.play
    words = _("agreed to board %(board)s at table %(table)s of %(session)s: %(deal)s")
    if signature.tablet_id:
        words = _(
            "agreed to board %(board)s at table %(table)s of %(session)s at the table’s tablet: %(deal)s"
        )
    return Description(
        words % _slot(play, told(deal_in_words(play.facts))),
        link=_board(play),
        to_version=play.version,
    )


@described(
    PlaySignature,
    "session.agreement-taken-back",
    SESSION,
    path=_SESSION_OF_PLAY,
    at="taken_back_at",
    by="member",
    where=_PLAY_IS_OVER,
    select_related=_SECTION_OF_PLAY,
)
def agreement_taken_back(signature: PlaySignature) -> Description:
    play = signature.play
    words = _(
        "took back the agreement to board %(board)s at table %(table)s of %(session)s: %(deal)s"
    )
    return Description(
        words % _slot(play, told(deal_in_words(play.facts))),
        link=_board(play),
        to_version=play.version,
    )


@described(
    PlayProposal,
    "session.other-result-proposed",
    SESSION,
    path=_SESSION_OF_PLAY,
    at="made_at",
    by="made_by",
    where=_PLAY_IS_OVER,
    select_related=_SECTION_OF_PLAY,
)
def other_result(proposal: PlayProposal) -> Description:
    return _other(
        proposal,
        _(
            "says otherwise of board %(board)s at table %(table)s of %(session)s: %(deal)s"
        ),
    )


@described(
    PlayProposal,
    "session.other-result",
    SESSION,
    path=_SESSION_OF_PLAY,
    at="answered_at",
    by="answered_by",
    where=_PLAY_IS_OVER,
    select_related=_SECTION_OF_PLAY,
)
def other_result_answered(proposal: PlayProposal) -> Description:
    return _other(
        proposal,
        str(_ANSWERED[proposal.answer]),
        f"session.other-result-{proposal.answer}",
    )


def _other(proposal: PlayProposal, words: str, action: str = "") -> Description:
    """The audit entry about a proposal of another result, with the recorded and the proposed deal.

    `words` is the sentence, with placeholders. `action` is the name of the action in the audit log; if it is empty,
    the decorator `described` fills it in.
    """
    play = proposal.play
    return Description(
        words % _slot(play, told(deal_in_words(proposal.facts))),
        action,
        link=_board(play),
        before=columns_of(play.facts),
        after={**columns_of(proposal.facts), "lead": proposal.lead},
        from_version=play.version,
    )


@described(Call, "session.call", SESSION, select_related=_SECTION)
def call_for_the_director(call: Call) -> Description:
    words = _(
        "called the director to table %(table)s in round %(round)s of %(session)s"
    )
    return Description(words % _table(call), reason=call.about)


@described(
    Call,
    "session.call",
    SESSION,
    at="answered_at",
    by="answered_by",
    select_related=_SECTION,
)
def call_answered(call: Call) -> str:
    return _(
        "answered the call to table %(table)s in round %(round)s of %(session)s"
    ) % _table(call)


def _table(call: Call) -> dict[str, object]:
    """The values for the placeholders of a sentence about a call: table, round and session."""
    return {
        "table": f"{call.section}{call.table}",
        "round": call.round,
        "session": call.session.name,
    }


def _slot(play: Play, deal: str) -> dict[str, object]:
    """The values for the placeholders of a sentence about a result; `deal` is the result in words."""
    return {
        "board": play.board,
        "table": f"{play.section}{play.table}",
        "session": play.session.name,
        "deal": deal,
    }


def _board(play: Play) -> str:
    """The address of the page that shows the board at all tables."""
    return reverse("duplicate:traveller", args=[play.session_id, play.board])
