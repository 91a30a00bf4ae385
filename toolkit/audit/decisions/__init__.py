"""Logs whose pieces say what was decided: read the same way for every such game, on areas or on hexes."""
