"""A transcript: what was done in logs of any game, a sentence an act, as people tell it."""
