"""Pages of a session for printing: guide cards, board-moving instructions, and the codes of the tables."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.cards.context import cards_of, relays_of, tables_of
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.session.lineup import table_code, table_name
from clubscore.members.http import MemberRequest


@require_GET
@at_one_moment
def guide_cards(request: MemberRequest, pk: int) -> HttpResponse:
    """A printed page with a card for each pair, player or half of a team: table, line, boards and opponents by
    round."""
    state = state_or_404(pk)
    context = {
        "session": state.session,
        "cards": cards_of(state),
        "many": len(state.sections) > 1,
    }
    return render(request, "duplicate/guide_cards.html", context)


@require_GET
@at_one_moment
def board_moves(request: MemberRequest, pk: int) -> HttpResponse:
    """A printed page with a card for each table: the players and boards of each round, and the table the boards come
    from."""
    state = state_or_404(pk)
    context = {
        "session": state.session,
        "tables": tables_of(state),
        "relays": relays_of(state),
    }
    return render(request, "duplicate/board_moves.html", context)


@require_GET
@at_one_moment
def table_codes(request: MemberRequest, pk: int) -> HttpResponse:
    """A printed page with a code for each table.

    A scanned code leads to the session that is open at the time of the scan.
    """
    state = state_or_404(pk)
    codes = [
        (table_name(state, section, table), table_code(section, table))
        for section in state.sections
        for table in range(1, section.movement.tables + 1)
    ]
    links = [
        (name, request.build_absolute_uri(reverse("duplicate:table", args=[code])))
        for name, code in codes
    ]
    return render(
        request,
        "duplicate/table_codes.html",
        {"session": state.session, "links": links},
    )
