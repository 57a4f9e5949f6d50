"""The database refuses impossible rulings and penalties, whoever writes them."""

from uuid import uuid4

import pytest

from clubscore.duplicate.models import (
    Entry,
    Penalty,
    PenaltyLift,
    Ruling,
    RulingPart,
    Section,
)
from tests.duplicate.models.test_database import refuses
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruth():
    return member("Ruth")


@pytest.fixture
def section(ruth) -> Section:
    return opened(ruth).sections.get()


def ruling(section: Section, by, **columns) -> Ruling:
    slot = {
        "round": 1,
        "table": 1,
        "board": 1,
        "version": 1,
        "north": 1,
        "south": 1,
        "east": 6,
        "west": 6,
    }
    plain = {
        "kind": "weighted",
        "law": "12C1c",
        "text": "A slow pass",
        "ruled_at": NOON,
        "ruled_by": by,
    }
    place = {"session": section.session, "section": section, "key": uuid4()}
    return Ruling.objects.create(**(slot | plain | place | columns))


ARTIFICIAL = {"kind": "artificial", "ns_average": "+", "ew_percent": 40}


def test_a_slot_is_ruled_once_a_version_and_once_a_key(section, ruth):
    first = ruling(section, ruth)
    refuses("version", ruling, section=section, by=ruth)
    refuses("key", ruling, section=section, by=ruth, board=2, key=first.key)
    ruling(section, ruth, version=2, kind="stands", law="")


@pytest.mark.parametrize(
    ("rule", "columns"),
    [
        ("counts_from_1", {"round": 0}),
        ("kind_is_known", {"kind": "guess"}),
        ("sides_iff_artificial", {"ns_average": "+", "ew_average": "-"}),
        ("sides_iff_artificial", {"kind": "artificial"}),
        ("sides_iff_artificial", ARTIFICIAL | {"ns_percent": 60}),
        ("sides_iff_artificial", ARTIFICIAL | {"ew_percent": 101}),
        ("first_withdraws_nothing", {"kind": "stands"}),
        ("names_its_law", {"law": ""}),
        ("says_why", {"text": ""}),
        ("after_period_names_its_approval", {"period": "after"}),
    ],
)
def test_a_ruling_is_one_of_the_laws(section, ruth, rule, columns):
    ruling(section, ruth, board=2, **ARTIFICIAL)
    refuses(f"duplicate_ruling_{rule}", ruling, section=section, by=ruth, **columns)


def test_who_rules_after_the_period_is_not_who_approves(section, ruth):
    approval = "duplicate_ruling_after_period_names_its_approval"
    refuses(
        approval, ruling, section=section, by=ruth, period="after", approved_by=ruth
    )
    refuses(approval, ruling, section=section, by=ruth, approved_by=member("Olga"))
    ruling(section, ruth, period="after", approved_by=member("Otto"))


@pytest.mark.parametrize(
    ("rule", "columns"),
    [
        ("is_of_a_side", {"side": "us"}),
        ("weighs_something", {"weight": 0}),
        ("weighs_something", {"weight": 10_001}),
        ("is_a_contract_or_points", {"tens": None}),
        ("is_a_contract_or_points", {"tens": 761}),
        (
            "is_a_contract_or_points",
            {"level": 4, "strain": "S", "risk": "", "declarer": "N", "tricks": 10},
        ),
        ("has_nothing_of_rubber", {"revokes_ns": 1}),
    ],
)
def test_a_part_is_a_result_of_a_board_with_its_weight(section, ruth, rule, columns):
    plain = {
        "ruling": ruling(section, ruth),
        "number": 1,
        "side": "both",
        "weight": 6_000,
        "tens": 42,
    }
    refuses(
        f"duplicate_rulingpart_({rule}|passed_out)",
        RulingPart.objects.create,
        **(plain | columns),
    )
    RulingPart.objects.create(**plain)
    refuses("number", RulingPart.objects.create, **plain)


@pytest.mark.parametrize(
    ("rule", "columns"),
    [
        ("takes_something_off", {"hundredths": 0}),
        ("takes_something_off", {"hundredths": 1_000_001}),
        ("unit_is_known", {"unit": "tp"}),
        ("names_law_and_reason", {"law": ""}),
        ("names_law_and_reason", {"reason": ""}),
    ],
)
def test_a_penalty_takes_something_off_and_is_lifted_once(section, ruth, rule, columns):
    entry = Entry.objects.create(
        section=section, number=1, entered_at=NOON, entered_by=ruth
    )
    plain = {
        "session": section.session,
        "entry": entry,
        "hundredths": 2_500,
        "unit": "%",
        "law": "90B1",
    }
    plain |= {"reason": "Late", "given_at": NOON, "given_by": ruth, "key": uuid4()}
    refuses(f"duplicate_penalty_{rule}", Penalty.objects.create, **(plain | columns))
    lift = {
        "penalty": Penalty.objects.create(**plain),
        "lifted_at": NOON,
        "lifted_by": ruth,
    }
    refuses("key", Penalty.objects.create, **plain)
    refuses("says_why", PenaltyLift.objects.create, reason="", **lift)
    PenaltyLift.objects.create(reason="It was the others", **lift)
    refuses("penalty_id", PenaltyLift.objects.create, reason="Again", **lift)
