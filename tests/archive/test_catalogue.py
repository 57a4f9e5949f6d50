"""Every model of the project is in the archive, or is left out for a reason that is written down."""

from django.apps import apps
from django.db.models import ForeignKey

from clubscore.archive.catalogue import LEFT_OUT, archived_models


def test_each_model_is_archived_or_named_among_those_left_out():
    everything = {
        model._meta.label for model in apps.get_models(include_auto_created=True)
    }
    taken = {model._meta.label for model in archived_models()}
    advice = "Name each model in clubscore/archive/catalogue.py once: among what is archived, or in LEFT_OUT with why."
    assert taken | LEFT_OUT.keys() == everything, advice
    assert not taken & LEFT_OUT.keys(), advice


def test_each_model_comes_after_those_that_it_points_to():
    order = archived_models()
    for place, model in enumerate(order):
        for field in model._meta.local_concrete_fields:
            if (
                isinstance(field, ForeignKey)
                and field.related_model in order
                and field.related_model is not model
            ):
                assert order.index(field.related_model) < place, (
                    f"Archive the model before, to which {field} points."
                )


def test_what_an_archived_row_points_to_is_archived_or_can_be_named():
    order = archived_models()
    for model in order:
        for field in model._meta.local_concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model not in order:
                assert hasattr(field.related_model, "natural_key"), (
                    f"Archive the model to which {field} points, or give it a `natural_key`, which another club knows."
                )
