"""One rubber as it is at one moment: read once, and handed to pages, previews, cards, checks and writes.

The functions at the end compute deals, sheet and numbers for readers that have rows but no state.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from uuid import UUID

import scoring
from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.rubbers.models import (
    BookEntry,
    Deal,
    Motion,
    NotThere,
    Proposal,
    Reopening,
    Rubber,
    RubberSeat,
    Substitution,
)
from clubscore.rubbers.models.rubber import current_players, stays_at, table_names
from clubscore.rubbers.rubber.binding import binds_player, binds_side
from clubscore.rubbers.rubber.calls import callers_by_deal
from clubscore.rubbers.rubber.neighbours import FirstDealAfter, RubberBefore
from clubscore.rubbers.rubber.signed import AuctionCall, NetSigned, Signed
from scoring import Seat, Sheet, Side

VIEWS = frozenset({"NS", "EW", WATCH})
"""The names of the views of a sheet: one for the players of each side, and "watch" for everybody else."""

OF_THE_SEATS = {
    "players",
    "records",
    "names",
    "people",
    "signers",
    "seat_by_member",
}
"""The names of the properties of a RubberState that depend only on its seats.

`with_deal` hands their values on to the new state.
"""


@dataclass(frozen=True)
class RubberState:
    """A rubber with all that its pages and writes need. It never changes, and it never queries the database."""

    rubber: Rubber
    """The row of the rubber, with its table loaded."""
    ordinal: int
    """The place of the rubber among the rubbers of its game at the table, counted from 1."""
    seats: tuple[RubberSeat, ...]
    """The seats of all who have played, each with its member. A seat with an `until` belongs to a replaced player."""
    corrected_seats: tuple[RubberSeat, ...]
    """The seats as the sheet had them before each correction of the seats, each with its member; mostly empty."""
    versions: tuple[Deal, ...]
    """Every version of every deal, in the order in which they were written, each with its recorder."""
    deal_signatures: tuple[Signed, ...]
    """The signatures of players and former players under deals, each with the id of the person, not of the record."""
    net_signatures: tuple[NetSigned, ...]
    """The signatures under the current net score, also those that do not count; empty while the rubber is in play."""
    proposals: tuple[Proposal, ...]
    """The open proposals with their votes and their makers; `base` of a proposal is an object in `versions`."""
    auction_calls: tuple[AuctionCall, ...]
    """The players' calls that an auction is over, in the order they were made, also after deals struck out since."""
    substitutions: tuple[Substitution, ...]
    """The open substitutions, with the consents to them; () once the rubber is over."""
    motions: tuple[Motion, ...]
    """The open motions about the whole rubber, the oldest first, with their makers and the answers to them."""
    voiding: Motion | None
    """The motion that voided the rubber, with its maker, its answers and an arbiter who decided; None if none did."""
    next_deal: FirstDealAfter
    """The progress of the four players' first deal in a later rubber: recorded or not, its auction over or not.

    Both are False unless this rubber is over and not agreed.
    """
    rubber_before: RubberBefore | None
    """The rubber that the four played before this one, at any table, without counting rubbers that have no deal.

    None if that rubber is agreed, if there is none, or if this rubber is over or has more than one deal.
    """
    reopenings: tuple[Reopening, ...]
    """The reopenings of the agreed rubber, the oldest first, each with the arbiter who opened the rubber again."""
    rulings: tuple[Proposal, ...]
    """The proposals on which an arbiter has ruled, with the arbiter, in order of ruling; empty for an agreed rubber."""
    absences: tuple[NotThere, ...]
    """The open "I am not there" reports of players."""
    book_entry: BookEntry | None
    """The next deal as one side has written it in its book, before the other side has; None without blind books.

    Only the players of that side may see its facts."""

    @cached_property
    def system(self) -> scoring.System:
        return scoring.SYSTEMS[self.rubber.system]

    @cached_property
    def rules(self) -> scoring.Rules:
        """The rules of the game, as they were fixed when the rubber began."""
        return self.system.rules(self.rubber.rules)

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        """The current version of each deal that is not struck out, in order of play."""
        return current_deals(self.versions)

    @cached_property
    def facts(self) -> tuple[scoring.Deal, ...]:
        return tuple(deal.facts for deal in self.deals)

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet that the rules of the rubber make of its deals.

        On this sheet the deals are numbered from 1, and not by the numbers of their rows in the database.
        """
        return self.fold(self.facts)

    @cached_property
    def numbered_sheet(self) -> Sheet:
        """The sheet of the rubber, in which each deal has the number of its row in the database."""
        return numbered(self.sheet, self.deals, self.next_number)

    def fold(self, facts: Iterable[scoring.Deal]) -> Sheet:
        """The sheet that results by the rules of this rubber if its deals have these facts.

        Raises scoring.ScoringError for facts that cannot be scored.
        """
        return fold_facts(self.rubber, facts)

    def sheet_if_dealt_first_by(self, dealer: str) -> Sheet:
        """The sheet that results if the seat `dealer` dealt first; the facts of the deals stay as they are."""
        return fold_facts(self.rubber.at(corrected_dealer=dealer), self.facts)

    def seats_at(self, moment: datetime) -> tuple[RubberSeat, ...]:
        """The seats as the sheet had them at this moment, before the corrections of the seats that came later."""
        if not self.corrected_seats:
            return self.seats
        return stays_at((*self.corrected_seats, *self.seats), moment)

    def seated_at(self, moment: datetime) -> "RubberState":
        """This state with the seats as the sheet had them at this moment. The deals stay as they are.

        Whoever dealt first by the sheet of today dealt first then, too.
        """
        if not self.corrected_seats:
            return self
        seats = self.seats_at(moment)
        dealer = self.rubber.dealer
        own = [place for place in self.seats if place.seat == dealer]
        dealt = min(own, key=lambda place: place.since)
        seat_then = {(place.member_id, place.since): place.seat for place in seats}
        row = self.rubber.at(corrected_dealer=seat_then[dealt.member_id, dealt.since])
        return replace(self, seats=seats, rubber=row)

    @property
    def newest(self) -> Deal | None:
        """The version that was written last, which may strike out a deal; None without a version."""
        return self.versions[-1] if self.versions else None

    @property
    def last(self) -> Deal | None:
        """The last deal on the sheet; None if the sheet is empty."""
        return self.deals[-1] if self.deals else None

    @property
    def next_number(self) -> int:
        """The number of the row of the next deal."""
        return next_number(self.versions)

    def deal(self, number: int) -> Deal | None:
        """The current version of the deal with that number; None if there is no such deal, or if it is struck out."""
        return next((deal for deal in self.deals if deal.number == number), None)

    def newest_version(self, number: int) -> Deal | None:
        """The newest version of the deal with that number, even one that strikes it out; None if there is none."""
        versions = [row for row in self.versions if row.number == number]
        return max(versions, key=lambda row: row.version, default=None)

    @property
    def version_by_key(self) -> Mapping[UUID, Deal]:
        """The versions of deals, by the keys of the forms that recorded them."""
        return {row.key: row for row in self.versions}

    @cached_property
    def players(self) -> Mapping[Seat, Member]:
        """The current players by seat, in the order N E S W. A substitute takes the place of the replaced player.

        Each player is a person: a record that was merged into another is replaced by the other. Signatures and votes
        belong to persons.
        """
        return {seat: record.canonical for seat, record in self.records.items()}

    @cached_property
    def records(self) -> Mapping[Seat, Member]:
        """The records under which the current players play, by seat, for names and for the books.

        After a merge `players` has the other record of the person."""
        return current_players(self.seats)

    @cached_property
    def names(self) -> Mapping[Seat, str]:
        """The short names of the players, by seat; full names for players whose short names are equal."""
        return table_names(self.records)

    @cached_property
    def people(self) -> Mapping[int, int]:
        """The id of the person to whom a record belongs, by the id of the record, for all that have played here.

        The ids of persons are keys too. A person has several records if records were merged.
        """
        return people_of(self.seats)

    @cached_property
    def signers(self) -> Mapping[int, int]:
        """The id of the player to whom a record belongs, by the id of the record, for current players alone.

        The ids of players are keys too. A signature under one of the keys belongs to the player.
        """
        playing = {player.pk for player in self.players.values()}
        return {pk: person for pk, person in self.people.items() if person in playing}

    def person(self, member_id: int) -> int:
        """The id of the person with this record; `member_id` itself if the record has not played in this rubber."""
        return self.people.get(member_id, member_id)

    @cached_property
    def seat_by_member(self) -> Mapping[int, Seat]:
        """The seats of the current players, by the ids of their records and persons.

        Other members are not in the mapping.
        """
        seats: dict[int, Seat] = {}
        for seat, player in self.players.items():
            seats.setdefault(player.pk, seat)
        return {pk: seats[person] for pk, person in self.signers.items()}

    @cached_property
    def auction_callers(self) -> Mapping[int, Mapping[Side, Member]]:
        """For each deal, by number: the first player of each side who said that all have called on the deal after it.

        The key 0 is for calls on the first deal, which has no deal before it.
        """
        return callers_by_deal(
            self.auction_calls,
            versions=self.versions,
            seats=self.seats,
            people=self.people,
            players=self.players,
        )

    @property
    def auctions_over(self) -> frozenset[int]:
        """The numbers of the deals after which the next auction is over, as a player of each side has said.

        The number 0 means that the auction of the first deal is over.
        """
        both_sides = len(Side)
        return frozenset(
            number
            for number, callers in self.auction_callers.items()
            if len(callers) == both_sides
        )

    @cached_property
    def proposal_by_number(self) -> Mapping[int, Proposal]:
        """The open proposals, by the number of the deal that each would change."""
        newest_first = reversed(self.proposals)
        return {proposal.base.number: proposal for proposal in newest_first}

    @property
    def newest_dispute(self) -> int:
        """The id of the newest open proposal; 0 if no proposal is open."""
        return self.proposals[-1].pk if self.proposals else 0

    @cached_property
    def agreed_net(self) -> Mapping[int, NetSigned]:
        """The signatures under the net score that count, by the id of the person who signed.

        A signature that is older than an open proposal does not count; it counts again when the proposal is closed
        and has changed nothing. A signature by a table PIN counts only if it binds the side, or the player if all
        four must sign.
        """
        return {
            signature.member_id: signature
            for signature in self.net_signatures
            if self._is_not_disputed(signature) and self._binds(signature)
        }

    def _is_not_disputed(self, signature: NetSigned) -> bool:
        return (signature.despite or 0) >= self.newest_dispute

    def _binds(self, signature: NetSigned) -> bool:
        seat = self.seat_by_member.get(signature.member_id)
        if seat is None:
            return True
        if self.rubber.agreed_by == Rubber.AgreedBy.ALL:
            return binds_player(self.players, seat, signature.how)
        return binds_side(self.players, seat, signature.how)

    @cached_property
    def absent(self) -> Mapping[Seat, NotThere]:
        """The reports of current players who say that they are not there, by seat.

        Nothing is posted while there is such a report.
        """
        reports = [
            (self.seat_by_member.get(absence.member_id), absence)
            for absence in self.absences
        ]
        return {seat: absence for seat, absence in reports if seat}

    def motion(self, kind: str) -> Motion | None:
        """The open motion of this Motion.Kind; None if there is none."""
        return next((motion for motion in self.motions if motion.kind == kind), None)

    @property
    def may_be_scored_anew(self) -> bool:
        """True if an open motion would correct the first dealer or the seats: nothing is posted meanwhile."""
        return any(motion.is_about_the_score for motion in self.motions)

    @property
    def objections_until(self) -> datetime | None:
        """The moment at which the rubber is posted if nobody objects.

        None while it is in play, and unless its rule is `AgreedBy.TIME`. The time runs from the end of the rubber, and
        anew from each new version of a deal and from each reopening.
        """
        rubber = self.rubber
        if rubber.agreed_by != rubber.AgreedBy.TIME or rubber.ended_at is None:
            return None
        beginnings = [rubber.ended_at]
        beginnings += [reopening.at for reopening in self.reopenings]
        if self.newest:
            beginnings.append(self.newest.recorded_at)
        return max(beginnings) + timedelta(minutes=rubber.agreed_after)

    @property
    def newest_time(self) -> datetime:
        """The latest time that was written in the rubber; a new write must not be earlier.

        It looks at the start, the end, the agreement, the seats, the deals, the open proposals, the auction calls, the
        open motions, the reopenings, the rulings and the open entry in a book."""
        rubber = self.rubber
        times = [rubber.started_at, rubber.ended_at, rubber.agreed_at]
        times += [place.since for place in self.seats]
        times += [place.until for place in self.seats]
        times += [version.recorded_at for version in self.versions]
        times += [proposal.made_at for proposal in self.proposals]
        times += [call.at for call in self.auction_calls]
        times += [motion.made_at for motion in self.motions]
        times += [reopening.at for reopening in self.reopenings]
        times += [ruling.closed_at for ruling in self.rulings]
        if self.book_entry:
            times.append(self.book_entry.at)
        return max(time for time in times if time)

    def with_row(self, **columns: object) -> "RubberState":
        """A copy of this state with these values in the row of the rubber; nothing is written to the database.

        The caller has just written the values to the database.
        """
        return replace(self, rubber=self.rubber.at(**columns))

    def with_deal(
        self, deal: Deal, sheet: Sheet, *, signed: Iterable[Signed]
    ) -> "RubberState":
        """A copy of this state with the next deal, its signatures, the sheet after it, and the revision one higher."""
        after = replace(
            self,
            rubber=self.rubber.at(revision=self.rubber.revision + 1),
            versions=(*self.versions, deal),
            deal_signatures=(*self.deal_signatures, *signed),
        )
        known = {
            name: value for name, value in vars(self).items() if name in OF_THE_SEATS
        }
        vars(after).update(known, sheet=sheet)  # as cached_property keeps them
        return after


def people_of(seats: Iterable[RubberSeat]) -> dict[int, int]:
    """The id of the person to whom a record belongs, by the id of the record, for all records in these seats.

    The ids of persons are keys too. A person has several records if records were merged.
    """
    people: dict[int, int] = {}
    for place in seats:
        person = place.member.person_id
        people[place.member_id] = person
        people[person] = person
    return people


def current_deals(versions: Iterable[Deal]) -> tuple[Deal, ...]:
    """The newest version of each deal that is not struck out, in order of play."""
    newest: dict[int, Deal] = {}
    for deal in sorted(versions, key=lambda row: (row.number, row.version)):
        newest[deal.number] = deal
    return tuple(deal for deal in newest.values() if not deal.is_struck)


def fold_facts(rubber: Rubber, facts: Iterable[scoring.Deal]) -> Sheet:
    """The sheet that results, by the rules and from the first dealer of the rubber, if its deals have these facts.

    Raises scoring.ScoringError for facts that cannot be scored.
    """
    system = scoring.SYSTEMS[rubber.system]
    return system.fold(
        facts,
        rules=system.rules(rubber.rules),
        dealer=rubber.dealer,
        unfinished=rubber.ending == Rubber.Ending.UNFINISHED,
    )


def next_number(versions: Iterable[Deal]) -> int:
    """The number of the next deal after these versions.

    A number stays with its deal, even if the deal is struck out. Only the number of an undone deal is used again.
    """
    newest = max(versions, key=lambda row: (row.number, row.version), default=None)
    if newest is None:
        return 1
    return newest.number if newest.is_undone else newest.number + 1


def numbered(sheet: Sheet, deals: Sequence[Deal], following: int) -> Sheet:
    """A copy of the sheet in which each deal has the number of its row in `deals`, and the next deal `following`.

    `deals` are the deals on the sheet, in order of play.
    """
    pairs = zip(sheet.deals, deals, strict=False)
    scored = tuple(entry._replace(number=deal.number) for entry, deal in pairs)
    if sheet.next is None:
        return sheet._replace(deals=scored)
    return sheet._replace(deals=scored, next=sheet.next._replace(number=following))
