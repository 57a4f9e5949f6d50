"""Replace every text that people give the club by a hostile one, including texts that the forms would refuse."""

from collections.abc import Iterator
from itertools import cycle

from django.apps import apps
from django.db.models import CharField, Model, QuerySet, TextField

from tests.soak.intruders_pages import MARK
from tests.unguarded import every_append_only_model, without_triggers

HOSTILE = (
    f'"><{MARK} {MARK}="1">',
    f"' on{MARK}='x' {MARK}='",
    f"</script></style></title></textarea><{MARK}>",
    f"{{{{ 7|add:7 }}}}{{% {MARK} %}}",
    f"javascript:{MARK}(1)//",
    f"=cmd|'{MARK}'!A1",
    f"@SUM({MARK});=1+1;+2",
    f"--><!--{MARK}]]><![CDATA[",
    f"{MARK}\r\nSet-Cookie: {MARK}=1\r\n\r\nevent: {MARK}",
    f"\u202e{MARK}\u2066abc\u200b",
    f"{MARK}{'w' * 500}",
    f"&lt;{MARK}&gt;&#60;{MARK}&#62;",
    f'{MARK}\\"]}}[Event "{MARK}',
    f"＝{MARK}＜script＞",
)
HARMLESS = (f"Plain {MARK}",)

# Columns of text that the program alone writes: codes, keys, hashes.
OURS = {
    "Member.password", "Member.pin", "Member.username", "Member.language", "Invitation.nonce", "Attempt.key",
    "OpenSession.session_key", "OpenSession.session_data", "Season.slug", "Deal.strain", "Deal.risk", "Deal.declarer",
    "BookEntry.strain", "BookEntry.risk", "BookEntry.declarer",
    "Proposal.strain", "Proposal.risk", "Proposal.declarer", "Settlement.unit", "Rubber.system", "Table.system",
    "Transaction.game", "FinalRow.game", "RatingStep.game", "ClubAccount.name", "Draw.suit", "Terms.least",
    "DuplicateTerms.least", "Section.letter", "Plan.kind", "Play.strain", "Play.risk", "Play.declarer", "Play.lead",
    "PlayProposal.strain", "PlayProposal.risk", "PlayProposal.declarer", "PlayProposal.lead", "DealSet.sealed_text",
    "DealSet.digest", "RulingPart.strain", "RulingPart.risk", "RulingPart.declarer", "Correction.strain",
    "Correction.risk", "Correction.declarer", "Correction.lead", "Publication.facts", "Penalty.law",
}  # fmt: skip


def texts() -> Iterator[tuple[type[Model], CharField | TextField]]:
    """Yield the columns that hold typed text. A column that is listed neither here nor in OURS fails the campaign."""
    for model in apps.get_models():
        if not model.__module__.startswith("clubscore."):
            continue
        for field in model._meta.local_concrete_fields:
            is_text = (
                isinstance(field, CharField | TextField)
                and not field.choices
                and not field.primary_key
            )
            if is_text and f"{model.__name__}.{field.name}" not in OURS:
                yield model, field


def rename_all(words: tuple[str, ...]) -> int:
    """Replace every non-empty text by one of these words, cut to the column's length. Returns the number of texts."""
    given, next_word = 0, cycle(words)
    with without_triggers(every_append_only_model()):
        for model, field in texts():
            rows = model._base_manager.exclude(**{field.name: ""})
            for pk in rows.order_by("pk").values_list("pk", flat=True):
                word = next(next_word)[: (field.max_length or 1000) - 6]
                QuerySet.update(
                    model._base_manager.filter(pk=pk), **{field.name: f"{word} {pk}"}
                )
                given += 1
    return given
