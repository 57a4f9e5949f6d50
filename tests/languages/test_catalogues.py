"""The one table of translations for each language says what Django's own tables say."""

import pytest
from django.apps import apps
from django.conf import settings
from django.utils.translation.trans_real import DjangoTranslation, translation

LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture(autouse=True)
def started() -> None:
    """Load the translations as when the server starts: a test that changes LANGUAGES lets Django forget them."""
    apps.get_app_config("web").ready()


def messages(language: DjangoTranslation) -> set[str]:
    """Return every message that the language, or a language it falls back on, translates."""
    found: set[str] = set()
    level = language
    while level is not None:
        keys = level._catalog.keys() if getattr(level, "_catalog", None) else ()
        found |= {key if isinstance(key, str) else key[0] for key in keys}
        level = level._fallback
    return found - {""}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_has_the_words_of_the_tables_one_after_the_other(code: str):
    merged, separate = translation(code), DjangoTranslation(code)
    assert "gettext" in vars(merged), "the language that the pages use is merged"
    asked = [*messages(separate), "nobody has translated this"]
    assert len(asked) > 200
    assert [
        each for each in asked if merged.gettext(each) != separate.gettext(each)
    ] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_counted_message_has_the_form_of_the_tables_one_after_the_other(
    code: str,
):
    merged, separate = translation(code), DjangoTranslation(code)
    asked = [*messages(separate), "nobody has translated this"]
    for number in (0, 1, 2, 5, 1_000_000):
        wrong = [
            each
            for each in asked
            if merged.ngettext(each, "s", number)
            != separate.ngettext(each, "s", number)
        ]
        assert wrong == []
