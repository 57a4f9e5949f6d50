"""Changes of a plan that is being played: each writes another edition of the plan."""
