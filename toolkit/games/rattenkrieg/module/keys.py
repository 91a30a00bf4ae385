"""Keys of the game, and the named commands between its pieces."""

from __future__ import annotations

from toolkit.module.keys import NO_KEY, ctrl, named

# Units.
ACTIVATE = ctrl("A")
JOIN = ctrl("J")
PASS = ctrl("P")
END = ctrl("E")
REPLENISH = ctrl("R")
ARRIVE = ctrl("N")
ATTACK = ctrl("B")
DEFEND = ctrl("D")
TARGET = ctrl("G")
WAIVE = ctrl("W")
RETREAT = ctrl("T")
ISOLATE = ctrl("I")
FREE = ctrl("I", shift=True)
REMOVE = ctrl("X")
T34_OUT = ctrl("K")
READY = ctrl("U")

# Cards.
PLAY = ctrl("B")
PLAY_OPEN = ctrl("B", shift=True)
OPEN = ctrl("O")
TAKE_BACK = ctrl("K")
LOSE = ctrl("L")
EVENT = ctrl("E")
EVENT_READY = ctrl("E", shift=True)
PAY = ctrl("Y")
DISCARD = ctrl("X")

# Desks.
DEAL = ctrl("D")
FILL = ctrl("H")
TAKE_LOSS = ctrl("L")
STAND = ctrl("S")
FIGHT_ON = ctrl("F")
STOP = ctrl("Q")
CLEAR = ctrl("C")
BOMBARD = ctrl("D")
SNIPER = ctrl("R")
GIVE_UP = ctrl("G")
RESHUFFLE = ctrl("Z")
FLIP_UP = ctrl("U")

# Between pieces.
DEAL_STEPS = named("dealSteps")
CLEARED = named("clearedCard")
DRAWN = named("drawnCard")
SNIPED = named("snipedCard")
END_JOINED = named("endJoined")
FORGET_JOINED = named("forgetJoined")
TURN_UP = named("turnUnitUp")
EVENT_NOW = named("eventNow")

# Of the decks.
SHUFFLE = named("shuffleDeck")
PILES_BACK = named("pilesBack")

NO_SHUFFLE = NO_KEY
"""Of the piles: only the deck is shuffled."""
