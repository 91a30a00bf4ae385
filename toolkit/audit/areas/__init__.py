"""Logs of games on areas whose pieces say what was decided: read the same way for every such game."""
