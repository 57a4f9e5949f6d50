"""Forms: the data with which a form is made, the refusal of truncated forms, and the layout of forms."""
