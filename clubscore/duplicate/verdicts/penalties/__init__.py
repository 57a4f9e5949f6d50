"""Procedural and disciplinary penalties, and their lifting (Laws 90, 91)."""
