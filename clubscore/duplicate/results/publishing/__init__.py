"""Publishing: the official score, provisional until its correction period is over, then final."""
