"""Every datum of a game's sources is changed in turn, and something must come of it."""
