"""Logs of played games, judged: table events become actions, actions become verdicts."""
