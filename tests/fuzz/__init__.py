"""Hostile input: every reader of VASSAL files against texts that nobody would write."""
