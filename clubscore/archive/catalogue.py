"""The models of an archive. A new model of Clubscore is included automatically."""

from django.apps import apps
from django.db.models import ForeignKey, Model

OURS = "clubscore."
# What was changed by hand in the office is history too.
TAKEN_ALONG = frozenset({"admin.LogEntry"})
LEFT_OUT = {
    "auth.Group": "the roles: every installation has them, and a row that points to one names it",
    "auth.Group_permissions": "what a role may do is written in the program",
    "auth.Permission": "made by the program; a row that points to one names it",
    "contenttypes.ContentType": "made by the program; a row that points to one names it",
    "members.Attempt": "tries at the door, forgotten within the hour",
    "members.OpenSession": "who is signed in where: everybody signs in again",
    "members.SignInEvent": "who came to the door of this very server, forgotten after ninety days",
    "members.WrongPin": "tries with a PIN, forgotten within the hour",
    "upkeep.NightlyJob": "when this very server did its work of the night",
    "privacy.KeptValue": "what members had who were erased: it is destroyed after 30 days, and stays at home",
    "upkeep.Release": "the versions that this very database has seen",
    "sessions.Session": "not used: members.OpenSession is",
}


def archived_models() -> list[type[Model]]:
    """Every model in an archive, each after the models to which its foreign keys point."""
    chosen = [
        model
        for model in apps.get_models(include_auto_created=True)
        if _is_archived(model)
    ]
    ordered: dict[type[Model], None] = {}
    for model in chosen:
        _place(model, set(chosen), ordered, frozenset())
    return list(ordered)


def _is_archived(model: type[Model]) -> bool:
    label = model._meta.label
    ours = apps.get_app_config(model._meta.app_label).name.startswith(OURS)
    return (ours or label in TAKEN_ALONG) and label not in LEFT_OUT


def _place(
    model: type[Model],
    chosen: set[type[Model]],
    ordered: dict[type[Model], None],
    above: frozenset[type[Model]],
) -> None:
    if model in ordered or model in above:
        return
    for field in model._meta.local_concrete_fields:
        if isinstance(field, ForeignKey) and field.related_model in chosen:
            _place(field.related_model, chosen, ordered, above | {model})
    ordered[model] = None
