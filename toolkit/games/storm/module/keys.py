"""The named commands between the game's pieces; its keys stand in the gesture table."""

from __future__ import annotations

from toolkit.module.keys import NO_KEY, named

CLEARED = named("clearedCard")
COUNT_FIRER = named("countFirer")
COUNT_DEFENDER = named("countDefender")
FIRED = named("hasFired")
RELEASE = named("releaseUnit")
REFRESH = named("refreshUnit")
ASK_GROUND = named("askGround")
ASK_FIRE = named("askFire")
SET_FIRE = named("setFire")
CLEAR_FIRE = named("clearFire")
COUNT_FIRE = named("countFire")
OLD_FIRE = named("clearOldFire")
CANCEL_FIRE = named("cancelFire")
ATTACK_HERE = named("attackHere")
ATTACK_HOME = named("attackHome")
IMPULSE_GOES = named("impulseGoes")
OPENED = named("openedBid")
PASS_NEXT = named("passForNext")

PILE_BACK = {side: named(f"pileBack_{side}") for side in ("german", "soviet")}
SHUFFLE_DECK = {side: named(f"shuffleDeck_{side}") for side in ("german", "soviet")}

NO_SHUFFLE = NO_KEY
"""Of the piles: only decks are shuffled."""
