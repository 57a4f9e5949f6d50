"""Changes of the plan during play: each one writes another edition of the plan."""
