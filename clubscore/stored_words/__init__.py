"""The sentences of rows, kept in English and read in any language."""
