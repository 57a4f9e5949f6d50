"""Opening a session: from "nine and a half tables, 27 boards" to a plan."""
