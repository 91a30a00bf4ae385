"""Codes of an audit: what stops it, and its notices.  Verdicts are cited by rule and need no code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

AUDIT_CODES: Mapping[str, str] = MappingProxyType(
    {
        "AUD001": "The module carries no rules data of ours, or data that cannot be read.",
        "AUD002": "No known module fits the log; name one with --module.",
        "AUD003": "There is no log to audit.",
        "AUD006": "The file holds no steps: a saved game, no log.",
        "AUD007": "The log is of another module, and no counter of this one is in it.",
        "AUD008": "The game has no side of that name whose view could be shown.",
        "AUD009": "The log has no such step, or shows no such window.",
        "AUD010": "Notice: the log does not say which module it was written with.",
        "AUD011": "Notice: the log was written under another name or version of the module.",
        "AUD013": "A referee's ruling is about a step of which nothing is said.",
        "AUD012": "The log was played with other data than the module holds; nothing is called illegal.",
        "AUD014": "Notice: a log was played with an extension that is not at hand, or is another version.",
        "AUD020": "Notice: a step was taken back after it had shown chance or something hidden.",
        "AUD021": "Notice: a second die was thrown for one battle; both results are named.",
        "AUD022": "Notice: a marker (of control, in some games of fire) says something else than was done.",
        "AUD023": "Notice: a turn began although the turn marker was not moved.",
        "AUD024": "Notice: a hidden card was shown although nothing that was done shows it.",
        "AUD025": "Notice: dice, points or a mark were changed by hand, without a decision.",
        "AUD026": "Notice: a deck lies in another order although nobody shuffled it.",
        "AUD027": "Notice: a house rule was changed in play; what came before is judged by what held then.",
        "AUD028": "Notice: the turn tracker was moved although nothing ends that part of the turn.",
        "AUD029": "Notice: a unit was dragged by the other side's player.",
        "AUD030": "Notice: play is missing between two logs.",
        "AUD031": "Notice: a log was given twice; it counts once.",
        "AUD032": "Notice: a log of a session that another log holds as well; it counts once.",
        "AUD033": "Notice: a log begins with steps that the log before it ends with; they count once.",
        "AUD034": "Notice: a log does not begin as the one before it ends, and no play explains it.",
        "AUD035": "Notice: the logs were given in another order than they were played in.",
        "AUD036": "Notice: a log begins with its deck in another order than it was shuffled to before.",
        "AUD040": "Notice: a piece came that was not in the game; pieces like it are one of a kind.",
        "AUD041": "Notice: a piece that is one of a kind came a second time.",
        "AUD042": "Notice: pieces that are one of a kind were deleted; in many games they are losses.",
        "AUD043": "Notice: a piece was made another one: its traits are others than before.",
        "AUD044": "Notice: the log ends before it is seen what a key began.",
        "AUD045": "Notice: a card was taken out of a deck that lies face down, and was not on top.",
        "AUD046": "Notice: a card was drawn and put back on its deck soon after.",
        "AUD047": "Notice: a covered piece was shown and covered again where it lay.",
        "AUD048": "Notice: a covered piece was shown by somebody else than who had covered it.",
        "AUD049": "Notice: a step starts from what never was so: a step is missing or was changed.",
        "AUD050": "Notice: so much is illegal that causes and consequences were told apart up to here only.",
        "AUD051": "Notice: rolls were taken back; those that came after are named.",
        "AUD052": "Notice: a roll shows what its die cannot give, or its report says something else.",
        "AUD053": "Notice: a line of chat was typed that looks like a roll.",
        "AUD054": "Notice: the turn tracker did not go on by one.",
        "AUD055": "Notice: a player took another side than before.",
        "AUD056": "Notice: a log was written with another module, version or extension than the one before.",
        "AUD057": "Notice: a log begins as the one before it stood at one of its steps, and not at its end.",
        "AUD058": "Notice: a piece was handled by mistake and put right later, of which nobody is accused.",
    }
)
