"""The secretary's desk, and the audit. No models of its own."""
