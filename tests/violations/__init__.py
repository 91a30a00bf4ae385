"""Violations planted in legal games, and what the rules and the audit find of them."""
