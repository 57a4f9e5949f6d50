"""The entry of results at a table, agreements and changes while the round lasts, and calls for the director."""
