"""Steps in the room: opening tables, coming and leaving, cutting, beginning a rubber, and substitutes."""

from clubscore.members.models import Member
from clubscore.room import services as room
from clubscore.rubbers.models import Rubber, Substitution
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.substitution.services import (
    consent,
    propose_substitute,
    withdraw_substitute,
)
from clubscore.tables import cuts
from clubscore.tables import services as tables
from clubscore.tables.models import Sitting, Table
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.rubbers.stateful.club import Club, Outcome, step

GAMES = (
    ("contract", {}),
    ("royal", {"passed_out": "allowed"}),
    ("chicago", {}),
    ("contract", {"unfinished_partscore": 50}),
    ("royal", {}),
    ("chicago", {"passed_out": "counts", "vulnerable": "defenders"}),
)
MOST_TABLES = 3


class RoomRules(Club):
    def tables(self, **conditions: object) -> list[Table]:
        return list(Table.objects.in_use().filter(**conditions))

    def at_no_table_in_play(self) -> list:
        """The members who do not play anywhere, so that they could take a seat now."""
        busy = (
            Sitting.objects.filter(left_at=None, table__is_playing=True)
            .exclude(seat="")
            .values("member")
        )
        return [
            each
            for each in self.members()
            if each.pk not in {row["member"] for row in busy}
        ]

    @step()
    def open_a_table(self) -> None:
        if len(self.tables()) >= MOST_TABLES:
            return
        by = self.choose(self.members(), "who opens it")
        opened = self.write(tables.open_table, by=by)
        self.choose_the_game(opened.value)

    def choose_the_game(self, table: Table) -> None:
        system, rules = self.choose(GAMES, "game")
        self.write(
            tables.choose_game, is_timed=False, table=table, system=system, rules=rules
        )

    @step()
    def another_game(self) -> None:
        """Choose another game for a table, which is refused while a rubber is in play."""
        if self.tables():
            self.choose_the_game(self.choose(self.tables(), "table"))

    @step()
    def come_to_a_table(self) -> None:
        """A member comes to a table, into a free or taken seat or to wait for the cut; a member who plays
        elsewhere is refused.
        """
        if self.tables():
            table = self.choose(self.tables(), "table")
            free = self.at_no_table_in_play() or self.members()
            who = self.choose(
                free if self.choose([True, True, False], "free") else self.members(),
                "who comes",
            )
            by, seat = (
                self.choose([who, *self.members()], "by"),
                self.choose([None, None, *Seat], "seat"),
            )
            outcome = self.write(
                tables.come_to_table, table=table, member=who, seat=seat, by=by
            )
            if outcome.is_written and self.choose([True, False], "answers"):
                self.answer(table, who)

    def answer(self, table: Table, who: Member) -> None:
        """A member who was seated by another says to be there or not.

        With "not there" the seat is free again, unless a rubber holds it.
        """
        brought = Sitting.objects.unconfirmed().filter(table=table, member=who).exists()
        service = self.choose([room.say_there, room.say_not_there], "answer")
        waiting = [rubber.pk for rubber in self.rubbers(table=table, agreed_at=None)]
        outcome = self.write(service, touches=waiting, table=table, by=who)
        assert outcome.is_written or not brought
        if (
            brought
            and service is room.say_not_there
            and not Table.objects.get(pk=table.pk).is_playing
        ):
            assert (
                not Sitting.objects.present().filter(table=table, member=who).exists()
            )

    @step()
    def leave_a_table(self) -> None:
        present = list(Sitting.objects.present().order_by("pk").select_related("table"))
        if present:
            sitting = self.choose(present, "who leaves")
            self.write(tables.leave_table, table=sitting.table, member=sitting.member)

    @step()
    def put_a_table_away(self) -> None:
        if len(self.tables()) > 1:
            self.write(tables.close_table, table=self.choose(self.tables(), "table"))

    @step()
    def cut(self) -> None:
        """Cut for partners at a table; refused if a rubber is in play or too few players have come."""
        free = self.tables(is_playing=False)
        every = (
            free
            if free and self.choose([True, True, True, False], "free")
            else self.tables()
        )
        if every:
            self.cut_at(self.choose(every, "table"))

    def cut_at(self, table: Table) -> Outcome:
        """Bring a table to four players, if enough members are free, and cut there."""
        missing = 0 if table.is_playing else 4 - len(seating_at(table).members)
        free = [
            each
            for each in self.at_no_table_in_play()
            if each not in seating_at(table).members
        ]
        for _ in range(min(missing, len(free))):
            who = free.pop(free.index(self.choose(free, "who comes")))
            self.write(tables.come_to_table, table=table, member=who, seat=None)
        return self.write(
            room.cut, table=table, by=self.choose(self.members(), "who cuts")
        )

    @step()
    def choose_seats(self) -> None:
        """Choose seats by the last cut of a table, which may be an old one."""
        if not self.tables():
            return
        table = self.choose(self.tables(), "table")
        cut = table.cuts.order_by("pk").last() or self.cut_at(table).value
        if cut:
            self.write(
                cuts.choose_seats,
                is_timed=False,
                cut=cut,
                seat=self.choose(Seat, "seat"),
            )

    @step(weight=2)
    def begin(self) -> None:
        """Fill the free seats of a table and begin a rubber there."""
        if self.tables(is_playing=False):
            self.begin_at(self.choose(self.tables(is_playing=False), "table"))

    def begin_at(self, table: Table) -> Rubber | None:
        for seat in seating_at(table).free_seats:
            free = [
                each
                for each in self.at_no_table_in_play()
                if each not in seating_at(table).seats.values()
            ]
            if not free:
                return None
            self.write(
                tables.come_to_table,
                table=table,
                member=self.choose(free, "who sits down"),
                seat=seat,
            )
        by = self.choose(list(seating_at(table).seats.values()), "who begins")
        return self.write(
            start_rubber, table=table, dealer=self.choose(Seat, "dealer"), by=by
        ).value

    @step(weight=2)
    def substitute(self) -> None:
        """Ask for a substitute in one seat, and let some of the other players consent."""
        asked = self.ask_for_a_substitute()
        if asked:
            self.consent_to(asked, self.choose([3, 3, 2, 1, 0], "consents"))

    def ask_for_a_substitute(self) -> Substitution | None:
        playing = [rubber for rubber in self.in_play() if self.four(rubber)]
        if not playing:
            return None
        rubber = self.choose(playing, "rubber")
        four = self.four(rubber)
        comer = self.choose(self.strangers(rubber) or self.members(), "substitute")
        seat, by = (
            self.choose(list(four), "whose seat"),
            self.choose(list(four.values()), "who asks"),
        )
        return self.write_on(
            rubber, propose_substitute, seat=seat, substitute=comer, by=by
        ).value

    def consent_to(self, proposed: Substitution, consents: int) -> None:
        others = [
            who
            for who in self.four(proposed.rubber).values()
            if who.pk != proposed.leaver_id
        ]
        for who in others[:consents]:
            self.write_on(proposed.rubber, consent, substitution=proposed, by=who)

    @step()
    def consent_to_a_substitute(self) -> None:
        asked = self.a_substitution()
        if asked:
            self.consent_to(asked, 3)

    def a_substitution(self) -> Substitution | None:
        """An undecided substitution, perhaps of a rubber that is over; a new one if there is none."""
        asked = list(Substitution.objects.open().order_by("pk"))
        return (
            self.choose(asked, "substitution") if asked else self.ask_for_a_substitute()
        )

    @step()
    def no_substitute_after_all(self) -> None:
        proposed = self.a_substitution()
        if proposed:
            by = self.choose(
                [proposed.proposed_by] * 4 + list(self.four(proposed.rubber).values()),
                "who",
            )
            self.write_on(
                proposed.rubber, withdraw_substitute, substitution=proposed, by=by
            )
