"""One session, read once: its sections with the movement in force, who plays, and which round it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from clubscore.duplicate.models import Entry, Place, Plan, RoundStart, Section, Session
from clubscore.members.models import Member
from scoring.movements.editions import Edition
from scoring.movements.plan import Movement, MovementRow, boards_of


@dataclass(frozen=True)
class SectionState:
    """One section: the editions of its plan, its entries by number, and everybody who has or had a place."""

    section: Section
    plans: tuple[Plan, ...]
    editions: tuple[Edition, ...]
    """The same as values, with their rows."""
    movement: Movement
    entries: Mapping[int, Entry]
    places: tuple[Place, ...]
    """In the order in which they were taken, with entry and member; also those that were left."""
    _persons: dict[tuple[Any, ...], frozenset[int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Answers of `persons_at`: a page of a large session asks hundreds of times."""

    @cached_property
    def letter(self) -> str:
        return self.section.letter

    @cached_property
    def players(self) -> dict[int, list[Member]]:
        """The members who are in each entry now, by its number: the one who sits North or East first."""
        here: dict[int, list[Member]] = {}
        for number, places in self._places_of.items():
            for place in places:
                if place.to_round is None:
                    here.setdefault(number, []).append(place.member)
        return here

    @cached_property
    def _places_of(self) -> dict[int, list[Place]]:
        """The places of each entry, by its number: the one who sits North or East first."""
        found: dict[int, list[Place]] = {}
        for place in sorted(self.places, key=lambda place: "NSEW56".index(place.seat)):
            found.setdefault(place.entry.number, []).append(place)
        return found

    @property
    def form(self) -> str:
        """`pairs`, `teams` or `individual`."""
        return self.movement.form

    def players_in(self, number: int, round: int) -> list[Member]:
        """The members who played for an entry in a round."""
        return [
            place.member
            for place in self._places_of.get(number, ())
            if place.covers(round)
        ]

    def members_in(self, number: int, round: int) -> list[Member]:
        """The members who are in an entry in a round, also who waits; where it comes later, who it will be."""
        if number not in self.players:
            return []
        there = [
            place.member
            for place in self._places_of[number]
            if place.from_round <= round <= place.last_round
        ]
        return there or self.players[number]

    def players_at(self, row: MovementRow, line: str) -> list[Member]:
        """The members who hold the cards of one side, NS or EW, in a row: a pair, half of a team, or two players."""
        numbers = (row.north, row.south) if line == "NS" else (row.east, row.west)
        return [
            place.member
            for number in dict.fromkeys(numbers)
            if number is not None
            for place in self._places_of.get(number, ())
            if place.covers(row.round) and (self.form != "teams" or place.seat in line)
        ]

    def persons_at(self, row: MovementRow, line: str) -> frozenset[int]:
        """The persons who hold the cards of one side, NS or EW, in a row, by the ids of their records."""
        numbers = (row.north, row.south) if line == "NS" else (row.east, row.west)
        round = min(row.round, 1) if self._nobody_changed else row.round
        asked = numbers, line, round
        if asked not in self._persons:
            self._persons[asked] = frozenset(
                member.person_id for member in self.players_at(row, line)
            )
        return self._persons[asked]

    @cached_property
    def _nobody_changed(self) -> bool:
        return all(
            place.from_round == 1 and place.to_round is None for place in self.places
        )

    def places_of(self, number: int) -> list[Place]:
        """The places of an entry that somebody has or had: the one who sits North or East first, then as taken."""
        return [place for place in self._places_of.get(number, ()) if not place.is_void]

    def times_taken(self, number: int) -> int:
        """The times that a place of an entry was taken, also for no round in the end: a number that only grows."""
        return len(self._places_of.get(number, ()))

    @cached_property
    def open_numbers(self) -> list[int]:
        """The numbers of the plan that nobody has taken, or has had."""
        gone = self.withdrawn
        return [
            number
            for number in self.movement.entries
            if number not in self.players and number not in gone
        ]

    @cached_property
    def withdrawn(self) -> dict[int, int]:
        """The entries that left while it was played, with the last round that each was there for."""
        last_rounds = {}
        for number, entry in self.entries.items():
            if entry.standing == Entry.Standing.WITHDRAWN:
                places = self.places_of(number) or self._places_of.get(number, [])
                last = max((place.to_round or 0 for place in places), default=0)
                last_rounds[number] = last
        return last_rounds

    def are_there(self, numbers: Iterable[int], round: int) -> bool:
        """True if each of these entries had somebody in the round."""
        if self._nobody_changed:
            return self._places_of.keys() >= {*numbers}
        return all(self._is_there(number, round) for number in numbers)

    def _is_there(self, number: int, round: int) -> bool:
        """True if the entry had somebody in the round."""
        places = self._places_of.get(number, ())
        return any(place.from_round <= round <= place.last_round for place in places)

    def rounds_of(self, number: int) -> set[int]:
        """The rounds of the plan in force in which an entry plays against one that is there."""
        rows = (
            row for row in self.movement.rows if number in row.seated and row.is_played
        )
        return {row.round for row in rows if self.are_there(row.seated, row.round)}

    def byes(self, last: int) -> list[tuple[int, int]]:
        """Round and number of everybody who was drawn, was there and had nobody to play, in the rounds up to `last`."""
        found = []
        for round in range(1, last + 1):
            rows = self.movement.by_round.get(round, ())
            playing = {
                n
                for row in rows
                if row.is_played and self.are_there(row.seated, round)
                for n in row.seated
            }
            drawn = {n for row in rows for n in row.seated} | {
                n for at, n in self.movement.sit_outs if at == round
            }
            found += [
                (round, n)
                for n in self.entries
                if n in drawn - playing and self.are_there([n], round)
            ]
        return found

    def row_at(self, round: int, table: int) -> MovementRow | None:
        """The row of a table in a round."""
        return next(
            (
                row
                for row in self.movement.by_round.get(round, ())
                if row.table == table
            ),
            None,
        )

    def row_of(self, round: int, number: int, seat: str = "N") -> MovementRow | None:
        """The row in which an entry plays in a round, of a team the half that `seat` is in; None while it sits out."""
        rows = self.movement.by_round.get(round, ())
        if self.form == "teams":
            half = "ns" if seat in "NS" else "ew"
            return next((row for row in rows if getattr(row, half) == number), None)
        return next((row for row in rows if number in row.seated), None)


@dataclass(frozen=True)
class SessionState:
    """A session with everything that its pages ask about, except results."""

    session: Session
    sections: tuple[SectionState, ...]
    starts: Mapping[int, RoundStart]
    """The clock of each round that has begun: the newest row."""

    @property
    def round(self) -> int:
        """The round that is played, or was played last; 0 before the first."""
        return max(self.starts, default=0)

    @property
    def stage(self) -> str:
        """A mark that moves when pages are to be fetched anew: a round has begun or is drawn, others play,
        it is over.
        """
        drawn = (
            f"-{sum(len(section.plans) for section in self.sections)}"
            if self.session.is_swiss
            else ""
        )
        # Rows that lost their rounds stay.
        places = [place for section in self.sections for place in section.places]
        sit_in = len(places) - len({(place.entry_id, place.seat) for place in places})
        others = f"-p{sit_in}" if sit_in else ""
        return f"{self.round}-{self.session.is_over}-{self.session.is_cancelled}{drawn}{others}"

    @cached_property
    def rounds(self) -> int:
        return max(
            (section.movement.rounds_planned for section in self.sections), default=0
        )

    @cached_property
    def drawn(self) -> int:
        """The last round whose tables are known: all of them, save of a Swiss."""
        return max((section.movement.rounds for section in self.sections), default=0)

    @cached_property
    def byes(self) -> list[tuple[int, str, int]]:
        """Of a Swiss round, section and number of who had nobody to play in a round that has begun."""
        if not self.session.is_swiss:
            return []
        return [
            (round, section.letter, number)
            for section in self.sections
            for round, number in section.byes(self.round)
        ]

    @cached_property
    def tables(self) -> int:
        return sum(section.movement.tables for section in self.sections)

    @cached_property
    def boards(self) -> int:
        """The number of different boards."""
        return (
            max((section.movement.sets for section in self.sections), default=0)
            * self.session.boards_a_round
        )

    def boards_in(self, row: MovementRow) -> range:
        """The boards of a row."""
        return boards_of(row.set, self.session.boards_a_round)

    @cached_property
    def rows(self) -> tuple[tuple[SectionState, MovementRow], ...]:
        """The rows of the plan in force where two pairs meet who have both come by then."""
        return tuple(
            (section, row)
            for section in self.sections
            for row in section.movement.rows
            if row.is_played and section.are_there(row.seated, row.round)
        )

    def section(self, letter: str) -> SectionState | None:
        return next(
            (section for section in self.sections if section.letter == letter), None
        )

    def entry_of(self, member: Member) -> tuple[SectionState, Entry] | None:
        """The entry in which a person plays now, under whichever record; also who goes home after this round."""
        found = self.held_by(member)
        return (found[0], found[1].entry) if found else None

    def held_by(self, member: Member) -> tuple[SectionState, Place] | None:
        """The same with the place, which says in which half of a team they play: that of the round that is on, else
        of whoever comes in later.
        """
        held = [each for each in self.had_by(member) if self.is_held(each[1])]
        return min(
            held,
            key=lambda each: (
                not each[1].covers(max(self.round, 1)),
                each[1].from_round,
            ),
            default=None,
        )

    def had_by(self, member: Member) -> list[tuple[SectionState, Place]]:
        """Every place that a person has or had in some round, under whichever record, as they were taken."""
        person = member.person_id
        return [
            (section, place)
            for section in self.sections
            for place in section.places
            if place.member.person_id == person and not place.is_void
        ]

    def held_in(self, member: Member, round: int) -> tuple[SectionState, Place] | None:
        """The place that a person has or had in a round."""
        return next(
            (each for each in self.had_by(member) if each[1].covers(round)), None
        )

    def is_held(self, place: Place) -> bool:
        """Whether somebody has this place, or plays in the round that is on or in a later one."""
        if place.to_round is None:
            return True
        is_going_on = not (self.session.is_over or self.session.is_cancelled)
        return is_going_on and not place.is_void and place.to_round >= self.round
