"""Who stands where: rankings of a season, ratings, and what a member's and a pair's rubbers add up to."""
