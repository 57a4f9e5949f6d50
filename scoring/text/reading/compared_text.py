"""Writes what differs between a file and the fold of its session, as text and as JSON."""

from collections.abc import Iterator
from typing import Any

from scoring.text.reading.comparing import ComparedSession

AGREED = "Every figure that the file prints follows from its results.\n"


def differences_as_text(compared: ComparedSession) -> Iterator[str]:
    """Yield the lines about a session: its differences, or that there are none; then the notes of the reader."""
    if compared.differences:
        yield "Printed otherwise than it follows from the results\n"
    else:
        yield AGREED
    for difference in compared.differences:
        yield f"  {difference.text}\n"
    if compared.session.notes:
        yield "\n"
        yield "Read otherwise than it is written\n"
    for note in compared.session.notes:
        yield f"  {note}\n"


def differences_as_json(compared: ComparedSession) -> dict[str, Any]:
    """The differences and notes as values for ``json.dumps``; the keys and their order are stable."""
    differences = []
    for difference in compared.differences:
        differences.append(
            {
                "kind": difference.kind,
                "board": difference.board,
                "entry": difference.entry,
                "printed": str(difference.printed),
                "folded": str(difference.folded),
                "text": str(difference.text),
            }
        )
    return {
        "differences": differences,
        "notes": [str(note) for note in compared.session.notes],
    }
