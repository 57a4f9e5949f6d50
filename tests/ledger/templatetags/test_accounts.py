"""The names of accounts on the pages of the ledger."""

from django.template import Context, Template
from django.utils.translation import override

from clubscore.ledger.models import ClubAccount

PAGE = Template("{% load accounts %}{{ name|account_title }}")


def test_an_account_that_every_club_has_is_named_in_the_readers_language():
    with override("de"):
        named = PAGE.render(Context({"name": ClubAccount.TABLE_MONEY}))
    assert named == "Tischgeld"


def test_an_account_of_this_club_alone_keeps_its_name_and_is_escaped():
    with override("de"):
        named = PAGE.render(Context({"name": "Tea & cake"}))
    assert named == "Tea &amp; cake"
