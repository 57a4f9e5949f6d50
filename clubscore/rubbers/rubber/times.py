"""The times of a rubber."""

from datetime import datetime

from clubscore.rubbers.rubber.state import RubberState


def newest_time(state: RubberState) -> datetime:
    """The latest time of the rubber's start, end, players, deals, open proposals and decisions. No statement."""
    rubber = state.rubber
    times = [rubber.started_at, rubber.ended_at, rubber.agreed_at]
    times += [place.since for place in state.seats]
    times += [place.until for place in state.seats]
    times += [version.recorded_at for version in state.versions]
    times += [proposal.made_at for proposal in state.proposals]
    times += [call.at for call in state.auction_calls]
    times += [reopening.at for reopening in state.reopenings]
    times += [ruling.closed_at for ruling in state.rulings]
    return max(time for time in times if time)
