"""One session, read once: its sections, their movement in force, their players, and the current round."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from clubscore.duplicate.models import Entry, Place, Plan, Section, Session
from clubscore.duplicate.session.clock import RoundClock
from clubscore.members.models import Member
from scoring.movements.editions import Edition
from scoring.movements.plan import Movement, MovementRow, boards_of
from scoring.movements.round_robin import OWN_BOARDS, ROUND_ROBIN


@dataclass(frozen=True)
class SectionState:
    """One section: the editions of its plan, its entries by number, and every place that was taken."""

    section: Section
    plans: tuple[Plan, ...]
    editions: tuple[Edition, ...]
    """The editions of the plan of the section, each with its rows, in the order of `plans`."""
    movement: Movement
    entries: Mapping[int, Entry]
    places: tuple[Place, ...]
    """All places of the section, in the order in which members took them, each with its entry and its member.

    Places that a member has left are here too.
    """
    _persons: dict[tuple[Any, ...], frozenset[int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The cached answers of `persons_at`, which a page of a large session calls hundreds of times."""

    @cached_property
    def letter(self) -> str:
        return self.section.letter

    @cached_property
    def players(self) -> dict[int, list[Member]]:
        """The members of each entry who have not left, by its number, in the order of their seats N, S, E, W, 5, 6.

        Entries without such members are left out.
        """
        present: dict[int, list[Member]] = {}
        for number, places in self._places_of.items():
            for place in places:
                if place.to_round is None:
                    present.setdefault(number, []).append(place.member)
        return present

    @cached_property
    def _places_of(self) -> dict[int, list[Place]]:
        """The places of each entry, by its number, in the order of their seats N, S, E, W, 5, 6."""
        places_of: dict[int, list[Place]] = {}
        for place in sorted(self.places, key=lambda place: "NSEW56".index(place.seat)):
            places_of.setdefault(place.entry.number, []).append(place)
        return places_of

    @property
    def form(self) -> str:
        """The form of contest: `pairs`, `teams` or `individual`."""
        return self.movement.form

    def players_in(self, number: int, round: int) -> list[Member]:
        """The members who play for an entry in a round, in the order of their seats. Members who wait do not count."""
        return [
            place.member
            for place in self._places_of.get(number, ())
            if place.covers(round)
        ]

    def members_in(self, number: int, round: int) -> list[Member]:
        """The members of an entry in a round, with the fifth and sixth of a team, who wait.

        If no member has a place in that round, the members who have not left are returned. The list is empty if all
        members of the entry have left, even if they had places in that round.
        """
        if number not in self.players:
            return []
        members = []
        for place in self._places_of[number]:
            if place.from_round <= round <= place.last_round:
                members.append(place.member)
        return members or self.players[number]

    def players_at(self, row: MovementRow, line: str) -> list[Member]:
        """The members who hold the cards of one side, NS or EW, in a row: a pair, half of a team, or two players."""
        is_of_teams = self.form == "teams"
        members = []
        for number in dict.fromkeys(numbers_in(row, line)):
            if number is None:
                continue
            for place in self._places_of.get(number, ()):
                is_in_line = not is_of_teams or place.seat in line
                if is_in_line and place.covers(row.round):
                    members.append(place.member)
        return members

    def persons_at(self, row: MovementRow, line: str) -> frozenset[int]:
        """The ids of the persons who hold the cards of one side, NS or EW, in a row."""
        round = row.round
        if self._nobody_changed:
            round = min(round, 1)
        asked = numbers_in(row, line), line, round
        if asked not in self._persons:
            self._persons[asked] = frozenset(
                member.person_id for member in self.players_at(row, line)
            )
        return self._persons[asked]

    @cached_property
    def _nobody_changed(self) -> bool:
        """True if everybody has played from the first round on, and nobody has left."""
        return all(
            place.from_round == 1 and place.to_round is None for place in self.places
        )

    def places_of(self, number: int) -> list[Place]:
        """The places of an entry in the order of their seats.

        A place that the member left before playing a round at it is left out.
        """
        return [place for place in self._places_of.get(number, ()) if not place.is_void]

    def times_taken(self, number: int) -> int:
        """The number of times that members have taken a place of an entry.

        A place that was left before a round counts too, so the number never decreases.
        """
        return len(self._places_of.get(number, ()))

    @cached_property
    def open_numbers(self) -> list[int]:
        """The numbers of the plan for which nobody plays now, without the numbers of withdrawn entries."""
        gone = self.withdrawn
        return [
            number
            for number in self.movement.entries
            if number not in self.players and number not in gone
        ]

    @cached_property
    def withdrawn(self) -> dict[int, int]:
        """The last round of each withdrawn entry, by its number; 0 if the entry played no round."""
        last_rounds = {}
        for number, entry in self.entries.items():
            if entry.standing == Entry.Standing.WITHDRAWN:
                places = self.places_of(number) or self._places_of.get(number, [])
                last = max((place.to_round or 0 for place in places), default=0)
                last_rounds[number] = last
        return last_rounds

    def are_there(self, numbers: Iterable[int], round: int) -> bool:
        """True if each of these entries has a player in the round."""
        if self._nobody_changed:
            return self._places_of.keys() >= {*numbers}
        return all(self._is_there(number, round) for number in numbers)

    def _is_there(self, number: int, round: int) -> bool:
        """True if the entry with this number has a player in the round."""
        places = self._places_of.get(number, ())
        return any(place.from_round <= round <= place.last_round for place in places)

    def rounds_of(self, number: int) -> set[int]:
        """The rounds of the plan in force in which an entry meets an opponent who has players."""
        rounds = set()
        for row in self.movement.rows:
            if number in row.seated and self.both_are_there(row):
                rounds.add(row.round)
        return rounds

    def both_are_there(self, row: MovementRow) -> bool:
        """True if the plan has two sides in a row, and each of their entries has a player in that round."""
        return row.is_played and self.are_there(row.seated, row.round)

    def byes(self, last: int) -> list[tuple[int, int]]:
        """A tuple (round, number) for each entry that was drawn in a round but had no opponent.

        The rounds go from 1 to `last`. Entries without players in the round are left out.
        """
        byes = []
        for round in range(1, last + 1):
            without_opponent = self._drawn_without_opponent(round)
            for number in self.entries:
                if number in without_opponent and self.are_there([number], round):
                    byes.append((round, number))
        return byes

    def _drawn_without_opponent(self, round: int) -> set[int]:
        """The numbers of the entries that were drawn in a round, but have nobody to play against in this round.

        An entry has nobody to play against if it sits out, or if its opponent, or the entry itself, has no player.
        """
        drawn: set[int] = set()
        playing: set[int] = set()
        for row in self.movement.by_round.get(round, ()):
            drawn.update(row.seated)
            if self.both_are_there(row):
                playing.update(row.seated)
        for of_round, number in self.movement.sit_outs:
            if of_round == round:
                drawn.add(number)
        return drawn - playing

    def row_at(self, round: int, table: int) -> MovementRow | None:
        """The row of a table in a round; None if the plan has none."""
        for row in self.movement.by_round.get(round, ()):
            if row.table == table:
                return row
        return None

    def row_of(self, round: int, number: int, seat: str = "N") -> MovementRow | None:
        """The row in which an entry sits in a round, even without opponents; None if the entry sits at no table.

        A team sits in two rows; the answer is the row of the half to which the seat `seat` belongs.
        """
        rows = self.movement.by_round.get(round, ())
        if self.form == "teams":
            half = "ns" if seat in "NS" else "ew"
            return next((row for row in rows if getattr(row, half) == number), None)
        return next((row for row in rows if number in row.seated), None)


def numbers_in(row: MovementRow, line: str) -> tuple[int | None, int | None]:
    """The numbers of one side, NS or EW, in a row: twice the same number for a pair or a team."""
    if line == "NS":
        return row.north, row.south
    return row.east, row.west


@dataclass(frozen=True)
class SessionState:
    """A session with everything that its pages ask about, except results."""

    session: Session
    sections: tuple[SectionState, ...]
    starts: Mapping[int, RoundClock]
    """The clock of each round that has begun, by the number of the round."""

    @property
    def round(self) -> int:
        """The number of the current round, or of the last round when play is over; 0 before the first round."""
        return max(self.starts, default=0)

    @property
    def stage(self) -> str:
        """A text that changes when a browser has to fetch the whole page of the session again.

        It changes when a round begins, is taken back or is drawn, when its clock is changed, when a substitute comes,
        and when the session is over or cancelled.
        """
        stage = f"{self.round}-{self.session.is_over}-{self.session.is_cancelled}"
        if self.session.is_swiss:
            stage += f"-{sum(len(section.plans) for section in self.sections)}"
        # A place whose rounds were all taken back is still a row: the number of substitutes never falls.
        substitutes = 0
        for section in self.sections:
            seats = {(place.entry_id, place.seat) for place in section.places}
            substitutes += len(section.places) - len(seats)
        if substitutes:
            stage += f"-p{substitutes}"
        if self.clock_mark:
            stage += f"-c{self.clock_mark}"
        return stage

    @property
    def clock(self) -> RoundClock | None:
        """The clock of the current round; None before the first round."""
        return self.starts.get(self.round)

    @property
    def clock_mark(self) -> int:
        """A number that changes with every change of the clock of the current round."""
        return self.clock.mark if self.clock else 0

    @cached_property
    def _movements(self) -> tuple[Movement, ...]:
        """The movement in force of each section."""
        return tuple(section.movement for section in self.sections)

    @cached_property
    def rounds(self) -> int:
        """The number of rounds that are planned."""
        return max((movement.rounds_planned for movement in self._movements), default=0)

    @cached_property
    def drawn(self) -> int:
        """The last round whose tables are known.

        In a Swiss it can be earlier than the last planned round, because each round is drawn after the round before it.
        """
        return max((movement.rounds for movement in self._movements), default=0)

    @property
    def may_change_rounds(self) -> bool:
        """True if the number of rounds may change: not where a match has two rounds, nor in a Swiss, which is drawn.

        A round robin of teams whose rounds are whole matches may end after any round.
        """
        if not self.session.has_matches:
            return True
        return all(
            movement.kind in (ROUND_ROBIN, OWN_BOARDS) for movement in self._movements
        )

    @cached_property
    def byes(self) -> list[tuple[int, str, int]]:
        """A tuple (round, section letter, number) for each entry that had no opponent in a round that has begun.

        The list is empty if the session is not a Swiss.
        """
        byes: list[tuple[int, str, int]] = []
        if not self.session.is_swiss:
            return byes
        for section in self.sections:
            for round, number in section.byes(self.round):
                byes.append((round, section.letter, number))
        return byes

    @cached_property
    def tables(self) -> int:
        """The number of tables in all sections."""
        return sum(movement.tables for movement in self._movements)

    @cached_property
    def boards(self) -> int:
        """The number of different boards in the session."""
        sets = max((movement.sets for movement in self._movements), default=0)
        return sets * self.session.boards_a_round

    def boards_in(self, row: MovementRow) -> range:
        """The numbers of the boards that the table of a row plays in the round of the row."""
        return boards_of(row.set, self.session.boards_a_round)

    @cached_property
    def rows(self) -> tuple[tuple[SectionState, MovementRow], ...]:
        """The rows of the plan in force in which both sides have players, each with its section."""
        rows = []
        for section in self.sections:
            for row in section.movement.rows:
                if section.both_are_there(row):
                    rows.append((section, row))
        return tuple(rows)

    def section(self, letter: str) -> SectionState | None:
        """The section with this letter; None if there is none."""
        for section in self.sections:
            if section.letter == letter:
                return section
        return None

    def entry_of(self, member: Member) -> tuple[SectionState, Entry] | None:
        """The entry for which a member plays now, with its section; None for a member who plays for no entry.

        A member in their last round still plays. If the person has several member records, the places of all records
        count.
        """
        held = self.held_by(member)
        if held is None:
            return None
        section, place = held
        return section, place.entry

    def held_by(self, member: Member) -> tuple[SectionState, Place] | None:
        """The place that the person behind a member record has in the current round, with its section.

        Without a place in the current round, the answer is the place that begins first among the places that the person
        still holds. It is None if the person holds no place.
        """
        round = max(self.round, 1)

        def order(held: tuple[SectionState, Place]) -> tuple[bool, int]:
            _section, place = held
            return not place.covers(round), place.from_round

        places = [had for had in self.had_by(member) if self.is_held(had[1])]
        return min(places, key=order, default=None)

    def had_by(self, member: Member) -> list[tuple[SectionState, Place]]:
        """Every place that the person behind a member record has, or had for at least a round, with its section.

        The places are ordered by section, and then by the time at which they were taken.
        """
        person = member.person_id
        had = []
        for section in self.sections:
            for place in section.places:
                if place.member.person_id == person and not place.is_void:
                    had.append((section, place))
        return had

    def held_in(self, member: Member, round: int) -> tuple[SectionState, Place] | None:
        """The place at which the person behind a member record plays in a round, with its section.

        None if the person has no place in the round.
        """
        for section, place in self.had_by(member):
            if place.covers(round):
                return section, place
        return None

    def is_held(self, place: Place) -> bool:
        """True if the member has not left this place, or still plays there in the current round or a later one."""
        if place.to_round is None:
            return True
        is_going_on = not (self.session.is_over or self.session.is_cancelled)
        return is_going_on and not place.is_void and place.to_round >= self.round
