"""Steps about members' records: merging two records of one person, separating them again, and leaving the club."""

from clubscore.members.merging import services as merging
from clubscore.members.models import Member, Merge
from clubscore.members.people.services import come_back, leave_club
from clubscore.tables import services as tables
from clubscore.tables.models import Sitting
from tests.rubbers.stateful.club import Club, step


class PeopleRules(Club):
    @step(weight=2)
    def merge(self) -> None:
        """Merge two records, usually a guest into a record that is free to be merged; sometimes any two records."""
        players = Member.objects.filter(is_staff=False).exclude(pk=self.arbiter.pk)
        records = list(players.order_by("pk"))
        if self.choose([True, True, True, False], "free"):
            records = [
                record for record in records if record in self.at_no_table_in_play()
            ] or records
        guests = [record for record in records if record.is_guest and record.is_active]
        merged = self.choose(
            (guests or records)
            if self.choose([True, True, False], "a guest")
            else records,
            "merged",
        )
        kept = self.choose(
            [record for record in records if record != merged] or records, "kept"
        )
        for sitting in (
            Sitting.objects.present().filter(member=merged).select_related("table")
        ):
            self.write(tables.leave_table, table=sitting.table, member=merged)
        self.write(merging.merge, kept=kept, merged=merged, by=self.admin)

    def at_no_table_in_play(self) -> list[Member]:
        """The members who do not play at any table. Implemented by the rules of the room."""
        raise NotImplementedError

    @step()
    def separate(self) -> None:
        made = list(Merge.objects.filter(undone_at=None).order_by("pk"))
        if made:
            self.write(merging.undo, merge=self.choose(made, "merge"), by=self.admin)

    @step()
    def leave_the_club(self) -> None:
        self.write(
            leave_club, member=self.choose(self.players(), "who leaves"), by=self.admin
        )

    def players(self) -> list[Member]:
        return [each for each in self.members() if not each.is_staff]

    @step()
    def come_back_to_the_club(self) -> None:
        gone = list(Member.objects.filter(is_active=False).order_by("pk"))
        if gone:
            self.write(
                come_back, member=self.choose(gone, "who comes back"), by=self.admin
            )
