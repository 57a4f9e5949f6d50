"""The history of a slot: the events of its results, their signatures, its rulings, corrections and appeals."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.contracts.models import SignatureMethod
from clubscore.duplicate.models import (
    BoardGroup,
    LateChange,
    Play,
    PlayProposal,
    PlaySignature,
    Ruling,
)
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.rulings import SlotRuling, outcome_of
from clubscore.duplicate.session.officials import Officials
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.verdicts.appealing.queries import appeals_at
from clubscore.duplicate.verdicts.correcting.queries import corrections_at
from clubscore.duplicate.verdicts.history import decisions
from clubscore.duplicate.verdicts.history.event import BoardEvent
from clubscore.languages.spoken import told
from scoring.words import deal_in_words

RECORDED = SignatureMethod.RECORDED
_ACTS = {
    "recorded": (
        gettext_lazy("recorded"),
        gettext_lazy("recorded at the table’s tablet"),
    ),
    "changed": (gettext_lazy("changed"), gettext_lazy("changed at the table’s tablet")),
    "agreed": (gettext_lazy("agreed"), gettext_lazy("agreed at the table’s tablet")),
}


def history_of(at: SlotState) -> list[BoardEvent]:
    """The events of a slot, ordered by time, read in at most eleven SQL statements.

    Appeals are read only if there was a ruling. Corrections and appeals follow play, so their reasons tell nobody of a
    board that is still to be played.
    """
    slot = at.slot
    here = {
        "section": at.section.section,
        "round": slot.round,
        "table": slot.table,
        "board": slot.board,
    }
    plays = list(
        Play.objects.filter(**here).select_related("recorded_by").order_by("version")
    )
    signatures = list(
        PlaySignature.objects.filter(play__in=plays)
        .select_related("member", "play")
        .order_by("pk")
    )
    rulings = list(
        Ruling.objects.filter(**here)
        .select_related("ruled_by", "approved_by")
        .prefetch_related("parts")
        .order_by("version")
    )
    proposals = PlayProposal.objects.filter(play__in=plays)
    officials = Officials.of(at.state.session)
    appeals = appeals_at(at) if rulings else []
    events = [
        *_recorded(at, plays, signatures),
        *decisions.proposed(
            at, list(proposals.select_related("made_by", "answered_by"))
        ),
        *_agreed(at, signatures),
        *_ruled(at, rulings, officials),
        *decisions.grouped(_groups_at(here), officials),
        *decisions.corrected(at, corrections_at(at.state, slot), officials),
        *decisions.ruled_late(at, _late_rulings(at), officials),
        *decisions.appealed(appeals),
    ]
    return sorted(events, key=lambda event: event.at)


def _late_rulings(at: SlotState) -> list[LateChange]:
    """The rulings on a slot that a director proposed after the correction period and that no organiser has approved.

    The database is not read before play is over.
    """
    session = at.state.session
    if not session.is_over:
        return []
    rows = LateChange.objects.filter(session=session, kind=LateChange.Kind.RULING)
    others = rows.exclude(decision=LateChange.Decision.APPROVED)
    proposals = others.select_related("proposed_by", "decided_by").order_by("pk")
    return [row for row in proposals if row.content["slot"] == list(at.slot)]


def _groups_at(here: Mapping[str, object]) -> list[BoardGroup]:
    """The versions of the group of a slot, the first one first."""
    rows = BoardGroup.objects.filter(**here).select_related("grouped_by")
    return list(rows.order_by("version"))


def _recorded(
    at: SlotState, plays: list[Play], signatures: list[PlaySignature]
) -> Iterator[BoardEvent]:
    """Yield an event for each version of the result: by whom and when it was recorded or changed.

    The signature of the recorder says if a tablet of the table was used.
    """
    at_tablets = set()
    for signature in signatures:
        if signature.how == RECORDED and signature.tablet_id:
            at_tablets.add(signature.play_id)
    for play in plays:
        words = _("struck out")
        if not play.is_struck:
            words = told(deal_in_words(play.facts, at.names))
        name = "recorded" if play.version == 1 else "changed"
        act = str(_ACTS[name][play.pk in at_tablets])
        yield BoardEvent(
            play.recorded_at, play.recorded_by, name, act, words, reason=play.reason
        )


def _agreed(at: SlotState, signatures: list[PlaySignature]) -> Iterator[BoardEvent]:
    """Yield an event for each agreement of a player, for one that was taken back, and for each check by a director."""
    for signature in signatures:
        words = told(deal_in_words(signature.play.facts, at.names))
        if signature.how != RECORDED:
            name, act = "checked", _("checked")
            if at.side_of(signature.member):
                is_at_tablet = signature.tablet_id is not None
                name, act = "agreed", str(_ACTS["agreed"][is_at_tablet])
            yield BoardEvent(signature.at, signature.member, name, act, words)
        if signature.taken_back_at:
            act = _("took the agreement back")
            yield BoardEvent(
                signature.taken_back_at, signature.member, "disagreed", act, words
            )


def _ruled(
    at: SlotState, rulings: list[Ruling], officials: Officials
) -> Iterator[BoardEvent]:
    """Yield an event for each version of the ruling."""
    for ruling in rulings:
        outcome = outcome_of(ruling)
        name, act, words = "withdrew", _("withdrew the ruling"), ""
        if outcome:
            name, act = "ruled", _("ruled")
            only = SlotRuling(ruling, outcome).only
            words = outcome_in_words(outcome, at.names, only=only)
        yield BoardEvent(
            ruling.ruled_at,
            ruling.ruled_by,
            name,
            act,
            words,
            ruling.law,
            ruling.text,
            role=officials.role_of(ruling.ruled_by, ruling.ruled_at),
            approved_by=ruling.approved_by,
        )
