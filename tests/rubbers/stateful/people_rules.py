"""What is done with records of members: two that are one person are merged, and separated; members leave the club."""

from clubscore.members.merging import services as merging
from clubscore.members.models import Member, Merge
from clubscore.members.people.services import come_back, leave_club
from tests.rubbers.stateful.club import Club, step


class PeopleRules(Club):
    @step()
    def merge(self) -> None:
        """A guest turns out to be a member; now and then any two records."""
        records = list(Member.objects.filter(is_staff=False).order_by("pk"))
        guests = [record for record in records if record.is_guest and record.is_active]
        kept = self.choose(records, "kept")
        merged = self.choose((guests or records) if self.choose([True, True, False], "a guest") else records, "merged")
        self.write(merging.merge, kept=kept, merged=merged, by=self.admin)

    @step()
    def separate(self) -> None:
        made = list(Merge.objects.filter(undone_at=None).order_by("pk"))
        if made:
            self.write(merging.undo, merge=self.choose(made, "merge"), by=self.admin)

    @step()
    def leave_the_club(self) -> None:
        self.write(leave_club, member=self.choose(self.players(), "who leaves"), by=self.admin)

    def players(self) -> list[Member]:
        return [each for each in self.members() if not each.is_staff]

    @step()
    def come_back_to_the_club(self) -> None:
        gone = list(Member.objects.filter(is_active=False).order_by("pk"))
        if gone:
            self.write(come_back, member=self.choose(gone, "who comes back"), by=self.admin)
