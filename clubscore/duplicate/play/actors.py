"""The actors at a table: a member with a device of their own, or the device that lies on the table for all four."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.contracts.deal_form import DealForm
from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.models import Tablet
from clubscore.duplicate.outcomes.desk import BoardDesk, SessionDesk, desk_to_look
from clubscore.duplicate.play.table.context import entry_context, slot_context
from clubscore.duplicate.play.table.forms import AgreementForm, ProposalAnswerForm
from clubscore.duplicate.play.tablet.context import (
    board_context,
    first_board,
    tablet_entry,
)
from clubscore.duplicate.play.tablet.forms import (
    RELOAD,
    SeatAgreementForm,
    SeatAnswerForm,
    SeatForm,
)
from clubscore.duplicate.play.tablet.keys import key_of, lying_or_403
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.session.slots import SlotState, slot_in
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import told
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused
from scoring import Seat, Side

Context = dict[str, object]
Sent = Mapping[str, Any]
View = Callable[..., HttpResponseBase]
SIDES = {str(side).lower(): side for side in Side}


class AtTable(ABC):
    """The actor of the pages of a table: a member on their own device, or the device that lies on the table."""

    state: SessionState
    tablet: Tablet | None
    """The device of the table; None for a member's own device."""
    template: ClassVar[str]
    agreement_form: ClassVar[type[AgreementForm]]
    answer_form: ClassVar[type[ProposalAnswerForm]]

    @property
    @abstractmethod
    def home(self) -> str:
        """The address that opens the table at the board to be answered or recorded next."""

    @abstractmethod
    def address(self, slot: Slot) -> str:
        """The address of a board at the table."""

    @abstractmethod
    def after_answer(self, slot: Slot) -> str:
        """The address of the page after a player has answered a proposed result or has called the director."""

    @abstractmethod
    def desk(self, slot: Slot) -> BoardDesk:
        """The BoardDesk of a board at the table: the board, the member who looks at it, and this member's rights.

        Raises Refused if the board is not played at the table. Raises PermissionDenied for a member who may not see the
        table.
        """

    @abstractmethod
    def sender(self, desk: BoardDesk, form: Sent) -> BoardDesk:
        """The BoardDesk of the player or director who sent a form.

        Raises Refused if the form was sent from the device of the table and names no seat with a player.
        """

    @abstractmethod
    def writer(self, slot: Slot, cleaned: Sent) -> Member:
        """The member in whose name an answer or a call is written. `cleaned` is the data of the valid form.

        Raises Refused on the device of the table if the round is not played now, or if nobody has the seat in question.
        """

    @abstractmethod
    def page(self, desk: BoardDesk, query: Sent) -> Context:
        """The template context of the page of a board. `query` is the query string of the request."""

    @abstractmethod
    def refused_page(self, desk: BoardDesk, form: DealForm, notice: str) -> Context:
        """The template context of the page of a board, with an entry that was refused and the reason (`notice`)."""

    @abstractmethod
    def refused_slip(self, desk: BoardDesk, form: DealForm, notice: str) -> Context:
        """The template context of the slip (the preview under the entry pad) after an entry was refused.

        `form` is the refused entry, and `notice` the reason.
        """


@dataclass(frozen=True)
class MemberAtTable(AtTable):
    """A member with a device of their own: one of the four players, or a director."""

    state: SessionState
    member: Member
    tablet: None = None
    template: ClassVar[str] = "duplicate/table_detail.html"
    agreement_form: ClassVar[type[AgreementForm]] = AgreementForm
    answer_form: ClassVar[type[ProposalAnswerForm]] = ProposalAnswerForm

    @property
    def home(self) -> str:
        return reverse("duplicate:own-table", args=[self.state.session.pk])

    def address(self, slot: Slot) -> str:
        return reverse("duplicate:slot", args=[self.state.session.pk, slot])

    def after_answer(self, slot: Slot) -> str:
        return self.address(slot)

    def desk(self, slot: Slot) -> BoardDesk:
        return desk_to_look(self.state, slot, self.member)

    def sender(self, desk: BoardDesk, form: Sent) -> BoardDesk:
        return desk

    def writer(self, slot: Slot, cleaned: Sent) -> Member:
        return self.member

    def page(self, desk: BoardDesk, query: Sent) -> Context:
        """The template context of the page of a board.

        If the query has the parameter `change`, the page has an entry pad that is filled with the recorded result.
        """
        return slot_context(desk, changes="change" in query)

    def refused_page(self, desk: BoardDesk, form: DealForm, notice: str) -> Context:
        return slot_context(desk, form=form, notice=notice)

    def refused_slip(self, desk: BoardDesk, form: DealForm, notice: str) -> Context:
        result = desk.results.get(desk.slot)
        return entry_context(desk.at, desk.side, form, result, notice)


@dataclass(frozen=True)
class DeviceOnTable(AtTable):
    """The device that lies on a table. Nobody is signed in on it: a player who records or answers names a seat."""

    state: SessionState
    tablet: Tablet
    template: ClassVar[str] = "duplicate/tablet_detail.html"
    agreement_form: ClassVar[type[AgreementForm]] = SeatAgreementForm
    answer_form: ClassVar[type[ProposalAnswerForm]] = SeatAnswerForm

    @property
    def home(self) -> str:
        return reverse("duplicate:tablet", args=[key_of(self.tablet)])

    def address(self, slot: Slot) -> str:
        key = key_of(self.tablet)
        return reverse("duplicate:tablet-board", args=[key, slot.round, slot.board])

    def after_answer(self, slot: Slot) -> str:
        return self.home

    def desk(self, slot: Slot) -> BoardDesk:
        """The BoardDesk of the first player at the table, who stands for all four players.

        Raises Refused for a board that is not played at this table in the current round, if the session is over, and if
        no seat at the table has a player.
        """
        at = self._at(slot)
        for player in at.players.values():
            if player:
                return BoardDesk(SessionDesk(self.state, player), at, self.tablet)
        words = _("Nobody plays here in round %(round)s.")
        raise Refused(words % {"round": slot.round})

    def sender(self, desk: BoardDesk, form: Sent) -> BoardDesk:
        seat_form = SeatForm(form)
        if not seat_form.is_valid():
            raise Refused(RELOAD)
        seated = _seated(desk.at, seat_form.cleaned_data["seat"])
        return BoardDesk(SessionDesk(self.state, seated), desk.at, self.tablet)

    def writer(self, slot: Slot, cleaned: Sent) -> Member:
        """The player of the seat that the form names; the player of North for a call, because its form names no seat.

        Raises Refused if the round is not played now, or if nobody has the seat.
        """
        return _seated(self._at(slot), cleaned.get("seat", Seat.NORTH))

    def page(self, desk: BoardDesk, query: Sent) -> Context:
        """The template context of the page of a board.

        If the query has `change=ns` or `change=ew`, the page has an entry pad for that side, filled with the recorded
        result.
        """
        change = SIDES.get(query.get("change", ""))
        return board_context(desk.at, self.tablet, change=change)

    def refused_page(self, desk: BoardDesk, form: DealForm, notice: str) -> Context:
        return board_context(
            desk.at, self.tablet, form=form, notice=notice, change=desk.side
        )

    def refused_slip(self, desk: BoardDesk, form: DealForm, notice: str) -> Context:
        result = desk.results.get(desk.slot)
        side = desk.side or Side.NS
        return tablet_entry(desk.at, self.tablet, form, result, notice, side=side)

    def _at(self, slot: Slot) -> SlotState:
        """The state of a slot of the current round.

        Raises Refused for a slot of another round, because the device does not show the results of other rounds; for a
        board that the table does not play; and if nobody plays at the table now.
        """
        first_board(self.state, self.tablet)
        if slot.round != self.state.round:
            words = _("Round %(round)s is played here now.")
            raise Refused(words % {"round": self.state.round})
        return slot_in(self.state, slot)


def _seated(at: SlotState, seat: Seat) -> Member:
    """The player who has a seat. Raises Refused if the seat is empty."""
    player = at.players[seat]
    if player is None:
        raise Refused(_("Nobody sits %(seat)s here.") % {"seat": told(seat.word)})
    return player


def on_phone(view: View) -> View:
    """A decorator that opens a view of a table to signed-in members who have the right to play."""

    @at_one_moment
    @player_required
    @wraps(view)
    def opened(request: MemberRequest, pk: int, slot: Slot) -> HttpResponseBase:
        member = MemberAtTable(state_or_404(pk), request.user)
        return view(request, member, slot)

    return opened


def on_tablet(view: View) -> View:
    """A decorator that opens a view of a table to the device that lies there, without a signed-in member."""

    @at_one_moment
    @login_not_required
    @wraps(view)
    def opened(
        request: HttpRequest, key: str, round: int, board: int
    ) -> HttpResponseBase:
        tablet = lying_or_403(request, key)
        device = DeviceOnTable(state_or_404(tablet.session_id), tablet)
        slot = Slot(tablet.section.letter, round, tablet.table, board)
        return view(request, device, slot)

    return opened
