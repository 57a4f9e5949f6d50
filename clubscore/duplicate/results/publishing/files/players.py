"""The players of entries as files name them: with national numbers for officials, and in a team with their half."""

from collections.abc import Iterable, Mapping

from clubscore.duplicate.models import PublishedRow
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.session.lineup import shares_of
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.models import Member
from scoring import Side
from scoring.text.results.values import EntryPlayer

_HALVES = {"N": Side.NS, "S": Side.NS, "E": Side.EW, "W": Side.EW}
"""The half of a team to which a seat belongs; the fifth and the sixth belong to none."""


class FilePlayers:
    """The players of the entries of a session. The national numbers are read in one statement, when `has_ids` is true.

    Substitutes are left out: the places of a result belong to the players of the entry itself.
    """

    def __init__(self, state: SessionState, *, has_ids: bool) -> None:
        self._state = state
        self._ids = _national_ids(state) if has_ids else {}

    def of_row(self, row: PublishedRow, entry: Numbered) -> tuple[EntryPlayer, ...]:
        """The players of the published row of an entry, with the names of the records that played."""
        letter, number = entry
        members = [player.member for player in row.players.all() if not player.rounds]
        section = self._state.section(letter)
        assert section
        return self._named(members, section, number)

    def now(self, entry: Numbered) -> tuple[EntryPlayer, ...]:
        """The present players of an entry that has no row in a publication.

        If a ruling counts for one side only, a stand-in without players takes the place of the other side in the
        contest. For a stand-in the tuple is empty.
        """
        letter, number = entry
        section = self._state.section(letter)
        if section is None:
            return ()
        shares = shares_of(section, number)
        members = [share.member for share in shares if not share.rounds]
        return self._named(members, section, number)

    def _named(
        self, members: Iterable[Member], section: SectionState, number: int
    ) -> tuple[EntryPlayer, ...]:
        halves = {}
        if self._state.session.noun == "team":
            for place in section.places_of(number):
                halves[place.member.person_id] = _HALVES.get(place.seat)
        players = []
        for member in members:
            person = member.person_id
            national_id = self._ids.get(person, "")
            players.append(EntryPlayer(member.name, national_id, halves.get(person)))
        return tuple(players)


def _national_ids(state: SessionState) -> Mapping[int, str]:
    """The national number of each person who has or had a place in the session, by the id of the person."""
    persons = set()
    for section in state.sections:
        for place in section.places:
            persons.add(place.member.person_id)
    members = Member.objects.filter(pk__in=persons).exclude(national_id="")
    return dict(members.values_list("pk", "national_id"))
