"""The standings of duplicate: of published sessions, in per cent, beside those of rubbers."""
