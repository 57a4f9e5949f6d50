"""Law 79B: rulings about the number of tricks, by the code that the session is played under."""

from datetime import timedelta
from uuid import uuid4

import pytest

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.models import Ruling, Session
from clubscore.duplicate.outcomes.desk import SessionDesk, desk_to_rule
from clubscore.duplicate.play.entering.calls import call_director
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling.tricks import require_law_of_tricks
from clubscore.refusals import Refused
from scoring import Side
from scoring.duplicate.law79 import Conviction
from tests.duplicate.evening import in_play
from tests.duplicate.play.table.test_table import form
from tests.duplicate.published import played, published
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.results.publishing.test_publishing import of
from tests.duplicate.rulings import given, ruled
from tests.factories import NOON

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
CLEAR = Conviction.CLEAR


def called_late(law: str = "2017") -> Session:
    """A session in its second round; East says of a board of the first round that one trick fewer was won."""
    session = in_play(rounds=1, law=law)
    agreed(session, FIRST, "4sn=")
    start_round(session=session, round=2, by=session.director, now=session.started_at)
    recorded(session, FIRST, "4sn-1", by=player(session, FIRST, Side.EW), seen=1)
    session.refresh_from_db()
    return session


def test_law_79b1_a_ruling_on_a_disputed_board_asks_for_a_claim_first():
    session = called_late()
    with pytest.raises(Refused, match="claim or a concession") as refused:
        ruled(session, FIRST, "4sn=")
    assert refused.value.field == "claim"
    assert ruled(session, FIRST, "4sn=", claim="yes").claim == "yes"


@pytest.mark.parametrize(
    ("law", "laws", "others"),
    [("2017", "69B, 71", ()), ("2007", "69", ("69B", "79B3"))],
)
def test_law_79b1_the_page_has_the_clauses_of_the_code_alone(law, laws, others):
    session = called_late(law)
    page = of(session.director).get(address(session, "ruling/"))
    assert page.context["laws_of_claims"] == laws
    clauses = {clause for clause, _ in page.context["clauses"]}
    assert clauses.isdisjoint(others)
    assert "Nobody accepts a trick that was not won" in page.content.decode()


@pytest.mark.parametrize(("law", "laws"), [("2017", "69B, 71"), ("2007", "69")])
def test_law_79b1_a_call_about_tricks_names_the_laws_of_the_code(law, laws):
    session = in_play(law=law)
    call_director(
        session_id=session.pk,
        slot=FIRST,
        about="",
        claim="yes",
        key=uuid4(),
        by=player(session, FIRST),
        now=session.started_at,
    )
    page = of(session.director).get(f"/duplicate/{session.pk}/director/")
    shown = page.content.decode()
    assert "tricks, after a claim or a concession" in shown
    assert f"(Law {laws})" in shown


def test_law_79b1_a_player_is_asked_for_a_claim_in_the_form_of_the_call():
    session = in_play()
    north = player(session, FIRST)
    sent = {"about": "Nine tricks", "claim": "no", "key": str(uuid4())}
    assert of(north).post(address(session, "call/"), sent).status_code == 302
    assert session.calls.get().claim == "no"


def test_law_79b3_both_sides_are_changed_only_by_a_convinced_director():
    session = called_late()
    with pytest.raises(Refused, match="only if he is clearly convinced") as refused:
        ruled(session, FIRST, "4sn-1", law="79B3", claim="no")
    assert refused.value.field == "conviction"
    ruling = ruled(session, FIRST, "4sn-1", law="79B3", claim="no", conviction=CLEAR)
    assert (ruling.claim, ruling.conviction) == ("no", 1)


@pytest.mark.parametrize("line", ["4sn=", "ns:-50,ew:-420"])
def test_law_79b3_without_conviction_the_record_stands_or_one_side_is_lowered(line):
    assert ruled(called_late(), FIRST, line, law="79B3", claim="no").law == "79B3"


def test_law_79b3_no_side_is_raised_without_conviction():
    with pytest.raises(Refused, match="one side is lowered and none raised"):
        ruled(called_late(), FIRST, "ns:+420,ew:+50", law="79B3", claim="no")


def test_law_79b2_of_2007_changes_by_conviction_and_knows_no_79b3():
    session = called_late("2007")
    with pytest.raises(Refused, match="have no Law 79B3"):
        ruled(session, FIRST, "4sn=", law="79B3", claim="no")
    with pytest.raises(Refused, match="need not raise"):
        ruled(session, FIRST, "4sn-1", law="79B2", claim="no")
    assert ruled(session, FIRST, "4sn-1", law="79B2", claim="no", conviction=CLEAR).pk


def test_law_79b_another_contract_is_no_dispute_about_tricks():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    recorded(session, FIRST, "3sn+1", by=player(session, FIRST, Side.EW), seen=1)
    assert ruled(session, FIRST, "3sn+1").claim == ""


def test_law_79b2_while_the_round_is_on_the_director_rules_what_is_recorded():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    recorded(session, FIRST, "4sn-1", by=player(session, FIRST, Side.EW), seen=1)
    assert ruled(session, FIRST, "4sn-1", law="79B2", claim="no").law == "79B2"


def test_law_79b3_the_page_offers_stands_and_lower_one_side():
    session = called_late()
    director = of(session.director)
    offers = director.get(address(session, "ruling/")).context["offers"]
    assert [offer.name for offer in offers] == ["stands", "lowered", "changed"]
    page = director.get(address(session, "ruling/?offer=lowered"))
    initial = page.context["form"].initial
    assert (initial["kind"], initial["line"], initial["law"]) == (
        Ruling.Kind.SPLIT,
        "NS:-50,EW:-420",
        "79B3",
    )


def test_law_79b3_after_the_round_a_director_does_not_overwrite_the_tricks():
    session = called_late()
    with pytest.raises(Refused, match="rule on the tricks of board 1"):
        recorded(session, FIRST, "4sn-1", by=session.director, seen=1)
    entered = recorded(session, FIRST, "4ss=", by=session.director, seen=1)
    assert entered.play.version == 2


def test_law_79b3_the_page_that_refuses_the_tricks_does_not_say_to_record_again():
    session = called_late()
    sent = form(result="-1", revision=1)
    refused = of(session.director).post(address(session, ""), sent)
    html = refused.content.decode()
    assert (refused.status_code, "rule on the tricks of board 1" in html) == (409, True)
    assert "record again" not in html


def test_law_79c2_of_2017_is_no_way_to_change_disputed_tricks_after_the_period():
    session = played()
    published(session)
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    late = NOON + timedelta(hours=1)
    desk = desk_to_rule(SessionDesk(load(session.pk), session.director), slot)
    wanted = given(session, slot, "4sn-1", claim="no", conviction=CLEAR)
    with pytest.raises(Refused, match="no error in the score"):
        require_law_of_tricks(desk, wanted.tricks, late)


def address(session: Session, page: str) -> str:
    return f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/{page}"
