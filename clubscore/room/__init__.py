"""The room as it is shown: every table at a glance, and the page of one table. The app has no models."""
