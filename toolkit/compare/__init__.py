"""Two states of a game held against each other: what changed, as a list, as a picture, in verdicts."""
