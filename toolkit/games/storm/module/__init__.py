"""The module of Storm: impulses, fire, losses, hands, ferries, the end of a turn.

What each key leaves in a log: docs/storm_log.md.
"""
