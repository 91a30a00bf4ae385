"""The module of Rattenkrieg: hidden cards as steps and hands, battles card by card, areas under control.

What its keys leave in a log stands in ``docs/rattenkrieg_log.md``.
"""
