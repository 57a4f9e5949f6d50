"""One rubber as it is at one moment: read once, and handed to pages, previews, cards, checks and writes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from uuid import UUID

import scoring
from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.members.permissions import may_keep_any_sheet, may_play
from clubscore.rubbers.models import Deal, NotThere, Proposal, Reopening, Rubber, RubberSeat, Substitution
from clubscore.rubbers.models.rubber import current_players, table_names
from clubscore.rubbers.rubber.binding import binds_player, binds_side
from clubscore.rubbers.rubber.calls import callers_by_deal
from clubscore.rubbers.rubber.folding import current_deals, fold_facts, next_number, numbered
from clubscore.rubbers.rubber.neighbours import NextDeal
from clubscore.rubbers.rubber.signed import AuctionCall, NetSigned, Signed
from scoring import Seat, Sheet, Side

OF_THE_SEATS = {"players", "records", "names", "people", "signers"}
"""The properties of a state that follow from its seats alone."""


@dataclass(frozen=True)
class RubberState:
    """A rubber with all that its pages and writes need. Nothing in it changes, nothing in it asks the database."""

    rubber: Rubber
    """The row, with its table."""
    ordinal: int
    """The place among the rubbers of its game at the table, from 1."""
    seats: tuple[RubberSeat, ...]
    """All who have played, with the member; those with an `until` were replaced."""
    versions: tuple[Deal, ...]
    """Every version of every deal in the order in which they were written, with who recorded it."""
    deal_signatures: tuple[Signed, ...]
    """By the persons who are or were players, under whichever record they signed."""
    net_signatures: tuple[NetSigned, ...]
    """Under the net score as it is now, whether they count or not; empty while the rubber is in play."""
    proposals: tuple[Proposal, ...]
    """Open proposals with their votes and their makers; `base` is the object among the versions."""
    auction_calls: tuple[AuctionCall, ...]
    """In the order in which they were made, those about deals that were struck out since among them."""
    substitutions: tuple[Substitution, ...]
    """Open substitutions, with their consents."""
    next_deal: NextDeal
    """That of the next rubber at the table."""
    rubber_before: Rubber | None
    """The last rubber at the table that has a deal, if it waits to be agreed and this one has no second deal yet."""
    reopenings: tuple[Reopening, ...]
    """Each time that the agreed rubber was opened again, in order, with the admin."""
    rulings: tuple[Proposal, ...]
    """Proposals on which an admin has ruled, in that order, with the admin; none once the net score is agreed."""
    absences: tuple[NotThere, ...]
    """Open words of players that they are not there."""

    @cached_property
    def system(self) -> scoring.System:
        return scoring.SYSTEMS[self.rubber.system]

    @cached_property
    def rules(self) -> scoring.Rules:
        """The house rules pinned when the rubber began."""
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
        """The deals folded by the pinned rules. Its deals are counted from 1, whatever their numbers."""
        return self.fold(self.facts)

    @cached_property
    def numbered_sheet(self) -> Sheet:
        """The same with the deals' own numbers."""
        return numbered(self.sheet, self.deals, self.next_number)

    def fold(self, facts: Iterable[scoring.Deal]) -> Sheet:
        """Other facts by the rules of this rubber. Raises scoring.ScoringError for what cannot be."""
        return fold_facts(self.rubber, facts)

    @property
    def newest(self) -> Deal | None:
        """The version written last: a deal or a striking out."""
        return self.versions[-1] if self.versions else None

    @property
    def last(self) -> Deal | None:
        """The last deal on the sheet."""
        return self.deals[-1] if self.deals else None

    @property
    def next_number(self) -> int:
        """The number of the deal to come."""
        return next_number(self.versions)

    def deal(self, number: int) -> Deal | None:
        """The deal of that number as it is on the sheet; None where there is none, or it is struck out."""
        return next((deal for deal in self.deals if deal.number == number), None)

    def newest_version(self, number: int) -> Deal | None:
        return max((row for row in self.versions if row.number == number), key=lambda row: row.version, default=None)

    def version_with(self, key: UUID) -> Deal | None:
        """The version recorded by the form with this key; None without one."""
        return next((row for row in self.versions if row.key == key), None)

    @cached_property
    def players(self) -> Mapping[Seat, Member]:
        """The current players by seat, in order N E S W: after a substitution the substitute.

        They are persons: of a record that was merged, the one that stands for it. Signatures and votes are theirs.
        """
        return {seat: record.canonical for seat, record in self.records.items()}

    @cached_property
    def records(self) -> Mapping[Seat, Member]:
        """The records under which they play, which differ from `players` after a merge: for names and for the books."""
        return current_players(self.seats)

    @cached_property
    def names(self) -> Mapping[Seat, str]:
        """The names used at the table, as they were written; whole names where two are alike."""
        return table_names(self.records)

    @cached_property
    def people(self) -> Mapping[int, int]:
        """The id of the person for each id under which somebody has played here, or stands for who has."""
        return people_of(self.seats)

    @cached_property
    def signers(self) -> Mapping[int, int]:
        """The same for those who play now: a signature or vote under any of these ids is that of the player."""
        playing = {player.pk for player in self.players.values()}
        return {pk: person for pk, person in self.people.items() if person in playing}

    def person(self, member_id: int) -> int:
        """The id of the person with this record: the same id for everybody who has not played here."""
        return self.people.get(member_id, member_id)

    def seat_of(self, member_id: int | None) -> Seat | None:
        """The current seat of the person with that record; None for everybody else and for who was replaced."""
        person = self.signers.get(member_id) if member_id else None
        return next((seat for seat, player in self.players.items() if player.pk == person), None)

    @cached_property
    def auction_callers(self) -> Mapping[int, Mapping[Side, Member]]:
        """The first of each side who has said that all have called on the deal after that number; 0: on the first."""
        return callers_by_deal(
            self.auction_calls, versions=self.versions, seats=self.seats, people=self.people, players=self.players
        )

    @property
    def auctions_over(self) -> frozenset[int]:
        """Numbers of deals after which all have called on the next, as one of each side has said; 0: on the first."""
        return frozenset(number for number, callers in self.auction_callers.items() if len(callers) == len(Side))

    def view_of(self, member: Member) -> str:
        """The view of this member: "NS" or "EW" for a player of that side, else "watch"."""
        seat = self.seat_of(member.pk)
        return seat.side.value if seat else WATCH

    def may_keep(self, member: Member) -> bool:
        """Whether this member may write on the sheet: its players and its starter, unless they only watch; scorers.

        A player whom a substitute has replaced keeps it no more, not even as its starter.
        """
        starts = member.pk == self.rubber.started_by_id and member.pk not in self.people
        if not starts and self.seat_of(member.pk) is None:
            return may_keep_any_sheet(member)
        return member.is_guest or may_play(member)

    def proposal_for(self, number: int) -> Proposal | None:
        """The open proposal for the deal of that number."""
        return next((proposal for proposal in self.proposals if proposal.base.number == number), None)

    @property
    def newest_dispute(self) -> int:
        """The id of the newest open proposal; 0 without one."""
        return self.proposals[-1].pk if self.proposals else 0

    @cached_property
    def agreed_net(self) -> Mapping[int, NetSigned]:
        """The signatures under the net score that count, by member's id.

        One that is older than an open proposal counts again when that is closed and changed nothing. One by a table PIN
        counts where it binds: for the side, or for the player alone where all four sign.
        """
        return {
            each.member_id: each
            for each in self.net_signatures
            if (each.despite or 0) >= self.newest_dispute and self._binds(each)
        }

    def _binds(self, signed: NetSigned) -> bool:
        seat = self.seat_of(signed.member_id)
        binds = binds_player if self.rubber.agreed_by == Rubber.AgreedBy.ALL else binds_side
        return seat is None or binds(self.players, seat, signed.how)

    @cached_property
    def absent(self) -> Mapping[Seat, NotThere]:
        """The seats whose players say that they are not there: nothing is posted against that."""
        seats = ((self.seat_of(each.member_id), each) for each in self.absences)
        return {seat: each for seat, each in seats if seat}

    @property
    def objections_until(self) -> datetime | None:
        """The moment at which a rubber that is agreed by time is posted; None for others, and while one is in play.

        The time begins with the end, and anew with a version that changes the sheet and when an admin opens it again.
        """
        rubber = self.rubber
        if rubber.agreed_by != rubber.AgreedBy.TIME or rubber.ended_at is None:
            return None
        later = [self.versions[-1].recorded_at] if self.versions else []
        since = max(rubber.ended_at, *later, *(each.at for each in self.reopenings))
        return since + timedelta(minutes=rubber.agreed_after)

    def with_row(self, **columns: object) -> "RubberState":
        """This state with other values in columns of the rubber's row, as they were just written."""
        return replace(self, rubber=self.rubber.at(**columns))

    def with_deal(self, deal: Deal, sheet: Sheet, *, signed: Iterable[Signed]) -> "RubberState":
        """This state after the next deal was recorded, which made this sheet and the rubber's next revision."""
        after = replace(
            self,
            rubber=self.rubber.at(revision=self.rubber.revision + 1),
            versions=(*self.versions, deal),
            deal_signatures=(*self.deal_signatures, *signed),
        )
        known = {name: value for name, value in vars(self).items() if name in OF_THE_SEATS}
        vars(after).update(known, sheet=sheet)  # as cached_property keeps them
        return after


def people_of(seats: Iterable[RubberSeat]) -> dict[int, int]:
    """The id of the person for each record in these seats, and for the record that stands for it."""
    pairs = ((place.member_id, place.member.person_id) for place in seats)
    return {pk: person for record, person in pairs for pk in (record, person)}
