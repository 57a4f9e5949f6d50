"""The handicaps and strata of a session: set by a director, worked out from the season, shown to everybody."""
