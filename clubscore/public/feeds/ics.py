"""Calendars as text, by RFC 5545. The functions are pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

LONGEST = 75  # bytes of a line, without its end


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """An event of one whole day, or one that starts at a certain time."""

    uid: str
    """An id that stays the same whenever the event is written."""
    day: date
    summary: str
    url: str
    starts_at: datetime | None = None
    """None for an event of the whole day. The end of an event with a start is not known."""


def calendar(name: str, events: Iterable[CalendarEvent], *, stamp: datetime) -> str:
    """The text of a calendar with these events. `stamp` is the time at which it is written."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Clubscore//Evenings//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{_text(name)}",
        f"X-WR-CALNAME:{_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        *(line for event in events for line in _lines_of(event, stamp)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _lines_of(event: CalendarEvent, stamp: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"DTSTAMP:{stamp.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    if event.starts_at:
        yield f"DTSTART:{event.starts_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    else:
        yield f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(event.summary)}"
    yield f"URL:{event.url}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def _folded(line: str) -> str:
    """The line, folded into lines of at most LONGEST bytes. A blank begins each line except the first.

    No character is cut in two.
    """
    parts, part, size = [], "", 0
    for character in line:
        width = len(character.encode())
        if size + width > LONGEST:
            parts.append(part)
            part, size = " ", 1
        part, size = part + character, size + width
    return "\r\n".join([*parts, part])
