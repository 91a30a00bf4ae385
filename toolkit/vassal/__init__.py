"""VASSAL's files: containers, codecs, sequences, commands, traits, buildFile and table state.

Knows the formats and nothing else: no game, no geometry.
"""
