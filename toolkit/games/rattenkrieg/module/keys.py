"""The named commands between the game's pieces; its keys stand in the gesture table."""

from __future__ import annotations

from toolkit.module.keys import NO_KEY, named

DEAL_STEPS = named("dealSteps")
CLEARED = named("clearedCard")
DRAWN = named("drawnCard")
SNIPED = named("snipedCard")
END_JOINED = named("endJoined")
FORGET_JOINED = named("forgetJoined")
TURN_UP = named("turnUnitUp")
EVENT_NOW = named("eventNow")
MAY_DEFEND = named("mayDefend")

# Of the decks.
SHUFFLE = named("shuffleDeck")
PILES_BACK = named("pilesBack")

NO_SHUFFLE = NO_KEY
"""Of the piles: only the deck is shuffled."""
