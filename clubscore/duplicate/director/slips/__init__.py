"""The results of slips and travellers, which a director types as lines: one line for each board at a table."""
