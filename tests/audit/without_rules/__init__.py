"""Audits of logs without rules."""
