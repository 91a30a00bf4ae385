"""Printed rules as code: registry, verdicts, and one package per game.  Knows no VASSAL."""
