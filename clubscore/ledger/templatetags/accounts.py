"""Template filter: the names of the club's accounts."""

from django import template

from clubscore.ledger.account_titles import account_title

register = template.Library()
register.filter("account_title", account_title)
