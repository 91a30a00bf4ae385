"""Rattenkrieg read once more, from the printed text alone: slow, plain, without a line of its checks.

One module a chapter; positions are dictionaries, areas and cards are words.  Where the text is unclear,
`readings` asks the register of unclear points.  `adapter` is the only module that knows the project's
positions and actions.
"""
