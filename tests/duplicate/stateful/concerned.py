"""The persons whom a board, an entry or a late change concerns, read from the places of the players."""

from collections.abc import Collection

from clubscore.duplicate.models import (
    Deputy,
    Entry,
    LateChange,
    Penalty,
    Place,
    Play,
    Publication,
    RoundStart,
    Ruling,
    Session,
)
from clubscore.duplicate.slot import Slot


def at_board(row: Play | Ruling) -> set[int]:
    """The persons who played the board of a result or of a ruling, in its round."""
    return _in_round(
        row.section_id, row.round, {row.north, row.south, row.east, row.west}
    )


def at_slot(session: Session, slot: Slot) -> set[int]:
    """The persons who sat at a slot, by its result or, without a result, by its ruling; empty if it has neither."""
    for rows in (Play.objects, Ruling.objects):
        here = rows.filter(
            session=session,
            section__letter=slot.letter,
            round=slot.round,
            table=slot.table,
            board=slot.board,
        )
        newest = here.order_by("version").last()
        if newest:
            return at_board(newest)
    return set()


def of_entry(entry: Entry) -> set[int]:
    """The persons who play or have played for an entry, in any round."""
    places = [place for place in _places(entry__pk=entry.pk) if not place.is_void]
    return {place.member.person_id for place in places}


def of_board_number(session: Session, board: int) -> set[int]:
    """The persons who have a result on a board of the session, at any table."""
    found: set[int] = set()
    for play in Play.objects.filter(session=session, board=board):
        found |= at_board(play)
    return found


def directing(session: Session) -> set[int]:
    """The director of the session, everybody who was ever a deputy, and everybody who acted there as a director."""
    deputies = Deputy.objects.filter(session=session).select_related("member")
    persons = {deputy.member.person_id for deputy in deputies}
    for ruling in Ruling.objects.filter(session=session, made_by_appeals=None):
        persons.add(ruling.ruled_by.person_id)
    for penalty in Penalty.objects.filter(session=session):
        persons.add(penalty.given_by.person_id)
    for publication in Publication.objects.filter(session=session):
        persons.add(publication.by.person_id)
    for start in RoundStart.objects.filter(session=session):
        persons.add(start.by.person_id)
    return persons | {session.director.person_id}


def by_late_change(late: LateChange) -> set[int]:
    """The persons whom a late change concerns."""
    content = late.content
    if late.kind == "correction":
        assert late.correction
        return at_board(late.correction.play)
    if late.kind == "ruling":
        return at_slot(late.session, Slot(*content["slot"]))
    if late.kind == "groups":
        return of_board_number(late.session, content["board"])
    if late.kind == "misplay":
        return set()  # the service that makes it asks who sat there
    section = late.session.sections.get(letter=content["letter"])
    persons = of_entry(section.entries.get(number=content["number"]))
    return persons | {late.member.person_id} if late.member else persons


def _in_round(section: int, round: int, numbers: Collection[int]) -> set[int]:
    places = _places(entry__section=section, entry__number__in=numbers)
    return {place.member.person_id for place in places if place.covers(round)}


def _places(**conditions: object) -> Collection[Place]:
    return Place.objects.filter(**conditions).select_related("member")


def of_side(play: Play, numbers: Collection[int]) -> set[int]:
    """The persons who had these numbers of a result, in its round."""
    return _in_round(play.section_id, play.round, numbers)
