"""The public pages: tonight's room, the evenings, the sessions of duplicate, the standings of each season."""
