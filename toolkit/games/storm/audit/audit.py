"""The audit of Storm: what the audit of games on areas asks of it."""

from __future__ import annotations

from functools import partial

from toolkit.audit.decisions.audit import AuditableGame, audit_decisions
from toolkit.games.storm.audit.referee import judge_game
from toolkit.games.storm.audit.vocabulary import WORDS
from toolkit.games.storm.rules.from_game import rules_data

audit_games = partial(audit_decisions, game=AuditableGame(WORDS, rules_data, judge_game, "phase or impulse"))
"""Judges the logs of one game."""
