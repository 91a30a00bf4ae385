"""Every finding code of source files and maps, and what it means to the person who made the data.

Codes are never reused.  A test fails when a code is used that has no entry here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from toolkit.geometry.features import Problem

CODES: Mapping[str, str] = MappingProxyType(
    {
        # Files
        "SRC001": "The file cannot be opened: it is missing, a folder, or protected.",
        "SRC002": "The file is larger than any hand-edited source file; it is not read.",
        "SRC003": "The file is not UTF-8 text.",
        "SRC004": "The text is not YAML (or JSON): often cut short, badly indented or unbalanced.",
        "SRC005": "A key stands twice in one mapping; one of the two values would be lost.",
        "SRC006": "Nested too deep, or too many values when every alias is counted.",
        "SRC007": "A YAML tag, merge key or key that is no plain text; only plain data is read.",
        "SRC008": "A control character or half a character, which neither a module nor a page can hold.",
        "SRC010": "The content does not fit the schema: unknown or missing key, wrong type or value.",
        "SRC011": "More faults in the file than are shown; mend the first ones and look again.",
        "SRC012": "A GeoJSON file that is no layer of map features.",
        # References
        "SRC020": "A name that nothing has: a town, river, sea, layer, terrain or side is meant.",
        "SRC021": "One id stands for two things.",
        "SRC022": "One fact stated twice: a second start line, a hex or hexside overruled or marked twice.",
        "SRC023": "A number that is no hex of the grid, or hexes that do not touch where they must.",
        "SRC024": "A town that is part of a town which is itself part of another.",
        "SRC025": "The terrain kinds do not have exactly one default.",
        "SRC026": "A coordinate reference system nobody knows, or positions that are no degrees.",
        "SRC027": "A position in pixels, but the game names no scan whose control points give a grid.",
        "SRC028": "A position in degrees, but the game has no projection.",
        "SRC029": "A projection without a scale and an anchor, or a scale without a projection.",
        # Scans and drawings
        "SRC030": "A picture that is missing, broken, too large or of an unknown kind.",
        "SRC031": "The scan has another size than is stated: its control points belong to another picture.",
        "SRC032": "An SVG file that cannot be read: no XML, broken path data, an entity, a transform.",
        "SRC033": "A layer or shape of a drawing that means nothing in this game, or is not read.",
        "SRC034": "No telling how a drawing lies on the scan: it neither shows it nor has its proportions.",
        "SRC035": "A drawing without its game, or without a word where its data come from.",
        "SRC036": "A drawing to trace in cannot be written: the file exists, or the game names no scan.",
        # Errata
        "SRC040": "An erratum says that a value was another than the data have: one of the two is wrong.",
        "SRC041": "Two errata correct one datum, and the later does not say that it goes beyond the earlier.",
        "SRC042": "An erratum no longer changes anything: the data are as it makes them.",
        "SRC043": "The file of an erratum is not named by three digits, its id and its place in the order.",
        # What a game is played on
        "SRC044": "Something made for hexes, areas or cards was asked of a game that has none.",
        # Map: what the builder of the map reports (see PROBLEM_CODES)
        "MAP001": "Two features have one id.",
        "MAP002": "Coordinates that are no numbers, or a line with too few points.",
        "MAP003": "A feature names another that does not exist.",
        "MAP004": "A feature lies off the map.",
        "MAP005": "Many places lie off the map: more likely the projection is wrong than they are.",
        "MAP006": "The projection is made for other longitudes than the map's, such as another UTM zone.",
        "MAP010": "A river runs so near to a hex centre that its side of the hex is not sure; state a point.",
        "MAP011": "A river ends in nothing: neither in the sea, nor in a river, nor at the map's edge.",
        "MAP012": "A tributary does not meet its river.",
        "MAP013": "Rivers join each other in a circle.",
        "MAP014": "A river crosses itself.",
        "MAP015": "A river is too short to follow any hexside.",
        "MAP016": "A stated end lies far from the drawn end.",
        "MAP017": "Roads or railways cut a hex's corner: through or past it is a matter of the drawing.",
        "MAP020": "A road or railway runs into the sea.",
        "MAP021": "A road or railway crosses an impassable hexside.",
        "MAP022": "A town lies off the road or railway that names it.",
        "MAP023": "A road or railway stays in one hex: it links nothing.",
        "MAP030": "A polygon is not closed: its last point differs from its first.",
        "MAP031": "A polygon's line crosses itself.",
        "MAP032": "Two polygons of equal rank claim one hex.",
        "MAP033": "A polygon fills no hex.",
        "MAP040": "A town lies in a sea hex.",
        "MAP041": "Two towns lie in one hex; merge them with part_of, or move one.",
        "MAP050": "The two hexes of a stated hexside do not touch.",
        "MAP051": "Two statements contradict each other.",
        # Map: what is compared after building
        "MAP101": "A town's listed control differs from the side of the start line it lies on.",
        "MAP102": "A town's hex touches no hexside of the river it stands on.",
        "MAP103": "A town that is part of another lies in another hex.",
        "MAP104": "A bridge that should exist is missing, or one exists that should not.",
        "MAP105": "The start line crosses itself, so the sides of it are not certain.",
        "MAP106": "A mark stands in a sea hex.",
        "MAP107": "A stated reason is needed no more: the data agree without the override.",
        # Scans
        "MAP201": "A straight grid does not fit the scan: paper or lens bent it; a bent grid is used.",
        "MAP202": "A control point that the others contradict, or that lies off the scan; it is left out.",
        "MAP203": "Too few control points, all on one line, or none near some part of the map.",
        "MAP204": "The control points fit another grid than game.yaml's: shifted or turned otherwise.",
        "MAP205": "The scan shows the grid mirrored.",
        "MAP206": "A control point is missed by more than a twentieth of a hex, or decides its corner alone.",
        "MAP207": "The bent grid turns the scan over itself somewhere on the map.",
        "MAP208": "Hexes lie off the scan.",
        # Area maps
        "MAP301": "Two areas have one id.",
        "MAP302": "An area's outline is not closed, crosses itself or has too few points.",
        "MAP303": "An area has no outline and is no box.",
        "MAP304": "A border, link or expectation names an area that does not exist, or one area twice.",
        "MAP310": "A gap between areas: ground that belongs to none and is not drawn as void.",
        "MAP311": "Two areas overlap.",
        "MAP312": "An area, or a part of it, is a sliver: too small or too narrow to play in.",
        "MAP313": "An area has no name.",
        "MAP314": "Two areas have one name.",
        "MAP315": "Nobody can reach an area: it shares no border, and no link leads there.",
        "MAP316": "A common line so short that it may or may not be a border; connect or separate the areas.",
        "MAP317": "Two areas should border on each other and do not.",
        "MAP318": "Two areas border on each other and should not.",
        "MAP319": "A stated border that the drawing gives anyway.",
        "MAP320": "A border is stated twice.",
        "MAP321": "A point of an area lies outside it.",
        "MAP322": "A drawn point, or an end of a drawn link, lies in no area.",
        "MAP323": "The terrain value of an area is no number.",
        "MAP324": "Two areas have one letter.",
    }
)

PROBLEM_CODES: Mapping[Problem, str] = MappingProxyType(
    {
        Problem.DUPLICATE_ID: "MAP001",
        Problem.BAD_COORDINATES: "MAP002",
        Problem.UNKNOWN_REFERENCE: "MAP003",
        Problem.OFF_MAP: "MAP004",
        Problem.UNDECIDABLE: "MAP010",
        Problem.END_IN_NOTHING: "MAP011",
        Problem.NOT_JOINED: "MAP012",
        Problem.JOIN_CYCLE: "MAP013",
        Problem.SELF_CROSSING: "MAP014",
        Problem.NO_HEXSIDE: "MAP015",
        Problem.END_FAR: "MAP016",
        Problem.PATH_INTO_SEA: "MAP020",
        Problem.PATH_OVER_IMPASSABLE: "MAP021",
        Problem.PLACE_OFF_LINE: "MAP022",
        Problem.NO_LINK: "MAP023",
        Problem.UNCLOSED: "MAP030",
        Problem.RING_CROSSING: "MAP031",
        Problem.OVERLAP: "MAP032",
        Problem.NO_HEX: "MAP033",
        Problem.PLACE_IN_SEA: "MAP040",
        Problem.SHARED_HEX: "MAP041",
        Problem.NOT_NEIGHBOURS: "MAP050",
        Problem.CONTRADICTION: "MAP051",
    }
)
