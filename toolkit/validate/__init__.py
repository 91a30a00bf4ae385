"""Checks of source data, modules, saves and logs: what is looked for, in one registry."""
