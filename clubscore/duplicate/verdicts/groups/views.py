"""The page on which a director groups the tables that played the same cards of a fouled board."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.approval.forms import LateGroundsForm, is_ready, late_form_of
from clubscore.duplicate.approval.http import to_proposal
from clubscore.duplicate.approval.services import propose
from clubscore.duplicate.models import Session
from clubscore.duplicate.models.groups import GROUPS
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.results.travellers.context import line_of
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.groups.services import group_board, require_grouper
from clubscore.duplicate.verdicts.groups.wiring import proposed_groups
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


class GroupForm(forms.Form):
    """The form for the groups of a fouled board: a group for each slot that has a result or a ruling, and the reason.

    The field of a slot is named by section, round and table.
    """

    reason = forms.CharField(
        label=_("Why"),
        max_length=200,
        help_text=_("For example: hands were changed after round 3."),
    )

    def __init__(
        self, data: Any = None, *, state: SessionState, results: Results, board: int
    ) -> None:
        super().__init__(data)
        scores = scores_of(state, results)
        self.slots: dict[str, Slot] = {}
        for slot in sorted(results.settled):
            if slot.board != board:
                continue
            name = _name(slot)
            self.slots[name] = slot
            section = state.section(slot.letter)
            assert section
            line = line_of(state, scores, results, slot)
            table = table_name(state, section, slot.table)
            named = {"table": table, "round": slot.round, "ns": line.ns, "ew": line.ew}
            label = _("Table %(table)s, round %(round)s: %(ns)s against %(ew)s") % named
            initial = results.groups.get(slot, "")
            self.fields[name] = forms.ChoiceField(
                label=label, choices=GROUPS, required=False, initial=initial
            )

    @property
    def groups(self) -> dict[Slot, str]:
        """The group of each slot of a valid form."""
        return {slot: self.cleaned_data[name] for name, slot in self.slots.items()}

    @property
    def changed_groups(self) -> dict[Slot, str]:
        """The group of each slot of a valid form that moves to another group."""
        changed = {}
        for name, slot in self.slots.items():
            if self.cleaned_data[name] != self.fields[name].initial:
                changed[slot] = self.cleaned_data[name]
        return changed


def _name(slot: Slot) -> str:
    """The name of the form field for the group of a slot."""
    return f"{slot.letter}-{slot.round}-{slot.table}"


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def groups(request: MemberRequest, pk: int, board: int) -> HttpResponse:
    """GET shows the form for the groups of a board; POST records the groups."""
    state = directed_or_404(request, pk)
    if not 1 <= board <= state.boards:
        raise Http404(_("This session has no board %(board)s.") % {"board": board})
    try:
        require_grouper(state, board, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("duplicate:director", pk=pk)
    form = GroupForm(
        posted_data(request),
        state=state,
        results=results_of(pk),
        board=board,
    )
    late_form = late_form_of(request, state.session, timezone.now())
    if form.is_valid() and is_ready(late_form):
        with refusal_on_form(form):
            return _write(request, state.session, board, form, late_form)
    context = {
        "session": state.session,
        "board": board,
        "form": form,
        "late_form": late_form,
    }
    return form_page(request, "duplicate/board_groups.html", context, form, late_form)


def _write(
    request: MemberRequest,
    session: Session,
    board: int,
    form: GroupForm,
    late_form: LateGroundsForm | None,
) -> HttpResponse:
    """Record the groups, or propose them after the correction period, and redirect. Raises Refused if refused."""
    reason, now = form.cleaned_data["reason"], timezone.now()
    if late_form:
        key = late_form.cleaned_data["late_key"]
        late = propose(
            session=session,
            proposed=proposed_groups(board, form.changed_groups, reason, key),
            grounds=late_form.grounds,
            by=request.user,
            now=now,
        )
        return to_proposal(request, late)
    group_board(
        session=session,
        board=board,
        groups=form.groups,
        reason=reason,
        by=request.user,
        now=now,
    )
    return redirect("duplicate:traveller", pk=session.pk, board=board)
