"""Law 78: the proposer says whether another number of tricks was agreed but recorded wrongly, or was agreed wrongly."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from clubscore.contracts.deal_form import ContractForm
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import record, rubber_in_play
from tests.rubbers.conftest import HTMX
from tests.rubbers.correction.correcting import correct, lines, vote
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
RECORDED_WRONGLY = "All four agreed on ten tricks; it was entered wrongly."
AGREED_WRONGLY = "We agreed on the wrong number of tricks."


def form_of(rubber, line, **fields):
    base = rubber.deals.filter(number=1).latest("version")
    hidden = {"version": base.pk, "key": uuid4(), "risk": "", "reason": "", "later": ""}
    return hidden | ContractForm.entry_of(parse_deal(line)) | fields


def send(client, rubber, line, **fields):
    return client.post(
        f"/rubbers/{rubber.pk}/deals/1/correction/", form_of(rubber, line, **fields)
    )


def preview(client, rubber, line, **fields) -> str:
    path = f"/rubbers/{rubber.pk}/deals/1/correction/preview/"
    return client.get(
        path, form_of(rubber, line, **fields), headers=HTMX
    ).content.decode()


@pytest.mark.parametrize("system", ["contract", "chicago"])
def test_tricks_that_were_agreed_and_entered_wrongly_take_a_majority_after_the_next_auction_too(
    system,
):
    rubber = rubber_in_play(system=system, lines=("4sn+1", "2he=", "p"))
    proposal = correct(rubber, 1, "4sn=", error="recording")
    vote(proposal, E, is_yes=False)
    assert proposal.state == "open"
    vote(proposal, S, W)
    assert (proposal.state, lines(rubber)[0]) == ("accepted", "4SN=")


def test_tricks_that_were_agreed_wrongly_take_all_four_after_the_next_auction():
    rubber = rubber_in_play(lines=("4sn+1", "2he="))
    proposal = correct(rubber, 1, "4sn=", error="agreement")
    vote(proposal, S, W)
    assert proposal.state == "open"
    vote(proposal, E)
    assert proposal.state == "accepted"


@pytest.mark.parametrize("error", ["", "books"])
def test_another_number_of_tricks_is_not_proposed_without_the_error(error):
    rubber = rubber_in_play(lines=("4sn+1",))
    with pytest.raises(
        Refused, match="agreed and entered wrongly, or agreed wrongly"
    ) as refused:
        correct(rubber, 1, "4sn=", error=error)
    assert refused.value.field == "error"
    assert not Proposal.objects.exists()


@pytest.mark.parametrize(("system", "line", "other"), [
    ("contract", "4sn=", "4sn= h4n"),
    ("contract", "4sn=", "4ss="),
    ("contract", "4sn=", "p"),
    ("royal", "4rn= h3n h2e", "4rn+1 h3n h2e"),
])  # fmt: skip
def test_no_error_is_kept_where_nothing_need_be_said(system, line, other):
    rubber = rubber_in_play(system=system, lines=(line,))
    assert correct(rubber, 1, other, error="recording").error == ""


@pytest.mark.parametrize(
    "changes", [{"error": "books"}, {"origin": "book"}, {"strikes": True}]
)
def test_the_database_keeps_an_error_for_tricks_of_a_correction_alone(changes):
    proposal = correct(rubber_in_play(lines=("4sn+1",)), 1, "4sn=")
    with (
        pytest.raises(
            IntegrityError, match="rubbers_proposal_names_an_error_of_tricks"
        ),
        transaction.atomic(),
    ):
        rewrite(Proposal.objects.filter(pk=proposal.pk), **changes)


def test_the_preview_asks_which_it_was_and_says_what_each_takes_now(anna, rubber):
    record(rubber, "4sn+1")
    record(rubber, "2he=")
    html = preview(anna, rubber, "4sn=")
    assert RECORDED_WRONGLY in html
    assert (
        "A majority of the four, until the net score of the rubber is agreed. Law 78"
        in html
    )
    assert AGREED_WRONGLY in html
    assert (
        "All four have called on the next deal: all four must consent. Law 78" in html
    )
    assert "checked" not in html


def test_the_preview_keeps_the_answer(anna, rubber):
    record(rubber, "4sn+1")
    html = preview(anna, rubber, "4sn=", error="agreement")
    assert 'value="agreement" checked' in html


def test_the_preview_does_not_ask_where_the_tricks_are_the_same(anna, rubber):
    record(rubber, "4sn+1")
    html = preview(anna, rubber, "4sn+1 h4n")
    assert 'name="error"' not in html
    assert (
        "A majority of the four, until the net score of the rubber is agreed. " in html
    )


def test_without_scripts_the_question_is_on_the_page_from_the_beginning(anna, rubber):
    record(rubber, "4sn+1")
    html = anna.get(f"/rubbers/{rubber.pk}/deals/1/correction/").content.decode()
    without_scripts = html.split("<noscript>")[-1].split("</noscript>")[0]
    assert "All four agreed on that number; it was entered wrongly." in without_scripts
    assert AGREED_WRONGLY in without_scripts


def test_royal_auction_asks_nothing(signed_in):
    rubber = rubber_in_play(system="royal", lines=("4rn= h3n h2e",))
    html = (
        signed_in(rubber.players[N])
        .get(f"/rubbers/{rubber.pk}/deals/1/correction/")
        .content.decode()
    )
    assert 'name="error"' not in html


def test_without_an_answer_it_comes_back_filled_with_the_question(anna, rubber):
    record(rubber, "4sn+1")
    answer = send(anna, rubber, "4sn=", reason="I tapped eleven")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert (
        "The number of tricks is another: say whether it was agreed and entered wrongly, or agreed wrongly."
        in html
    )
    assert 'value="I tapped eleven"' in html
    assert RECORDED_WRONGLY in html
    assert not Proposal.objects.exists()


def test_an_answer_that_the_page_does_not_offer_is_refused_in_words(anna, rubber):
    record(rubber, "4sn+1")
    answer = send(anna, rubber, "4sn+1 h4n", error="nonsense")
    assert answer.status_code == 422
    assert "Select a valid choice" in answer.content.decode()


@pytest.mark.parametrize(
    ("line", "error", "words"),
    [
        (
            "4sn=",
            "recording",
            "Anna says: ten tricks were agreed, and entered wrongly.",
        ),
        ("4sn-9", "recording", "Anna says: one trick was agreed, and entered wrongly."),
        (
            "4sn=",
            "agreement",
            "Anna says: the four agreed on the wrong number of tricks.",
        ),
    ],
)
def test_the_card_of_the_others_says_which_it_was(
    anna, rubber, signed_in, line, error, words
):
    record(rubber, "4sn+1")
    assert send(anna, rubber, line, error=error).status_code == 302
    assert (
        words
        in signed_in(rubber.players[E])
        .get(f"/rubbers/{rubber.pk}/consent/")
        .content.decode()
    )


def test_the_card_says_nothing_where_nothing_was_to_be_said(anna, rubber, signed_in):
    record(rubber, "4sn+1")
    send(anna, rubber, "4sn+1 h4n", error="recording")
    assert (
        "Anna says"
        not in signed_in(rubber.players[E])
        .get(f"/rubbers/{rubber.pk}/consent/")
        .content.decode()
    )


def test_history_and_audit_say_which_it_was(anna, rubber):
    record(rubber, "4sn+1")
    send(anna, rubber, "4sn=", error="recording")
    assert (
        "ten tricks were agreed, and entered wrongly"
        in anna.get(f"/rubbers/{rubber.pk}/history/").content.decode()
    )
    (made,) = [
        entry
        for entry in every_entry(AuditFilter())
        if entry.description.action == "proposal.made"
    ]
    assert made.description.words == (
        "proposed to correct deal 1 at Table 1: 4♠ by Anna, made (ten tricks were agreed, and entered wrongly)"
    )
    assert load(rubber.pk).proposals[0].error == "recording"
