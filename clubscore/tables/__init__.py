"""The room tonight: tables, who sits at them, cutting for partners. Knows members; knows nothing of deals or points."""
