"""GET and POST /rubbers/41/deals/3/correction/, and the later steps of the proposal that it makes."""

from uuid import uuid4

import pytest

from clubscore.contracts.deal_form import ContractForm
from clubscore.members.access.pins import choose_pin
from clubscore.members.roles import Role
from clubscore.rubbers.correction.forms import correction_form
from clubscore.rubbers.models import Proposal, Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.blanks import tight
from tests.factories import NOON, agree, member, record, rubber_in_play
from tests.rubbers.conftest import HTMX

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def form_of(rubber, number, line, **fields):
    base = rubber.deals.filter(number=number).latest("version")
    hidden = {
        "version": base.pk,
        "key": uuid4(),
        "risk": "",
        "reason": "",
        "error": "agreement",
        "later": "",
    }
    return hidden | ContractForm.entry_of(parse_deal(line)) | fields


def correct(client, rubber, number, line, **fields):
    return client.post(
        f"/rubbers/{rubber.pk}/deals/{number}/correction/",
        form_of(rubber, number, line, **fields),
    )


def preview(client, rubber, number, line, **fields) -> str:
    path = f"/rubbers/{rubber.pk}/deals/{number}/correction/preview/"
    return client.get(
        path, form_of(rubber, number, line, **fields), headers=HTMX
    ).content.decode()


def vote(client, proposal, word, **fields):
    path = f"/rubbers/{proposal.rubber_id}/proposals/{proposal.pk}/votes/"
    return client.post(path, {"vote": word} | fields, headers=HTMX)


def lines(rubber):
    return [str(scored.deal) for scored in load(rubber.pk).sheet.deals]


@pytest.mark.parametrize(
    "line",
    [
        "4SN=",
        "4SXN-1",
        "7NTXXE+0",
        "3NTW= h4W",
        "3SS+1 t2ns",
        "P",
        "P # Misdeal",
        "1CN-7 # Ouch",
    ],
)
def test_the_form_that_is_filled_with_a_deal_says_the_same_deal(line):
    facts = parse_deal(line)
    form = correction_form(
        Rubber(system="contract", rules={}),
        {"version": 1, "key": uuid4(), "risk": ""} | ContractForm.entry_of(facts),
    )
    assert form.is_valid(), form.errors
    assert form.cleaned_data["deal"] == facts


def test_a_form_that_has_lost_its_fields_comes_back_for_the_version_on_the_page(
    anna, rubber
):
    base = record(rubber, "4sxn-1 h4n")
    answer = anna.post(f"/rubbers/{rubber.pk}/deals/1/correction/", {})
    assert answer.status_code == 422
    html = answer.content.decode()
    # Of the entry, and of striking it out.
    assert html.count(f'name="version" value="{base.pk}"') == 2


def test_the_page_shows_the_deal_in_the_entry_form(anna, rubber):
    record(rubber, "4sxn-1 h4n")
    html = anna.get(f"/rubbers/{rubber.pk}/deals/1/correction/").content.decode()
    assert "Deal 1 is not right" in html
    assert "4<span" in html
    for checked in ('value="4S"', 'value="X"', 'value="-1"', 'value="4N"'):
        assert any(
            checked in tag and "checked" in tag for tag in html.split("<input")
        ), checked
    assert "Tap what should be different." in html


def test_it_is_for_the_four(rubber, signed_in):
    record(rubber, "4sn=")
    eve = signed_in(member("Eve", role=Role.ADMIN))
    assert eve.get(f"/rubbers/{rubber.pk}/deals/1/correction/").status_code == 403
    assert correct(eve, rubber, 1, "4sn+1").status_code == 403
    assert not Proposal.objects.exists()


def test_a_deal_that_is_not_on_the_sheet_is_not_found(anna, rubber):
    assert anna.get(f"/rubbers/{rubber.pk}/deals/7/correction/").status_code == 404


def test_a_correction_is_proposed_and_leads_back_to_the_table(anna, rubber):
    record(rubber, "4sn=")
    answer = correct(anna, rubber, 1, "4sn= h4n", reason="I had four of them")
    assert (answer.status_code, answer.url) == (
        302,
        f"/tables/{rubber.table_id}/#consent",
    )
    proposal = Proposal.objects.get()
    assert (str(proposal.facts), proposal.reason, proposal.state) == (
        "4SN= h4N",
        "I had four of them",
        "open",
    )
    html = anna.get(f"/tables/{rubber.table_id}/").content.decode()
    assert "Deal 1: which is right?" in html
    assert "correction proposed: honours" in html
    assert (
        "A majority of the four, until the net score of the rubber is agreed." in html
    )
    assert "Two more needed for “4 honours Anna”, from Ben, Cleo or Dan." in html


def test_the_same_key_again_is_one_proposal(anna, rubber):
    record(rubber, "4sn=")
    sent = form_of(rubber, 1, "4sn+1")
    for _ in range(2):
        assert (
            anna.post(f"/rubbers/{rubber.pk}/deals/1/correction/", sent).status_code
            == 302
        )
    assert Proposal.objects.count() == 1


@pytest.mark.parametrize(
    ("line", "fields", "words"),
    [
        ("4sn=", {}, "That is what the sheet says already."),
        ("4sn=", {"result": "+4"}, "+3 is the most"),
        ("4sn=", {"honours": "nonsense"}, "Select a valid choice"),
    ],
)
def test_what_is_refused_comes_back_filled_with_the_reason(
    anna, rubber, line, fields, words
):
    record(rubber, "4sn=")
    answer = correct(anna, rubber, 1, line, reason="Look again", **fields)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert words in html
    assert 'value="Look again"' in html
    assert not Proposal.objects.exists()


def test_a_deal_that_has_changed_since_is_refused(anna, rubber):
    record(rubber, "4sn=")
    seen = form_of(rubber, 1, "4sn+1")
    anna.post(f"/rubbers/{rubber.pk}/deals/1/undo/")
    record(rubber, "4sn-1")
    answer = anna.post(f"/rubbers/{rubber.pk}/deals/1/correction/", seen)
    assert answer.status_code == 422
    assert "has been changed since" in answer.content.decode()


def test_the_preview_shows_before_and_after_the_consequences_and_the_window(
    anna, rubber
):
    for line in ("4sn=", "3nn-1", "2he=", "p"):
        record(rubber, line)
    html = tight(preview(anna, rubber, 2, "3nn="))
    for words in (
        '<tr class="differs"><th scope="row">Tricks</th><td>8</td><td>9</td></tr>',
        "Deal 2: We won game 2.",
        "The rubber ends with deal 2: We win 920.",
        "Deals 3 and 4 came after that end and must be dealt with.",
        "What becomes of those deals?",
        "All four have called on the next deal: all four must consent.",
    ):
        assert words in html


def test_the_preview_names_the_deals_that_are_scored_anew(anna, rubber):
    for line in ("4sn=", "2hxn-1"):
        record(rubber, line)
    html = preview(anna, rubber, 1, "4sn-1")
    assert (
        "Deal 2: nobody vulnerable instead of We vulnerable; They 100 above instead of They 200 above."
        in html
    )


def test_an_impossible_correction_says_what_would_be_possible(anna, rubber):
    record(rubber, "4sn=")
    assert "+3 is the most" in preview(anna, rubber, 1, "4sn=", result="+4")


def test_deals_left_over_must_be_dealt_with_before_it_is_proposed(anna, rubber):
    for line in ("4sn=", "3nn-1", "2he="):
        record(rubber, line)
    answer = correct(anna, rubber, 2, "3nn=")
    assert answer.status_code == 422
    assert "say what becomes of deal 3" in answer.content.decode()
    assert correct(anna, rubber, 2, "3nn=", later="strike").status_code == 302
    assert (
        "Deal 3 came after that end and is struck out."
        in anna.get(f"/tables/{rubber.table_id}/").content.decode()
    )


def test_a_majority_votes_it_onto_the_sheet(anna, rubber, signed_in):
    record(rubber, "4sn=")
    correct(anna, rubber, 1, "4sn= h4n")
    proposal = Proposal.objects.get()
    for seat in (E, S):
        assert vote(signed_in(rubber.players[seat]), proposal, "yes").status_code == 200
    assert lines(rubber) == ["4SN= h4N"]
    assert "corrected" in anna.get(f"/rubbers/{rubber.pk}/").content.decode()


def test_two_against_two_is_said_and_shown_as_disputed(anna, rubber, signed_in):
    record(rubber, "4sn=")
    correct(anna, rubber, 1, "4sn= h4n")
    proposal = Proposal.objects.get()
    for seat, word in ((S, "yes"), (E, "no"), (W, "no")):
        html = vote(signed_in(rubber.players[seat]), proposal, word).content.decode()
    assert "Two against two: it stays as first recorded" in html
    sheet = signed_in(member("Eve")).get(f"/rubbers/{rubber.pk}/").content.decode()
    assert "disputed: honours" in sheet
    assert "by Anna, made, 4 honours Anna" in sheet


def test_a_vote_by_pin_is_the_vote_of_whose_pin_it_is(anna, rubber):
    record(rubber, "4sn=")
    correct(anna, rubber, 1, "4sn= h4n")
    cleo, proposal = rubber.players[S], Proposal.objects.get()
    choose_pin(member=cleo, pin="2468", now=NOON)
    assert vote(anna, proposal, "yes", member=cleo.pk, pin="2468").status_code == 200
    cast = proposal.votes.get(member=cleo)
    assert (cast.is_yes, cast.how, cast.device_of.name) == (True, "pin", "Anna")


def test_a_vote_after_the_window_is_refused_in_words(anna, rubber, signed_in):
    record(rubber, "4sn=")
    correct(anna, rubber, 1, "4sn= h4n")
    proposal = Proposal.objects.get()
    anna.post(f"/rubbers/{rubber.pk}/proposals/{proposal.pk}/withdrawal/")
    answer = vote(signed_in(rubber.players[S]), proposal, "yes")
    assert answer.status_code == 409
    assert "This proposal is withdrawn already." in answer.content.decode()


@pytest.mark.parametrize("word", ["", "perhaps"])
def test_a_vote_is_yes_or_no(anna, rubber, word):
    record(rubber, "4sn=")
    correct(anna, rubber, 1, "4sn= h4n")
    assert vote(anna, Proposal.objects.get(), word).status_code == 409
    assert Proposal.objects.get().votes.count() == 1


def test_a_proposal_of_another_rubber_is_not_found(anna, rubber):
    assert (
        anna.post(
            f"/rubbers/{rubber.pk}/proposals/999/votes/", {"vote": "yes"}
        ).status_code
        == 404
    )


def test_a_stranger_neither_votes_nor_takes_back_nor_rules(anna, rubber, signed_in):
    record(rubber, "4sn=")
    correct(anna, rubber, 1, "4sn= h4n")
    eve, path = (
        signed_in(member("Eve")),
        f"/rubbers/{rubber.pk}/proposals/{Proposal.objects.get().pk}/",
    )
    assert eve.post(path + "votes/", {"vote": "yes"}).status_code == 403
    assert eve.post(path + "withdrawal/").status_code == 403
    assert (
        eve.post(path + "ruling/", {"vote": "yes", "reason": "So"}).status_code == 403
    )
    assert Proposal.objects.get().state == "open"


def test_an_admin_rules_in_writing(anna, rubber, signed_in):
    record(rubber, "4sn=")
    correct(anna, rubber, 1, "4sn= h4n")
    sam = signed_in(member("Sam", role=Role.ADMIN))
    path = f"/rubbers/{rubber.pk}/proposals/{Proposal.objects.get().pk}/ruling/"
    assert (
        sam.post(path, {"vote": "yes", "reason": ""}, headers=HTMX).status_code == 409
    )
    assert (
        sam.post(path, {"vote": "yes", "reason": "Dan saw the hand"}).status_code == 302
    )
    assert (Proposal.objects.get().state, lines(rubber)) == ("ruled", ["4SN= h4N"])


def test_a_deal_of_a_bad_pack_is_struck_out_if_all_four_consent(
    anna, rubber, signed_in
):
    record(rubber, "4sn=")
    record(rubber, "2he=")
    base, path = rubber.deals.get(number=2), f"/rubbers/{rubber.pk}/deals/2/strike/"
    assert (
        anna.post(path, {"version": base.pk, "key": uuid4(), "reason": ""}).status_code
        == 422
    )
    assert (
        anna.post(
            path, {"version": base.pk, "key": uuid4(), "reason": "Two queens of hearts"}
        ).status_code
        == 302
    )
    proposal = Proposal.objects.get()
    for seat in (E, S, W):
        vote(signed_in(rubber.players[seat]), proposal, "yes")
    html = anna.get(f"/rubbers/{rubber.pk}/").content.decode()
    assert lines(rubber) == ["4SN="]
    assert 'id="deal-1"' in html
    assert 'id="deal-2"' not in html


def test_a_bad_pack_is_noted_by_those_who_keep_the_rubber(anna, rubber, signed_in):
    path = f"/rubbers/{rubber.pk}/pack/"
    assert (
        signed_in(member("Eve")).post(path, {"reason": "Two queens"}).status_code == 403
    )
    assert anna.get(path).status_code == 200
    assert anna.post(path, {"reason": " "}).status_code == 422
    assert anna.post(path, {"reason": "Two queens of hearts"}).status_code == 302
    assert rubber.pack_notes.get().text == "Two queens of hearts"


def test_an_agreed_rubber_is_opened_again_by_an_admin_with_a_reason(
    anna, rubber, signed_in
):
    for line in ("4sn=", "3nn="):
        record(rubber, line)
    agree(rubber)
    sam, path = (
        signed_in(member("Sam", role=Role.ADMIN)),
        f"/rubbers/{rubber.pk}/reopening/",
    )
    assert 'name="reason"' not in anna.get(path).content.decode()
    assert anna.post(path, {"reason": "So"}).status_code == 422
    assert path in sam.get(f"/rubbers/{rubber.pk}/").content.decode()
    assert sam.post(path, {"reason": ""}).status_code == 422
    assert sam.post(path, {"reason": "Ben found his card"}).status_code == 302
    rubber.refresh_from_db()
    assert not rubber.is_agreed
    assert sam.post(path, {"reason": "Once more"}).status_code == 422


def test_an_agreed_rubber_offers_no_correction(anna, rubber):
    for line in ("4sn=", "3nn="):
        record(rubber, line)
    agree(rubber)
    member("Sam", role=Role.ADMIN)
    assert "correction/" not in anna.get(f"/rubbers/{rubber.pk}/").content.decode()
    answer = correct(anna, rubber, 1, "4sn= h4n")
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "only an arbiter can open the rubber again" in html
    assert html.count("An arbiter who has not played in it decides: Sam.") == 2


def test_the_card_that_explains_a_deal_leads_to_its_correction(anna, rubber, signed_in):
    record(rubber, "4sn+1 t2ns")
    html = anna.get(f"/rubbers/{rubber.pk}/deals/1/").content.decode()
    assert f"/rubbers/{rubber.pk}/deals/1/correction/" in html
    assert "11 (9+2) tricks" in html
    assert (
        "correction/"
        not in signed_in(member("Eve"))
        .get(f"/rubbers/{rubber.pk}/deals/1/")
        .content.decode()
    )


def test_a_substitute_plays_on_when_the_other_three_consent(anna, rubber, signed_in):
    eve, path = member("Eve Lund"), f"/rubbers/{rubber.pk}/substitution/"
    assert signed_in(eve).get(path).status_code == 403
    assert "Eve Lund" in anna.get(path, {"q": "lund"}, headers=HTMX).content.decode()
    assert anna.post(path, {"seat": "W"}).status_code == 422
    assert anna.post(path, {"seat": "W", "substitute": eve.pk}).status_code == 302
    substitution = rubber.substitutions.get()
    assert (
        "Eve Lund for Dan?"
        in anna.get(f"/rubbers/{rubber.pk}/consent/").content.decode()
    )
    consent = f"/rubbers/{rubber.pk}/substitutions/{substitution.pk}/consents/"
    assert signed_in(rubber.players[W]).post(consent).status_code == 403
    for seat in (E, S):
        signed_in(rubber.players[seat]).post(consent)
    assert Rubber.objects.get(pk=rubber.pk).players[W] == eve


def test_who_asked_for_a_substitute_takes_it_back(anna, rubber, signed_in):
    anna.post(
        f"/rubbers/{rubber.pk}/substitution/",
        {"seat": "W", "substitute": member("Eve").pk},
    )
    path = f"/rubbers/{rubber.pk}/substitutions/{rubber.substitutions.get().pk}/withdrawal/"
    assert signed_in(rubber.players[E]).post(path).status_code == 403
    assert anna.post(path).status_code == 302
    assert rubber.substitutions.get().withdrawn_at


def test_a_substitute_who_plays_elsewhere_is_refused_in_words(anna, rubber, signed_in):
    others = {seat: member(f"{seat} Else") for seat in Seat}
    rubber_in_play(others)
    anna.post(
        f"/rubbers/{rubber.pk}/substitution/", {"seat": "W", "substitute": others[N].pk}
    )
    consent = (
        f"/rubbers/{rubber.pk}/substitutions/{rubber.substitutions.get().pk}/consents/"
    )
    signed_in(rubber.players[E]).post(consent)
    answer = signed_in(rubber.players[S]).post(consent, headers=HTMX)
    assert answer.status_code == 409
    assert "is in the middle of a rubber" in answer.content.decode()
