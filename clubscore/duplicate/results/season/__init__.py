"""A friendly session counts nowhere until an organiser takes it into the season (decision 0082)."""
