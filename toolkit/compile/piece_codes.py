"""Finding codes of counters, charts, set-ups and the register, and what they mean (maps: `codes`)."""

from __future__ import annotations

from collections.abc import Mapping

PIECE_CODES: Mapping[str, str] = {
    # Counters
    "OOB001": "A counter has no gpid; the message names the next free number.",
    "OOB002": "Two counters have one gpid, or the number is a retired one.",
    "OOB003": "Two counters have one id.",
    "OOB004": "A chit activates a headquarters that does not exist.",
    "OOB005": "The reduced face of a counter is unknown, and no erratum gives it; it is taken as blank.",
    "OOB006": "A unit's symbol has no drawing and looks misspelt.",
    "OOB010": "A counter is assigned to an army or line that has no set-up symbol on the map.",
    "OOB011": "A unit neither starts in an area nor enters with a turn and areas, or does both.",
    "OOB012": "Units enter an area that nothing leads out of.",
    "OOB013": "No other unit of its class could withdraw in place of a black one.",
    "OOB014": "A fort marker says what no rule reads.",
    # Charts
    "CHT001": "A row of a table is longer or shorter than its heading.",
    "CHT002": "The odds of a combat table do not rise from column to column.",
    "CHT003": "The turns of the track are not numbered 1, 2, 3 and so on.",
    "CHT004": "The terrain effects chart has two rows for one kind.",
    "CHT005": "Two numbers of the rules have one id.",
    "CHT006": "A turn gives cards or a hand limit to some sides only.",
    "CHT010": "A table names a class of units that no counter has.",
    "CHT011": "The map has a kind for which the terrain effects chart has no row.",
    "CHT012": "The terrain effects chart says what no rule reads, or leaves out what one does.",
    "CHT013": "A number, or its value, that the rules do not read, or one that they need is missing.",
    "CHT014": "The game has another number of turns than its turn track.",
    "CHT015": "The victory chart says of the start what the map does not show.",
    # Cards
    "CRD001": "A suit, a rank or a use of cards stands twice.",
    "CRD002": "Two suits share a piece number; each card needs one of its own.",
    "CRD003": "A use names a card that the deck does not have.",
    "CRD004": "A card has two uses for one side.",
    "CRD005": "A card has the piece number of a counter.",
    "CRD016": "A card, or a use of cards, that the rules do not know, or one that they need is missing.",
    # Action cards
    "CRD010": "Two action cards have one id.",
    "CRD011": "Two action cards have one piece number.",
    "CRD012": "The effect of an action card means nothing at the moment when it is played.",
    "CRD013": "An action card has no effect that a machine can read.",
    "CRD015": "An action card asks for an area that the map does not have.",
    # Register of unclear points
    "OPT001": "Two unclear points have one number.",
    "OPT002": "The default or the literal reading of a point is none of its values.",
    # Boxes and set-ups: places
    "SET001": "Two boxes have one id.",
    "SET002": "A set-up places one counter twice.",
    "SET003": "A set-up is like one that does not exist, or they are like each other in a circle.",
    "SET010": "A set-up names a counter that does not exist.",
    "SET011": "A set-up names a hex or a box that does not exist.",
    "SET012": "A set-up gives a counter no place.",
    "SET013": "A counter stands in a sea hex.",
    # Set-ups: rules of the start
    "SET022": "More units of one side stand in an area than may stack.",
    "SET028": "A unit without a set-up mark is not in its side's pool.",
    # Set-up symbols
    "SET031": "A unit that enters later stands on the map at start, or one that is there does not.",
    "SET032": "A box on the board lies beyond its edge, over an area or over another box.",
    "SET033": "A unit is set up in another area than its counter says.",
    "SET034": "A reinforcement waits in a box of another turn than its own.",
    "SET035": "A set-up breaks a rule of its game.",
    "SET040": "A set-up symbol stands in no hex of the map.",
    "SET041": "A set-up symbol stands in a sea hex.",
    "SET042": "A set-up symbol stands on the enemy's side of the start line.",
    "SET043": "A front-line symbol stands far from every enemy set-up hex.",
}
