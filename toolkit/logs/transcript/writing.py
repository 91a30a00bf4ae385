"""Transcripts as text, Markdown and HTML."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.without_rules.case import Case
from toolkit.audit.without_rules.history import play
from toolkit.audit.without_rules.rolls import Reports
from toolkit.audit.without_rules.starts import joined, order_of
from toolkit.logs.transcript.acts import Act, Kind, Teller, standing
from toolkit.logs.transcript.deeds import translations, with_deeds
from toolkit.logs.transcript.folding import folded
from toolkit.logs.transcript.wording import Language, Speech
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.log import Log
from toolkit.vassal.naming import Names

Form: TypeAlias = Literal["text", "markdown", "html"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a transcript is wanted.

    Attributes
    ----------
    player, piece, map, turn : str
        Part of a name, whatever the case; "" for all.
    first, last : int or None
        Steps.
    plumbing : bool
        Also what only the machine reads.
    undone : bool
        Also what was taken back.
    """

    player: str = ""
    piece: str = ""
    map: str = ""
    turn: str = ""
    first: int | None = None
    last: int | None = None
    plumbing: bool = False
    undone: bool = False

    def takes(self, act: Act) -> bool:
        """Return whether an act is wanted."""
        if act.aside and not self.plumbing:
            return False
        if self.first is not None and act.last < self.first:
            return False
        if self.last is not None and act.first > self.last:
            return False
        pieces = act.pieces or ("",)
        return (
            _in(self.player, (act.who,))
            and _in(self.piece, pieces)
            and _in(self.map, [place.map for place in act.path] or [""])
            and _in(self.turn, (act.turn,))
        )


def _in(wanted: str, names: Iterable[str]) -> bool:
    return not wanted or any(wanted.casefold() in name.casefold() for name in names)


class Line(NamedTuple):
    """A line of a transcript: steps ("" of a heading), the sentence, and whether it is a heading."""

    steps: str
    text: str
    heading: int = 0


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript, line by line."""

    title: str
    players: tuple[str, ...]
    lines: tuple[Line, ...]
    language: Language

    def write(self, form: Form) -> str:
        """Return it in a form."""
        return {"text": self._text, "markdown": self._markdown, "html": self._html}[form]()

    def _players(self) -> str:
        word = Speech(self.language).words.single["players"]
        return f"{word}: {', '.join(self.players)}" if self.players else ""

    def _text(self) -> str:
        found = [self.title, *([self._players()] if self.players else [])]
        width = max((len(line.steps) for line in self.lines), default=0)
        for line in self.lines:
            found += ["", line.text] if line.heading else [f"{line.steps:>{width}}  {line.text}"]
        return "\n".join(found) + "\n"

    def _markdown(self) -> str:
        found = [f"# {_escaped(self.title)}", ""]
        found += [_escaped(self._players()), ""] if self.players else []
        last = True
        for line in self.lines:
            if line.heading:
                found += [*([] if last else [""]), f"{'#' * (line.heading + 1)} {_escaped(line.text)}", ""]
            else:
                found.append(f"* {line.steps}: {_escaped(line.text)}")
            last = bool(line.heading)
        return "\n".join(found) + "\n"

    def _html(self) -> str:
        heads = [line for line in self.lines if line.heading]
        body = []
        number = 0
        for line in self.lines:
            if line.heading:
                number += 1
                tag = f"h{line.heading + 1}"
                body.append(f'<{tag} id="part-{number}">{html.escape(line.text)}</{tag}>')
            else:
                body.append(
                    f'<p><span class="n">{html.escape(line.steps)}</span> {html.escape(line.text)}</p>'
                )
        links = "".join(
            f'<li class="l{line.heading}"><a href="#part-{i}">{html.escape(line.text)}</a></li>'
            for i, line in enumerate(heads, start=1)
        )
        nav = f"<nav><ul>{links}</ul></nav>" if len(heads) > 1 else ""
        title = html.escape(self.title)
        players = f"<p>{html.escape(self._players())}</p>" if self.players else ""
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{title}</title><style>{_STYLE}</style></head>\n"
            f"<body><main><h1>{title}</h1>{players}{nav}\n" + "\n".join(body) + "\n</main></body></html>\n"
        )


_STYLE = (
    ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}"
    "main{max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "p{margin:.15rem 0 .15rem 5.5rem;text-indent:-5.5rem}"
    "main>h1+p{margin-left:0;text-indent:0}.n{display:inline-block;width:5rem;text-indent:0;color:#767676;"
    "font-variant-numeric:tabular-nums;font-size:.85em}h2{margin:2rem 0 .5rem;border-bottom:1px solid #8886}"
    "h3{margin:1.5rem 0 .5rem}nav ul{list-style:none;padding:0;columns:12rem}nav .l2{padding-left:1rem}"
)


def _escaped(text: str) -> str:
    """Return words that Markdown takes as they are."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|" else char for char in text)


def transcript_of(
    logs: Sequence[Log],
    module: BuildFile | None = None,
    wanted: Wanted | None = None,
    language: Language = "en",
    data: ModuleData | None = None,
) -> Transcript:
    """Return the transcript of logs of one game.

    Parameters
    ----------
    logs : sequence of Log
        Put in order; steps that two of them hold are told once.
    module : BuildFile, optional
        Names places, pieces, dice and turns, and says how far moves go.
    data : ModuleData, optional
        Of a game whose rules are known: what was done is told as its audit finds it, with the names that the
        game has in the language.
    """
    wanted = wanted or Wanted()
    names, reports = Names(module), Reports(module)
    tellers = [Teller(place, module, names, reports, log) for place, log in enumerate(logs)]
    histories = [play(log, place, module, (tellers[place],)) for place, log in enumerate(logs)]
    case = Case(histories, module, names)
    acts: list[tuple[int, list[Act]]] = []
    actions = () if data is None else audit_read(logs, data).actions
    turn = ""
    for place, skipped in order_of(joined(case)):
        own = list(standing(histories[place], tellers[place].acts, undone=wanted.undone))
        if data is not None:
            own = list(with_deeds(own, actions, place))
        kept = folded(act for act in own if act.first > skipped and (not act.aside or wanted.plumbing))
        acts.append((place, kept))
    home = _home(act for _, own in acts for act in own)
    speech = Speech(language, home, {} if data is None else translations(data.game, language))
    lines: list[Line] = []
    for place, own in acts:
        shown = [act for act in own if wanted.takes(act)]
        if len(acts) > 1 and shown:
            lines.append(Line("", histories[place].name, 1))
            turn = ""
        for act in shown:
            if act.turn != turn:
                turn = act.turn
                if turn:
                    lines.append(Line("", speech.heading(turn), 2 if len(acts) > 1 else 1))
            if act.kind is not Kind.TURN:
                lines.append(Line(_steps(act), speech.sentence(act)))
    players = dict.fromkeys(str(actor) for history in histories for actor in history.people.players)
    title = _title(logs, module) or histories[0].name
    return Transcript(title, tuple(players), tuple(_said_once(lines)), language)


def _said_once(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines without headings under which nothing stands."""
    held: list[Line] = []
    for line in lines:
        if line.heading:
            held = [one for one in held if one.heading < line.heading] + [line]
            continue
        yield from held
        held = []
        yield line


def _steps(act: Act) -> str:
    return str(act.first) if act.first == act.last else f"{act.first}–{act.last}"


def _home(acts: Iterable[Act]) -> str:
    """Return the map on which most happens."""
    found = Counter(act.path[-1].map for act in acts if act.path and act.path[-1].map)
    return found.most_common(1)[0][0] if found else ""


def _title(logs: Sequence[Log], module: BuildFile | None) -> str:
    written = next((log.module for log in logs if log.module is not None and log.module.name), None)
    return (module.name if module is not None else "") or ((written.name or "") if written else "")
