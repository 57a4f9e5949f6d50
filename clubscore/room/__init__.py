"""The room as it is shown: every table at a glance, and the page of one table. Has no models of its own."""
