"""A second set of violations and disturbances, at the level of commands, the same table for all games.

Written from the printed rules, the gesture tables and the format of a log alone; what is expected of each
was noted before the audit saw it.  ``python -m tests.violations_apart GAME --second`` plants and measures.
"""
