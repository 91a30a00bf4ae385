"""The audit of games whose rules are data."""
