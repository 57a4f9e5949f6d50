"""The signatures under the net score of one sheet: seals, players whose agreement is missing, and open disputes."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.languages.spoken import quoted
from clubscore.rubbers.models import Proposal, Rubber
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.signed import NetSigned
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.annotations import NetAnnotations, Seal
from clubscore.rubbers.sheet.signatures import method_in_words
from clubscore.web.templatetags.sentences import all_of, any_of
from scoring import Seat, Side


def net_annotations(state: RubberState) -> NetAnnotations:
    """The annotations under the net score of a rubber that is over."""
    rubber = state.rubber
    missing = ""
    by_itself_at = None
    if not rubber.is_agreed:
        missing = waits_for(state)
    if not state.proposals and not state.absent:
        by_itself_at = state.objections_until
    return NetAnnotations(
        seals=tuple(_net_seal(state, seat) for seat in state.players),
        posted_at=rubber.agreed_at,
        counts=state.sheet.was_played,
        waits_for=missing,
        by_itself_at=by_itself_at,
        dispute=dispute_in_words(state),
    )


def _net_seal(state: RubberState, seat: Seat) -> Seal:
    player = state.players[seat]
    name = state.names[seat]
    initials = state.records[seat].initials
    signature = state.agreed_net.get(player.pk)
    if signature is None:
        return Seal(
            initials,
            name,
            is_signed=False,
            how=_uncounted_signature_in_words(state, player.pk),
        )
    if signature.given_by:
        hand = signature.given_by
        if signature.motion:
            hand = pgettext("the hand that signed", "one of each side")
        instead = f"{hand}, {quoted(signature.reason)}"
        return Seal(
            initials, name, is_signed=True, instead=instead, has_left=player.has_left
        )
    all_the_same = signature.despite is not None
    return Seal(
        initials,
        name,
        is_signed=True,
        how=method_in_words(signature.how),
        all_the_same=all_the_same,
    )


def _uncounted_signature_in_words(state: RubberState, player_id: int) -> str:
    """The reason, in words, why the player's newest signature under the net score does not count.

    It is empty if the player has not signed. Call this only for a player whose agreement does not count.
    """
    given = [
        signature
        for signature in state.net_signatures
        if signature.member_id == player_id
    ]
    if not given:
        return ""
    if _is_older_than_dispute(given[-1], state.newest_dispute):
        return _("before it was disputed")
    return _("by table PIN, which binds no member")


def _is_older_than_dispute(signature: NetSigned, newest_dispute: int) -> bool:
    return (signature.despite or 0) < newest_dispute


def waits_for(state: RubberState) -> str:
    """The players whose agreement is missing: `Ben or Dan`; `Anna or Cleo, and Ben or Dan`; `Anna, Ben and Dan`.

    A player who has said "I am not there" is always named: `Anna or Cleo, and Ben, who said “I am not there”`. The text
    is empty if no agreement is missing.
    """
    absent = [
        _("%(name)s, who said “I am not there”") % {"name": state.names[seat]}
        for seat in state.absent
    ]
    return _and_also([*_missing(state), *absent])


def _and_also(parts: list[str]) -> str:
    """The texts in `parts` as one list in words: `A, and B`; `A, and B, and C`; empty without parts."""
    if not parts:
        return ""
    *first, last = parts
    if not first:
        return last
    return _("%(first)s, and %(last)s") % {"first": _and_also(first), "last": last}


def _missing(state: RubberState) -> list[str]:
    """The players who are present and whose agreement is missing, in words, such as [`Anna or Cleo`, `Ben or Dan`].

    If all four must agree, there is one text with all names. Else there is a text for each side of which neither player
    has signed or said "I am not there". No text names a side with an absent player: the agreement of the absent player
    is needed, and is enough for that side.
    """
    unsigned = {
        seat: name
        for seat, name in state.names.items()
        if state.players[seat].pk not in state.agreed_net
    }
    present = {
        seat: name for seat, name in unsigned.items() if seat not in state.absent
    }
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL:
        names = all_of(present.values())
        return [names] if names else []
    sides = [side for side in Side if present.keys() >= set(side.seats)]
    return [_either(side, present) for side in sides]


def _either(side: Side, names: Mapping[Seat, str]) -> str:
    """The two players of a side, such as `Anna or Cleo`."""
    return any_of(names[seat] for seat in side.seats)


def dispute_in_words(state: RubberState) -> str:
    """The open proposals: `Deal 3 is disputed`, or `A correction of deal 3 is proposed`; empty if none is open."""
    numbers = sorted(proposal.number for proposal in state.proposals)
    if not numbers:
        return ""
    if all(proposal.origin == Proposal.Origin.BOOK for proposal in state.proposals):
        words = ngettext(
            "Deal %(deals)s is disputed", "Deals %(deals)s are disputed", len(numbers)
        )
    else:
        words = ngettext(
            "A correction of deal %(deals)s is proposed",
            "Corrections of deals %(deals)s are proposed",
            len(numbers),
        )
    return words % {"deals": all_of(str(called(state, number)) for number in numbers)}
