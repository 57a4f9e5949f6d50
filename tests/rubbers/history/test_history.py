"""The page GET /rubbers/41/history/, the rubber's fingerprint, and the words of `check_rubbers` about both."""

import pytest
from django.core.management import CommandError, call_command

from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.history.fingerprint import (
    beginning_of,
    fingerprint,
    fingerprint_of,
    version_text,
)
from clubscore.rubbers.history.queries import sheet_at
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import (
    NINE_DEALS,
    NOON,
    agreed_rubber,
    member,
    record,
    rubber_in_play,
)
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
KEY = "5a2c8f7e-0f39-4c2c-9b36-0a1b2c3d4e5f"


def corrected_rubber():
    """A rubber of three deals, the first of which was corrected with the votes of Anna, Ben and Cleo."""
    rubber = rubber_in_play(lines=("4sn=", "2he=", "p"))
    facts = parse_deal("4sn= h4n")
    proposal = propose(
        state=load(rubber.deals.get(number=1).rubber_id),
        base=rubber.deals.get(number=1),
        facts=facts,
        key=KEY,
        by=rubber.players[N],
        now=NOON,
        reason="Four honours",
    )
    for seat in (E, S):
        cast(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=True,
            by=rubber.players[seat],
            now=NOON,
        )
    return Rubber.objects.get(pk=rubber.pk)


def page(client, rubber, at=""):
    return client.get(f"/rubbers/{rubber.pk}/history/", {"at": at} if at else {})


def test_every_version_is_told_with_who_why_and_by_whose_consent(signed_in):
    html = page(signed_in(member("Eve")), corrected_rubber()).content.decode()
    for words in (
        "Recorded by Anna",
        "Corrected by Anna",
        ": Four honours",
        "Agreed by Anna, Ben and Cleo",
        "Accepted by Cleo",
        "Yes: Anna, Ben and Cleo.",
    ):
        assert words in html


def test_the_sheet_is_played_back_to_any_moment(signed_in):
    eve, rubber = signed_in(member("Eve")), corrected_rubber()
    for at, totals in (
        ("0", (0, 0)),
        ("1", (120, 0)),
        ("2", (120, 60)),
        ("3", (120, 60)),
        ("4", (220, 60)),
    ):
        columns = page(eve, rubber, at).context["paper"].columns
        assert tuple(column.total for column in columns) == totals


@pytest.mark.parametrize("at", ["99", "999999999999999999999", "-1", "x", "²"])
def test_a_moment_that_never_was_is_the_newest(signed_in, at):
    assert page(signed_in(member("Eve")), corrected_rubber(), at).context["at"] == 4


def test_it_goes_back_and_on_by_links(signed_in):
    html = page(signed_in(member("Eve")), corrected_rubber(), "2").content.decode()
    assert 'href="?at=1"' in html
    assert 'href="?at=3"' in html


def test_a_correction_that_brings_the_end_forward_plays_back_at_every_step():
    rubber = rubber_in_play(lines=("4sn=", "3sn=", "2he=", "p"))
    proposal = propose(
        state=load(rubber.deals.get(number=2).rubber_id),
        base=rubber.deals.get(number=2),
        facts=parse_deal("4sn="),
        key=KEY,
        by=rubber.players[N],
        now=NOON,
        error="agreement",
        later="strike",
    )
    for seat in (E, S, W):
        cast(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=True,
            by=rubber.players[seat],
            now=NOON,
        )
    rubber = Rubber.objects.get(pk=rubber.pk)
    rows = list(rubber.deals.order_by("pk"))
    assert [
        len(sheet_at(load(rubber.pk), rows[:at])[1]) for at in range(len(rows) + 1)
    ] == [
        0,
        1,
        2,
        3,
        4,
        2,
        2,
        2,
    ]


def test_the_newest_moment_is_the_sheet_itself():
    rubber = Rubber.objects.get(pk=agreed_rubber().pk)
    assert (
        sheet_at(load(rubber.pk), list(rubber.deals.all()))[0] == load(rubber.pk).sheet
    )


def test_a_rubber_that_does_not_exist_has_no_history(signed_in):
    assert signed_in(member("Eve")).get("/rubbers/999/history/").status_code == 404


def test_it_takes_as_many_queries_with_nine_deals_as_with_three(
    signed_in, django_assert_max_num_queries
):
    eve = signed_in(member("Eve"))
    for number, lines in enumerate((NINE_DEALS[:3], NINE_DEALS)):
        players = {seat: member(f"{seat} Player{number}") for seat in Seat}
        rubber = rubber_in_play(players, lines=lines)
        with django_assert_max_num_queries(19):
            page(eve, rubber)


def test_a_finished_rubber_has_a_fingerprint_and_one_in_play_has_none(signed_in):
    eve, rubber = signed_in(member("Eve")), agreed_rubber()
    assert fingerprint_of(load(rubber.pk)) in page(eve, rubber).content.decode()
    players = {seat: member(f"{seat} Player") for seat in Seat}
    assert (
        "Fingerprint"
        not in page(eve, rubber_in_play(players, lines=("4sn=",))).content.decode()
    )


def test_the_chain_is_what_it_is_said_to_be():
    # sha256("a") and then sha256(that in hexadecimal + "\n" + "b")
    assert (
        fingerprint("a", [])
        == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
    )
    assert (
        fingerprint("a", ["b"])
        == "55433f2cdd63dc4183d6d25026d52fa5b0df7f26ca517a2b60ed6dccde120c0f"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"tricks": 9},
        {"note": "x"},
        {"reason": "x"},
        {"is_struck": True},
        {"recorded_at": NOON},
        {"version": 2},
    ],
)
def test_whatever_is_changed_in_a_version_changes_the_fingerprint(change):
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    before = fingerprint_of(load(rubber.pk))
    rewrite(Deal.objects.filter(rubber=rubber, number=1), **change)
    assert fingerprint_of(load(rubber.pk)) != before


def test_the_order_counts_and_so_does_what_is_left_out():
    whole = fingerprint("rubber", ["one", "two"])
    assert (
        len(
            {
                whole,
                fingerprint("rubber", ["two", "one"]),
                fingerprint("rubber", ["one"]),
            }
        )
        == 3
    )


def test_a_version_s_text_keeps_its_parts_apart():
    rubber = rubber_in_play(lines=("4sn= # a,b",))
    deal = rubber.deals.get()
    assert (
        version_text(deal)
        == f'[1,1,false,"4SN= # a,b",{deal.recorded_by_id},"2026-11-21T12:01:00.000000+00:00",""]'
    )
    assert beginning_of(load(rubber.pk)).startswith(f'[{rubber.pk},"contract",{{')


def test_check_rubbers_prints_a_fingerprint_and_verifies_one(capsys):
    rubber = agreed_rubber()
    call_command("check_rubbers", "--fingerprint", str(rubber.pk))
    printed = capsys.readouterr().out.strip()
    assert printed == fingerprint_of(load(rubber.pk))
    call_command("check_rubbers", "--fingerprint", str(rubber.pk), "--expect", printed)
    call_command(
        "check_rubbers",
        "--fingerprint",
        str(rubber.pk),
        "--expect",
        printed[:12].upper(),
    )
    rewrite(Deal.objects.filter(rubber=rubber, number=4), tricks=12)
    with pytest.raises(CommandError, match="The fingerprint of rubber"):
        call_command(
            "check_rubbers", "--fingerprint", str(rubber.pk), "--expect", printed
        )


def test_check_rubbers_says_what_it_cannot_do():
    with pytest.raises(CommandError, match="no rubber 999"):
        call_command("check_rubbers", "--fingerprint", "999")
    with pytest.raises(CommandError, match="goes with"):
        call_command("check_rubbers", "--expect", "abc")


def test_undoing_is_told_as_struck_out(anna, rubber):
    record(rubber, "4sn=")
    anna.post(f"/rubbers/{rubber.pk}/deals/1/undo/")
    html = page(anna, rubber).content.decode()
    assert "Struck out by Anna" in html
    assert ": Undone" in html
