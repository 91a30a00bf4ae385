"""A compiled game turned into a VASSAL module: pieces, windows, grids, set-ups, one .vmod."""
