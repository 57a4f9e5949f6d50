"""The layout of `{{ form }}` and `{{ field.as_field_group }}`, and a select element for many options.

The setting FORM_RENDERER puts this layout on every page.
"""

from typing import Any

from django import forms
from django.forms.renderers import TemplatesSetting
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


class ClubRenderer(TemplatesSetting):
    form_template_name = "forms/form_fields.html"
    field_template_name = "forms/form_field.html"


class LongSelect(forms.Select):
    """A select element for many options, such as all members, without groups.

    Django's own select renders a template for every option, which takes a third of the director's page for 160 members.
    """

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: Any = None,
    ) -> SafeString:
        chosen = "" if value is None else str(value)
        options = (
            (str(key), " selected" if str(key) == chosen else "", label)
            for key, label in self.choices
        )
        shown = format_html_join("\n", '<option value="{}"{}>{}</option>', options)
        given = flatatt(self.build_attrs(self.attrs, {"name": name} | (attrs or {})))
        return format_html("<select{}>{}</select>", given, shown)
