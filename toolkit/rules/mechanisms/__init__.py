"""What most hex and area games are made of: small rules with parameters, independent of any game.

Each mechanism is a frozen value whose attributes are what a clause of ``rules.yaml`` states of it, with
functions that answer one question about a `Board` and the units on it.  Nothing here knows clauses, positions
or actions: `toolkit.rules.declared` gives each its number and asks it when it judges an action.

Chapters, in the order of a rulebook: `sequence`, `arrivals` (set-up, reinforcements, replacements),
`movement`, `stacking`, `zones`, `lines` (supply, communication), `combat`, `tables`, `losses`, `retreats`,
`control`, `victory`.  What they share: `board`, `forces` (units and how they are chosen), `settings`.
"""
