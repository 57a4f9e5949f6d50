"""Pages name the kinds of rows in the reader's language, so these words must be in the translation catalogues."""

from django.apps import apps

from clubscore.members.row_kinds import KINDS, kind_words


def test_the_rows_of_every_model_have_a_word_to_translate():
    ours = [
        each
        for each in apps.get_models(include_auto_created=True)
        if each.__module__.startswith("clubscore.")
    ]
    assert sorted({kind_words(model) for model in ours}) == sorted(KINDS), (
        "Let KINDS in clubscore/members/row_kinds.py have the words of each model (verbose_name_plural), and no others."
    )
