"""The audit of GJ47: from table events to moves, from moves to verdicts."""
