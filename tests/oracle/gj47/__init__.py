"""GJ47 read once more, from the printed text alone: slow, plain, and without a line of `toolkit.rules`.

One module per chapter.  Positions are dictionaries, hexes are printed numbers, searches try everything.
Where the text is unclear, `readings` asks the register of unclear points.  `adapter` is the only module that
knows the project's positions and actions.
"""
