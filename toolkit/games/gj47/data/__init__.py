"""The data that only this game has: its charts, and what its counters and set-ups must fulfil."""
