"""Saved games go on: a save or log of an older module, with the counters of a newer one."""
