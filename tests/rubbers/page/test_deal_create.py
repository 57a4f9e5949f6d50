"""POST /rubbers/41/deals/ records the next deal."""

import re
from uuid import uuid4

import pytest

from clubscore.members.roles import Role
from clubscore.rubbers.models import Deal, Proposal
from scoring import Seat
from tests.factories import NINE_DEALS, member, record
from tests.rubbers.conftest import HTMX, entry

pytestmark = pytest.mark.django_db


def send(client, rubber, *, htmx=True, **fields):
    return client.post(
        f"/rubbers/{rubber.pk}/deals/",
        entry(rubber, **fields),
        headers=HTMX if htmx else {},
    )


def test_taps_record_a_deal(anna, rubber):
    answer = send(anna, rubber, honours="4N")
    assert answer.status_code == 200
    assert str(Deal.objects.get().facts) == "4SN= h4N"


def test_a_typed_line_records_the_same(anna, rubber):
    send(anna, rubber, contract="", declarer="", result="", line="4sn= h4n")
    assert str(Deal.objects.get().facts) == "4SN= h4N"


def test_the_answer_is_what_changed_and_leaves_the_keys_where_they_are(anna, rubber):
    answer = send(anna, rubber)
    html = answer.content.decode()
    assert '<div id="entry-slip"' in html
    assert 'name="contract"' not in html
    assert '<input type="hidden" name="number" value="2">' in html
    assert 'hx-swap-oob="innerHTML"' in html
    assert '<input type="hidden" name="revision" value="1" form="deal-form">' in html


def test_without_scripts_it_leads_back_to_the_table(anna, rubber):
    answer = send(anna, rubber, htmx=False)
    assert (answer.status_code, answer.url) == (302, f"/tables/{rubber.table_id}/")


def test_a_half_filled_form_comes_back_with_what_was_tapped_and_what_is_missing(
    anna, rubber
):
    answer = send(anna, rubber, result="")
    assert answer.status_code == 422
    assert "Tap the result." in answer.content.decode()
    assert Deal.objects.count() == 0


def test_without_scripts_a_refused_entry_is_a_whole_page_with_the_sheet(anna, rubber):
    answer = send(
        anna, rubber, htmx=False, contract="", declarer="", result="", line="4sn+4"
    )
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "<!doctype html>" in html
    assert "4sn+4" in html
    assert 'id="sheet"' in html


def test_the_second_book_s_entry_is_kept_as_the_other_version_when_it_differs(
    anna, rubber
):
    second = entry(rubber)
    record(rubber, "3nte=", by=rubber.players[Seat.EAST])
    answer = anna.post(f"/rubbers/{rubber.pk}/deals/", second, headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "They have 3NT by Ben, made; you have 4" in html
    assert "The four of you decide below which is right." in html
    assert "disputed" in html
    assert str(Proposal.objects.get().facts) == "4SN="
    assert Deal.objects.count() == 1


def test_the_second_book_s_entry_signs_when_it_is_alike(anna, rubber):
    second = entry(rubber)
    record(rubber, "4sn=", by=rubber.players[Seat.EAST])
    html = anna.post(
        f"/rubbers/{rubber.pk}/deals/", second, headers=HTMX
    ).content.decode()
    assert "Deal 1 is recorded alike, so you have agreed to it" in html
    assert (
        "Agreed: Anna (kept the same in the other book). Not yet: Ben, Cleo and Dan."
        in html
    )
    assert Proposal.objects.count() == 0


def test_the_slower_of_two_on_one_side_keeps_the_entry_and_is_told_what_happened(
    anna, rubber
):
    stale = entry(rubber)
    record(rubber, "3nte+1", by=rubber.players[Seat.SOUTH])
    answer = anna.post(f"/rubbers/{rubber.pk}/deals/", stale, headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Cleo recorded deal 1 meanwhile" in html
    assert str(stale["key"]) in html
    assert 'name="revision" value="1"' in html
    assert 'name="number" value="2"' in html
    assert Deal.objects.count() == 1


def test_without_scripts_the_second_book_is_told_on_the_table_s_page(anna, rubber):
    second = entry(rubber)
    record(rubber, "3nte=", by=rubber.players[Seat.EAST])
    html = anna.post(
        f"/rubbers/{rubber.pk}/deals/", second, follow=True
    ).content.decode()
    assert "They have 3NT by Ben, made; you have 4" in html


def test_the_same_key_twice_is_one_deal(anna, rubber):
    sent = entry(rubber, key=uuid4())
    for _ in range(2):
        assert (
            anna.post(f"/rubbers/{rubber.pk}/deals/", sent, headers=HTMX).status_code
            == 200
        )
    assert Deal.objects.count() == 1


def test_the_slower_of_two_of_one_side_may_record_the_next_deal_on_purpose(
    anna, rubber
):
    stale = entry(rubber)
    record(rubber, "3nte+1", by=rubber.players[Seat.SOUTH])
    answer = anna.post(
        f"/rubbers/{rubber.pk}/deals/",
        stale | {"revision": rubber.revision},
        headers=HTMX,
    )
    assert answer.status_code == 409
    assert '<input type="hidden" name="number" value="2">' in answer.content.decode()
    send(anna, rubber, key=stale["key"])
    assert list(Deal.objects.order_by("number").values_list("number", flat=True)) == [
        1,
        2,
    ]


def test_a_form_that_has_recorded_another_deal_comes_back_as_typed_with_a_fresh_key(
    anna, rubber
):
    used = record(rubber, "3nte+1")
    answer = send(anna, rubber, key=used.key)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "This form was used already for deal 1: 3NT by Ben" in html
    assert str(used.key) not in html
    assert "Record 4" in html
    assert Deal.objects.count() == 1


def test_a_form_without_number_or_key_says_that_it_is_too_old_and_is_made_anew(
    anna, rubber
):
    answer = send(anna, rubber, number="", key="")
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "This form was too old" in html
    assert '<input type="hidden" name="number" value="1">' in html
    assert '<input type="hidden" name="key" value="">' not in html


@pytest.mark.parametrize("htmx", [True, False], ids=["with htmx", "without scripts"])
@pytest.mark.parametrize("result", ["0", ""], ids=["whole", "half"])
def test_an_entry_for_a_rubber_that_has_just_ended_is_told_and_not_lost(
    anna, rubber, htmx, result
):
    for line in NINE_DEALS:
        record(rubber, line)
    answer = send(anna, rubber, htmx=htmx, result=result)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "This rubber is over: no deal can be added to it." in html
    assert 'class="suit suit-s"' in html[html.index("You entered:") :]
    assert ("<!doctype html>" in html) is not htmx
    assert 'id="deal-form"' not in html
    assert Deal.objects.count() == 9


@pytest.mark.parametrize("htmx", [True, False])
def test_the_deal_that_ends_the_rubber_brings_the_table_as_it_is_then(
    anna, rubber, htmx
):
    for line in NINE_DEALS[:-1]:
        record(rubber, line)
    answer = send(anna, rubber, htmx=htmx, contract="3H", declarer="E")
    if htmx:
        assert (answer.status_code, answer.headers["HX-Trigger"]) == (
            204,
            '{"clubscore:over": {}}',
        )
    else:
        assert answer.headers["Location"] == f"/tables/{rubber.table_id}/"


@pytest.mark.parametrize("fields", [{}, {"result": ""}, {"key": "no"}])
def test_somebody_else_is_refused_whatever_the_form_says(rubber, signed_in, fields):
    assert send(signed_in(member("Eve")), rubber, **fields).status_code == 403
    assert Deal.objects.count() == 0


def test_whoever_opens_the_address_of_the_form_comes_to_the_sheet(anna, rubber):
    assert anna.get(f"/rubbers/{rubber.pk}/deals/").url == f"/rubbers/{rubber.pk}/"


def test_nonsense_is_refused_and_breaks_nothing(anna, rubber):
    answer = send(
        anna,
        rubber,
        contract="9Z",
        declarer="Q",
        result="99",
        risk="XXX",
        revision="no",
        key="no",
        line="\x00",
    )
    assert answer.status_code == 409
    assert Deal.objects.count() == 0


def rows(html: str) -> list[str]:
    return re.findall(r'<li id="deal-row-(\d+)"(?: hx-preserve)?>', html)


def brought(html: str) -> list[str]:
    return re.findall(r'<a id="deal-(\d+)"', html)


def test_the_answer_brings_the_row_of_the_deal_and_keeps_those_that_are_on_the_page(
    anna, rubber
):
    for line in ("2hn=", "1nte="):
        record(rubber, line)
    html = send(anna, rubber, revision=2).content.decode()
    assert rows(html) == ["3", "2", "1"]
    assert brought(html) == ["3"]
    assert '<ol id="deal-list" reversed hx-swap-oob="true">' in html


def test_who_watches_and_keeps_the_sheet_gets_all_of_it(signed_in, rubber):
    record(rubber, "2hn=")
    html = send(
        signed_in(member("Sam", role=Role.SCORER)), rubber, revision=1
    ).content.decode()
    assert brought(html) == ["2", "1"]
    assert 'hx-swap-oob="innerHTML"' in html


def test_a_deal_that_is_sent_again_after_others_wrote_brings_the_whole_sheet(
    anna, rubber
):
    record(rubber, "2hn=")
    sent = entry(rubber, revision=1)
    first = anna.post(
        f"/rubbers/{rubber.pk}/deals/", sent, headers=HTMX
    ).content.decode()
    again = anna.post(
        f"/rubbers/{rubber.pk}/deals/", sent, headers=HTMX
    ).content.decode()
    record(rubber, "1nte=")
    late = anna.post(
        f"/rubbers/{rubber.pk}/deals/", sent, headers=HTMX
    ).content.decode()
    assert [brought(html) for html in (first, again, late)] == [
        ["2"],
        ["2"],
        ["3", "2", "1"],
    ]
