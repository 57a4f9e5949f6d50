"""The audit entries of the club's practice: who chose which conventions."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.duplicate.models import PracticeChoice
from clubscore.duplicate.results.practices.queries import practice_chosen
from clubscore.duplicate.results.practices.words import practice_name

PRACTICE = Subject(
    SubjectKind.DUPLICATE, "practice", lambda choice: reverse("duplicate:practice")
)


@described(PracticeChoice, "practice.chosen", PRACTICE, at="chosen_at", by="chosen_by")
def practices(choice: PracticeChoice) -> Description:
    words = _("chose how duplicate is scored: %(practice)s")
    return Description(
        words % {"practice": practice_name(choice.practice)},
        after=dict(practice_chosen(choice).conventions),
    )
