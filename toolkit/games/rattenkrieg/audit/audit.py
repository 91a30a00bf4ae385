"""The audit of Rattenkrieg: what the audit of games on areas asks of it."""

from __future__ import annotations

from functools import partial

from toolkit.audit.decisions.audit import AuditableGame, audit_decisions
from toolkit.games.rattenkrieg.audit.judging import judge_game
from toolkit.games.rattenkrieg.audit.vocabulary import WORDS
from toolkit.games.rattenkrieg.rules.from_game import rules_data

audit_games = partial(audit_decisions, game=AuditableGame(WORDS, rules_data, judge_game, "phase or unit"))
"""Judges the logs of one game."""
