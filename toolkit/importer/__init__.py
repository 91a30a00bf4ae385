"""Modules that others made, as source data: read into files that people correct, and built again."""
