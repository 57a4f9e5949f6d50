"""`audit.csv`: who did what when. Versions of deals are chained to the fingerprint of their rubber.

`hash` is the SHA-256, in hexadecimal, of `after_json` where a rubber begins, then of the hash before it, a line feed
and `after_json`; the last of a rubber is its fingerprint. What has no hash is told beside the chain.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

from clubscore.archive.cells import as_json, ids, moment
from clubscore.archive.played import Played
from clubscore.ledger.models import Season
from clubscore.members.models import Merge
from clubscore.rubbers.fingerprint import beginning_of, links, version_text
from clubscore.rubbers.models import Proposal, Rubber
from clubscore.web.csv import Cell

HEADER = (
    *("seq", "at", "actor_id", "actor_role", "action", "object", "object_id", "from_version", "to_version"),
    *("before_json", "after_json", "reason", "consents", "prev_hash", "hash", "rubber_id"),
)


@dataclass(frozen=True, slots=True)
class Deed:
    """One line; `seq` and the rubber come with the writing. `consents` are members' ids."""

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


def rows(played: Played, numbers: Iterator[int]) -> Iterator[Sequence[Cell]]:
    """What was done about one rubber, in the order of time; `numbers` counts the lines of the whole table."""
    rubber = played.rubber
    players = {place.member_id for place in rubber.seats.all()}
    deeds = [*_chain(played), *_proposals(rubber), *_agreements(rubber), *_ends(rubber)]
    for deed in sorted(deeds, key=lambda deed: deed.at):
        yield _line(deed, next(numbers), "player" if deed.actor_id in players else "keeper", rubber.pk)


def club_rows(numbers: Iterator[int]) -> Iterator[Sequence[Cell]]:
    """What was done about members and seasons."""
    deeds = [*_merges(), *_closings()]
    for deed in sorted(deeds, key=lambda deed: deed.at):
        yield _line(deed, next(numbers), "admin", None)


def _line(deed: Deed, number: int, role: str, rubber_id: int | None) -> Sequence[Cell]:
    at, actor_id, *rest = astuple(deed)
    return number, moment(at), actor_id, role if actor_id else None, *rest, rubber_id


def _chain(played: Played) -> Iterator[Deed]:
    """The beginning, then every version."""
    rubber, texts = played.rubber, [version_text(row) for row in played.versions]
    beginning = beginning_of(rubber)
    previous, *chain = links(beginning, texts)
    yield Deed(rubber.started_at, rubber.started_by_id, "began", "rubber", rubber.pk, after=beginning, hash=previous)
    before: dict[int, str] = {}
    for row, text, link in zip(played.versions, texts, chain, strict=True):
        yield Deed(
            row.recorded_at,
            row.recorded_by_id,
            "struck" if row.is_struck else "recorded" if row.version == 1 else "corrected",
            "deal",
            row.pk,
            from_version=row.version - 1 or None,
            to_version=row.version,
            before=before.get(row.number, ""),
            after=text,
            reason=row.reason,
            consents=ids(signed.member_id for signed in row.agreements.all()),
            prev_hash=previous,
            hash=link,
        )
        previous, before[row.number] = link, text


def _proposals(rubber: Rubber) -> Iterator[Deed]:
    for proposal in rubber.proposals.all():
        after = as_json({"base": proposal.base_id, "deal": "" if proposal.strikes else str(proposal.facts)})
        yield Deed(
            proposal.made_at, proposal.made_by_id, "proposed", "proposal", proposal.pk, after=after,
            reason=proposal.reason, consents=_yes(proposal),
        )  # fmt: skip
        if proposal.closed_at:
            yield Deed(
                proposal.closed_at, proposal.closed_by_id, proposal.state, "proposal", proposal.pk,
                reason=proposal.ruling,
            )  # fmt: skip


def _yes(proposal: Proposal) -> str:
    newest = {vote.member_id: vote.is_yes for vote in sorted(proposal.votes.all(), key=lambda vote: vote.pk)}
    return ids(member_id for member_id, is_yes in newest.items() if is_yes)


def _agreements(rubber: Rubber) -> Iterator[Deed]:
    for signed in rubber.net_agreements.all():
        yield Deed(signed.at, signed.member_id, "agreed", "net score", rubber.pk, reason=signed.how)
    for asked in rubber.substitutions.all():
        told = as_json({"seat": asked.seat, "leaver": asked.leaver_id, "substitute": asked.substitute_id})
        yield Deed(asked.proposed_at, asked.proposed_by_id, "asked for", "substitute", asked.pk, after=told)
        if asked.made_at:
            yield Deed(asked.made_at, None, "seated", "substitute", asked.pk, after=told)
        if asked.withdrawn_at:
            yield Deed(asked.withdrawn_at, None, "withdrew", "substitute", asked.pk, after=told)
    for note in rubber.pack_notes.all():
        yield Deed(note.at, note.member_id, "found wrong", "pack", note.pk, reason=note.text)


def _ends(rubber: Rubber) -> Iterable[Deed]:
    if rubber.ended_at:
        yield Deed(
            rubber.ended_at, rubber.ended_by_id, "ended", "rubber", rubber.pk,
            after=rubber.ending, reason=rubber.ending_reason,
        )  # fmt: skip
    if rubber.agreed_at:
        yield Deed(rubber.agreed_at, None, "posted", "rubber", rubber.pk)
    for opened in rubber.reopenings.all():
        yield Deed(opened.at, opened.member_id, "reopened", "rubber", rubber.pk, reason=opened.reason)


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
