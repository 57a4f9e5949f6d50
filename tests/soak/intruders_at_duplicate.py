"""The rights in sessions of duplicate: for each address, a valid form and the people whose form is accepted."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django.utils import timezone

from clubscore.duplicate.director.changing.forms import mark_of
from clubscore.duplicate.director.changing.queries import (
    late_pair_ways,
    withdrawal_ways,
)
from clubscore.duplicate.director.directing.context import director_page
from clubscore.duplicate.director.misplay.plans import Boards, misplay_ways, played_rows
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.results.publishing.open_matters import open_matters
from clubscore.duplicate.session.loading import load
from tests.soak.intruders_club import Club
from tests.soak.intruders_sessions import DIRECTORS

Body = Callable[[Club], Mapping[str, Any]]

PAIR = {"north", "south"}
ADMINS = {"admin", "owner"}
RULING = {
    "kind": "not_played",
    "text": "so it was",
    "seen_ruling": 0,
    "seen_play": 0,
    "shown": "NP",
    "step": "record",
}
PENALTY = {
    "entry": "A1",
    "amount": "25",
    "unit": "%",
    "law": "90B1",
    "reason": "so it was",
}
BOARD = {
    "contract": "4S",
    "risk": "",
    "declarer": "N",
    "result": "0",
    "number": 1,
    "revision": 0,
}
SLIPS = {"lines": "1 1 4sn=", "of": "", "language": "en", "record": "yes"}


def said(**fields: Any) -> Body:
    return lambda club: fields


def a_pair(**fields: Any) -> Body:
    return lambda club: (
        fields | {"first": club.ids["stays"], "partner": club.ids["substitute"]}
    )


def opening(club: Club) -> dict[str, Any]:
    return club.ids["opening a session"] | {"key": uuid4()}


def accepted(club: Club) -> dict[str, Any]:
    return {"proposal": club.ids["another result"], "answer": "accept", "key": uuid4()}


def asked_for(club: Club) -> dict[str, Any]:
    return BOARD | {
        "revision": 1,
        "error": "score",
        "why": "so",
        "conviction": "1",
        "key": uuid4(),
    }


def late_pair(club: Club) -> dict[str, Any]:
    state = load(club.ids["running"])
    ways = {
        f"A{number}": way
        for number, way in enumerate(late_pair_ways(state, state.sections[0]))
    }
    pair = {"first": club.ids["stays"], "partner": club.ids["substitute"]}
    return pair | {"way": "A0", "from_round": 2, "read": mark_of(ways)}


def goes_home(club: Club) -> dict[str, Any]:
    state = load(club.ids["running"])
    ways = {
        f"{number}": way
        for number, way in enumerate(withdrawal_ways(state, state.sections[0], 1))
    }
    return {"pair": "A1", "way": "0", "from_round": 2, "read": mark_of(ways)}


def ended(club: Club) -> dict[str, Any]:
    """The form that ends play, with the mark of what the question has shown to the director."""
    state = load(club.ids["played"])
    director, now = state.session.director, timezone.now()
    page = director_page(state, viewer=director, now=now, round=None)
    return {"round": 3, "left": page.left.mark}


def published_open(club: Club) -> dict[str, Any]:
    """The form that publishes with everything open that is open in the session."""
    session = club.ids["session to correct"]
    matters = open_matters(load(session), results_of(session))
    return {"key": uuid4()} | {matter.key: "on" for matter in matters}


def played_otherwise(club: Club) -> dict[str, Any]:
    state, results = load(club.ids["running"]), results_of(club.ids["running"])
    rows = played_rows(state, state.sections[0], Boards(1, 1, 3, exchanged=False))
    found = misplay_ways(state, state.sections[0], rows, results)
    read = mark_of({f"{number}": way for number, way in enumerate(found)})
    told = {"what": "boards", "round": "A1", "table": "1", "boards": "3"}
    return told | {"way": "0", "from_round": 2, "read": read}


def tablet_answer(club: Club) -> dict[str, Any]:
    return accepted(club) | {"seat": "N"}


WRITES_OF_DIRECTORS: dict[str, Body] = {
    "appeal-decision": said(act="uphold", heard_as="reviewer", reason="so it was"),
    "board-groups": said(reason="so it was"),
    "call-answer": said(),
    "cancellation": said(reason="so it was"),
    "deputies": lambda club: {"member": club.ids["stays"]},
    "deputy-end": said(),
    "ending": ended,
    "reopening": said(),
    "clock-extension": said(round=3, minutes=5),
    "clock-pause": said(round=3),
    "clock-resume": said(round=3),
    "round-taking-back": said(round=3),
    "draw": said(round=1, edition=1, how="list", entries=4),
    "draw-swap": said(round=1, edition=1, one=1, other=3),
    "entries": a_pair(number="A2"),
    "entries-from-room": said(),
    "entry-list": said(lines="Stays, Sub Stitute"),
    "hands": lambda club: {"deal_set": club.ids["free hands"]},
    "hands-dealing": said(name="Hands of the first"),
    "hands-look": said(),
    "hands-opening": said(),
    "late-pair": late_pair,
    "misplay": played_otherwise,
    "substitutes": lambda club: {
        "place": "A1S",
        "member": club.ids["stays"],
        "from_round": 2,
        "is_sure": "on",
    },
    "team-lineup": lambda club: {"member": club.ids["stays"]},
    "penalties": lambda club: PENALTY | {"key": uuid4()},
    "penalty-lift": said(reason="so it was"),
    "round-start": said(round=1),
    "correction-decision": said(act="correct", conviction="1", reason="so it was"),
    "publication": published_open,
    "rounds": said(way="2", from_round=2),
    "ruling": lambda club: RULING | {"key": uuid4()},
    "slips": lambda club: SLIPS | {"key": uuid4()},
    "slot-check": said(version=1),
    "slot": lambda club: BOARD | {"key": uuid4()},
    "tablet-close": said(),
    "tablets": said(letter="A", table=2),
    "unplayed": said(
        round=1, letter="A", table=1, boards="1,2,3,4,5,6,7,8,9", give="NP"
    ),
    "withdrawal": goes_home,
}
"""The forms that only directors may send, by the name of the page."""
WRITES_OF_TABLETS: dict[str, Body] = {
    "tablet-agreement": said(version=1, seat="N"),
    "tablet-agreement-taking-back": said(version=1, seat="E"),
    "tablet-answer": tablet_answer,
    "tablet-board": lambda club: BOARD | {"seat": "N", "key": uuid4()},
    "tablet-call": lambda club: {"about": "a revoke", "key": uuid4()},
    "tablet-take": said(),
}
"""The forms that everybody with the device may send, by the name of the page."""


def writes_in_sessions(
    players: set[str], everybody: set[str]
) -> dict[str, tuple[Body, set[str]]]:
    """For each address, a valid form and the people whose form is accepted. `players` are all who may play.

    A tablet does not ask who uses it, and here everybody has the device.
    """
    others = {
        "appeal": (lambda club: {"why": "so it was", "key": uuid4()}, PAIR),
        "appeal-answer": (said(act="withdraw"), PAIR),
        "correction": (asked_for, PAIR | DIRECTORS),
        "correction-answer": (said(act="confirm"), PAIR),
        "late-change": (said(act="approve", is_beyond_doubt="on"), ADMINS),
        "late-change-withdrawal": (said(), {"player"}),
        "season-taking": (said(), set()),  # it counts already
        "entries-seen": (said(), set()),  # it is played still
        "handicaps": (said(stratum_A1="B"), DIRECTORS),
        "masterpoints": (said(scale="acbl-club"), DIRECTORS),
        "periods": (said(correction_minutes="60", appeal_minutes="60"), ADMINS),
        "absence": (said(), PAIR),
        "presence": (said(), PAIR),
        # The director has seated the member, and has named West.
        "presence-decision": (said(reason="so it was"), ADMINS),
        "departure": (said(), PAIR | DIRECTORS),
        "opening": (opening, players),
        "seat": (
            lambda club: {"number": "A2", "partner": club.ids["stays"]},
            players - PAIR,
        ),
        "slot-agreement": (said(version=1), PAIR),
        "slot-agreement-taking-back": (said(version=1), {"north"}),
        "slot-answer": (accepted, PAIR),
        "tablet-lay": (said(), PAIR),
        **{name: (body, everybody) for name, body in WRITES_OF_TABLETS.items()},
        "slot-call": (
            lambda club: {"about": "a revoke", "key": uuid4()},
            PAIR | DIRECTORS,
        ),
    }
    writes = {
        name: (body, DIRECTORS) for name, body in WRITES_OF_DIRECTORS.items()
    } | others
    return {f"duplicate:{name}": rule for name, rule in writes.items()}


_OF_DIRECTORS = (
    "board-groups", "cancellation", "deputies", "director", "draw", "entries", "hands", "late-pair", "misplay",
    "penalties", "publication", "rounds", "ruling", "ruling-effect", "slips", "slot", "slot-history", "slot-preview",
    "substitutes", "tablets", "team-lineup", "withdrawal", "round-start", "ending",
)  # fmt: skip
LOOKS_AT_SESSIONS = {f"duplicate:{page}": DIRECTORS for page in _OF_DIRECTORS} | {
    "duplicate:appeal": PAIR | DIRECTORS,
    "duplicate:correction": PAIR | DIRECTORS,
}
