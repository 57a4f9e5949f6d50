"""Audit entries about the books."""

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.languages.stored_sentences import stored_told
from clubscore.ledger.models import OF_A_RUBBER, Posting, Transaction


def _page(booked: Transaction) -> str:
    if booked.source in OF_A_RUBBER:
        return reverse("rubbers:detail", args=[booked.source_id])
    return reverse("ledger:index")


@described(
    Transaction,
    "transaction.posted",
    Subject(SubjectKind.BOOKS, "transaction", _page),
    at="posted_at",
    by="posted_by",
    about_many=("postings__member",),
    prefetch_related=(
        Prefetch("postings", Posting.objects.select_related("account").order_by("pk")),
    ),
)
def booking(booked: Transaction) -> Description:
    """The audit entry of a booking, with its postings. Members are given by id, because names change."""
    if booked.reverses_id:
        words, action = _("took back from the books: %(entry)s"), "transaction.reversed"
        before = {"transaction": booked.reverses_id}
    else:
        words, action, before = _("posted to the books: %(entry)s"), "", None
    points = {
        str(posting.member_id or posting.account): posting.points
        for posting in booked.postings.all()
    }
    return Description(
        words % {"entry": stored_told(booked.description)},
        action,
        reason=booked.reason,
        before=before,
        after={"unit": booked.unit, "points": points},
    )
