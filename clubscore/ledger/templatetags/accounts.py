"""The club's accounts on the pages of the ledger."""

from django import template

from clubscore.ledger.account_titles import account_title

register = template.Library()
register.filter("account_title", account_title)
