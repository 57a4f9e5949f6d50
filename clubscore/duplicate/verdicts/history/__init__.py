"""The history of a board at a table: what was recorded, agreed and decided, by whom, in which role, by which law."""
