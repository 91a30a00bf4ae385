"""Storm over Stalingrad read once more, from the seed's text alone: slow, plain, without its checks.

One module a heading of the text; positions are dictionaries, areas, units and cards are words.  Where the
text is unclear, `readings` asks the register of unclear points.  `adapter` is the only module that knows the
project's positions and actions.
"""
