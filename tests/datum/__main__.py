"""``python -m tests.datum GAME [--each] [--only TEXT] [--sample]``: each datum of a game."""
