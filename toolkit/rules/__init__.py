"""Printed rules as code or as data: registry, verdicts, unclear points, mechanisms.  Knows no VASSAL."""
