"""Rattenkrieg: violations planted in legal games."""
