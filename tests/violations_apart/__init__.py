"""Violations and harmless disturbances written apart from the checker, as changes of a log's commands.

Written from the printed rules and from what the modules write, without a look at rules, audit or their
tests: it finds
what their makers are blind to.  ``python -m tests.violations_apart GAME --seeds 10`` plants and measures.
"""
