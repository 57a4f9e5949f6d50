"""The public pages: tonight's room, the evenings, the standings of each season."""
