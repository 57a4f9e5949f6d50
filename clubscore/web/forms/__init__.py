"""The drawing of forms."""
