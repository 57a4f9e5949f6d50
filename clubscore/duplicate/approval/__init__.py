"""Changes after the correction period: a director proposes, an organiser approves (Law 79C2)."""
