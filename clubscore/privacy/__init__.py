"""Members' data are theirs: what is kept and why, seeing and correcting it, and being erased."""
