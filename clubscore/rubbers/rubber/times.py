"""The times of a rubber."""

from datetime import datetime

from clubscore.rubbers.rubber.state import RubberState


def newest_time(state: RubberState) -> datetime:
    """The latest time of its start, end, players, deals, open proposals and decisions, without a statement."""
    rubber = state.rubber
    places = (time for place in state.seats for time in (place.since, place.until))
    rows = (
        *(version.recorded_at for version in state.versions),
        *(proposal.made_at for proposal in state.proposals),
        *(call.at for call in state.auction_calls),
        *(opened.at for opened in state.reopenings),
        *(ruling.closed_at for ruling in state.rulings),
    )
    times = (rubber.started_at, rubber.ended_at, rubber.agreed_at, *places, *rows)
    return max(time for time in times if time)
