"""The layout of `{{ form }}` and `{{ field.as_field_group }}` on every page (FORM_RENDERER)."""

from django.forms.renderers import TemplatesSetting


class ClubRenderer(TemplatesSetting):
    form_template_name = "forms/form_fields.html"
    field_template_name = "forms/form_field.html"
