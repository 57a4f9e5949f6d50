"""The published sessions of duplicate in an archive: as a table of boards, and as files for other programs."""
