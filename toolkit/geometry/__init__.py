"""Hex maps from drawn lines and areas: grids, hexsides, tracing, the compiled map.

Knows no game, no file and no VASSAL.
"""
