"""Words for the columns of a member's record, for sentences and lists on pages."""

from django.utils.translation import gettext as _

from clubscore.members.models import Member


def field_words(name: str) -> str:
    """The words for the field with this name in the reader's language, such as `sign-in name` or `phone`."""
    words = {
        "name": _("name"),
        "nickname": _("nickname"),
        "phone": _("phone"),
        "language": _("language"),
    }
    words |= {"note": _("note")}
    return words.get(name) or str(Member._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
