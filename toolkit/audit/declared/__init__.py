"""Logs of games whose rules are data, judged: gestures of the module become actions of the declared rules."""
