"""GJ47: what players do at the module, for each action of the rules."""
