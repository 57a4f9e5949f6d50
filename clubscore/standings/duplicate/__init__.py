"""The standings of duplicate, in per cent, from published sessions. They stand beside the standings of rubbers."""
