"""A game's source data turned into what pictures, modules and rules read: the compiled game."""
