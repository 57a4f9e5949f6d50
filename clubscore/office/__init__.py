"""The secretary's desk, and the audit. The app has no models."""
