"""The fingerprint of a rubber's history: a chain of SHA-256 over its versions, in the order in which they were written.

The same rubber has the same fingerprint everywhere; a version that is changed, left out, added or moved changes it.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256

from clubscore.rubbers.models import Deal
from clubscore.rubbers.rubber.state import RubberState


def fingerprint(beginning: str, versions: Iterable[str]) -> str:
    """The SHA-256 fingerprint of the history of a rubber, as 64 hexadecimal digits.

    `beginning` is the text about the rubber itself, `versions` has a text for each version of a deal in the order of
    writing. Each text is hashed together with the hash before it; the last hash is the fingerprint.
    """
    *_, last = links(beginning, versions)
    return last


def links(beginning: str, versions: Iterable[str]) -> Iterator[str]:
    """The chain of SHA-256 hashes whose last one is the fingerprint of a history, in hexadecimal digits.

    The first hash is that of the text `beginning`. For each text in `versions`, the next hash is that of the previous
    hash and the text together.
    """
    link = sha256(beginning.encode()).hexdigest()
    yield link
    for version in versions:
        link = sha256(f"{link}\n{version}".encode()).hexdigest()
        yield link


def fingerprint_of(state: RubberState) -> str:
    """The fingerprint of a rubber, as 64 hexadecimal digits."""
    return fingerprint(beginning_of(state), map(version_text, state.versions))


def beginning_of(state: RubberState) -> str:
    """The text about a rubber with which its fingerprint begins: its game, rules, first dealer, start and seats.

    The seats stand in the order in which they were taken. After a correction of the seats they are there as they were
    entered and as they are now.
    """
    rubber = state.rubber
    seats = sorted(
        (_utc(place.since), place.seat, place.member_id)
        for place in (*state.corrected_seats, *state.seats)
    )
    return _canonical(
        rubber.pk,
        rubber.system,
        rubber.rules,
        rubber.first_dealer,
        _utc(rubber.started_at),
        seats,
    )


def version_text(deal: Deal) -> str:
    """The text about one version of a deal that is hashed into the fingerprint of its rubber.

    It has the number of the deal and of the version, a bool that is true if the version strikes the deal out, the facts
    in the quick notation, the recorder's id, the time (UTC) and the reason.
    """
    return _canonical(
        deal.number,
        deal.version,
        deal.is_struck,
        str(deal.facts),
        deal.recorded_by_id,
        _utc(deal.recorded_at),
        deal.reason,
    )


def _canonical(*values: object) -> str:
    return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _utc(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="microseconds")
