"""Annotated wargame maps in, VASSAL modules out, and every logged move checked against the printed rules."""

__version__ = "0.1.0"
