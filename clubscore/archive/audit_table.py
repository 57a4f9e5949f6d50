"""`audit.csv`: who did what when. Versions of deals are chained to the fingerprint of their rubber.

`hash` is the SHA-256, in hexadecimal, of `after_json` where a rubber begins, then of the hash before it, a line feed
and `after_json`; the last of a rubber is its fingerprint. What has no hash is told beside the chain.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from clubscore.archive.cells import as_json, ids, moment
from clubscore.archive.played import Played
from clubscore.ledger.models import Season
from clubscore.members.models import Merge
from clubscore.rubbers.models import NetAgreement, PackNote, Proposal, Reopening, Rubber, Substitution
from clubscore.web.csv import Cell

HEADER = (
    *("seq", "at", "actor_id", "actor_role", "action", "object", "object_id", "from_version", "to_version"),
    *("before_json", "after_json", "reason", "consents", "prev_hash", "hash", "rubber_id"),
)


class Deed(NamedTuple):
    """One line, but for its number, the actor's role and the rubber. `consents` are members' ids."""

    at: datetime
    actor_id: int | None
    action: str
    object: str
    object_id: int
    from_version: int | None = None
    to_version: int | None = None
    before: str = ""
    after: str = ""
    reason: str = ""
    consents: str = ""
    prev_hash: str = ""
    hash: str = ""


def rows(portion: Collection[Played], numbers: Iterator[int]) -> Iterator[Sequence[Cell]]:
    """What was done about these rubbers, one after the other; `numbers` counts the lines of the whole table."""
    beside = _beside([played.rubber for played in portion])
    for played in portion:
        players = {place.member_id for place in played.seats}
        for deed in _in_order(_chain(played), [*beside[played.rubber.pk], *_ends(played.rubber)]):
            yield _line(deed, next(numbers), "player" if deed.actor_id in players else "keeper", played.rubber.pk)


def club_rows(numbers: Iterator[int]) -> Iterator[Sequence[Cell]]:
    """What was done about members and seasons."""
    deeds = [*_merges(), *_closings()]
    for deed in sorted(deeds, key=lambda deed: deed.at):
        yield _line(deed, next(numbers), "admin", None)


def _line(deed: Deed, number: int, role: str, rubber_id: int | None) -> Sequence[Cell]:
    return number, moment(deed.at), deed.actor_id, role if deed.actor_id else None, *deed[2:], rubber_id


def _in_order(chain: Iterable[Deed], beside: Iterable[Deed]) -> list[Deed]:
    """By time; the chain stays in its own order even where a clock was put back."""
    timed = [(deed.at, deed) for deed in beside]
    reached: datetime | None = None
    for deed in chain:
        reached = max(reached or deed.at, deed.at)
        timed.append((reached, deed))
    return [deed for _, deed in sorted(timed, key=lambda pair: pair[0])]


def _chain(played: Played) -> Iterator[Deed]:
    """The beginning, then every version."""
    rubber = played.rubber
    text, previous = played.beginning
    yield Deed(rubber.started_at, rubber.started_by_id, "began", "rubber", rubber.pk, after=text, hash=previous)
    before: dict[int, str] = {}
    for version in played.versions:
        row = version.row
        yield Deed(
            row.recorded_at,
            row.recorded_by_id,
            "struck" if row.is_struck else "recorded" if row.version == 1 else "corrected",
            "deal",
            row.pk,
            from_version=row.version - 1 or None,
            to_version=row.version,
            before=before.get(row.number, ""),
            after=version.text,
            reason=row.reason,
            consents=ids(version.signed_by),
            prev_hash=previous,
            hash=version.link,
        )
        previous, before[row.number] = version.link, version.text


def _beside(rubbers: Collection[Rubber]) -> dict[int, list[Deed]]:
    """What else was done about these rubbers, by their ids."""
    found: dict[int, list[Deed]] = defaultdict(list)
    for proposal in Proposal.objects.filter(rubber__in=rubbers).prefetch_related("votes").order_by("pk"):
        found[proposal.rubber_id] += _proposal(proposal)
    for asked in Substitution.objects.filter(rubber__in=rubbers).order_by("pk"):
        found[asked.rubber_id] += _substitution(asked)
    for signed in NetAgreement.objects.filter(rubber__in=rubbers).order_by("pk"):
        agreed = Deed(signed.at, signed.member_id, "agreed", "net score", signed.rubber_id, reason=signed.how)
        found[signed.rubber_id].append(agreed)
    for note in PackNote.objects.filter(rubber__in=rubbers).order_by("pk"):
        found[note.rubber_id].append(Deed(note.at, note.member_id, "found wrong", "pack", note.pk, reason=note.text))
    for opened in Reopening.objects.filter(rubber__in=rubbers).order_by("pk"):
        reopened = Deed(opened.at, opened.member_id, "reopened", "rubber", opened.rubber_id, reason=opened.reason)
        found[opened.rubber_id].append(reopened)
    return found


def _proposal(proposal: Proposal) -> Iterator[Deed]:
    after = as_json({"base": proposal.base_id, "deal": "" if proposal.strikes else str(proposal.facts)})
    at, by, pk = proposal.made_at, proposal.made_by_id, proposal.pk
    yield Deed(at, by, "proposed", "proposal", pk, after=after, reason=proposal.reason, consents=_yes(proposal))
    if proposal.closed_at:
        at, closer = proposal.closed_at, proposal.closed_by_id
        yield Deed(at, closer, proposal.state, "proposal", pk, reason=proposal.ruling)


def _yes(proposal: Proposal) -> str:
    newest = {vote.member_id: vote.is_yes for vote in sorted(proposal.votes.all(), key=lambda vote: vote.pk)}
    return ids(member_id for member_id, is_yes in newest.items() if is_yes)


def _substitution(asked: Substitution) -> Iterator[Deed]:
    told = as_json({"seat": asked.seat, "leaver": asked.leaver_id, "substitute": asked.substitute_id})
    yield Deed(asked.proposed_at, asked.proposed_by_id, "asked for", "substitute", asked.pk, after=told)
    for at, action in ((asked.made_at, "seated"), (asked.withdrawn_at, "withdrawn")):
        if at:
            yield Deed(at, None, action, "substitute", asked.pk, after=told)


def _ends(rubber: Rubber) -> Iterator[Deed]:
    if rubber.ended_at:
        by, reason = rubber.ended_by_id, rubber.ending_reason
        yield Deed(rubber.ended_at, by, "ended", "rubber", rubber.pk, after=rubber.ending, reason=reason)
    if rubber.agreed_at:
        yield Deed(rubber.agreed_at, None, "posted", "rubber", rubber.pk)


def _merges() -> Iterator[Deed]:
    for merge in Merge.objects.order_by("pk"):
        told = as_json({"kept": merge.kept_id, "merged": merge.merged_id})
        yield Deed(merge.made_at, merge.made_by_id, "merged", "member", merge.merged_id, after=told)
        if merge.undone_at:
            yield Deed(merge.undone_at, merge.undone_by_id, "parted", "member", merge.merged_id, before=told)


def _closings() -> Iterator[Deed]:
    for season in Season.objects.exclude(closed_at=None).order_by("pk"):
        if season.closed_at:
            yield Deed(season.closed_at, season.closed_by_id, "closed", "season", season.pk, after=season.name)
