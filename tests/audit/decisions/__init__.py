"""Live games of areas and cards in the running engine: what the harnesses of all of them share.

`gestures` does what hands do, `violations` plants what the rules forbid, `live` plays a whole game at one
client and tells of it; `windows` is what a side sees, `pair` a game of two clients that pass logs.
"""
