"""Logs of Rattenkrieg, judged: what the module wrote becomes decisions, decisions become actions."""
