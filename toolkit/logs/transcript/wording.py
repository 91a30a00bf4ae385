"""Acts as sentences: English, Japanese, Chinese."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from toolkit.logs.transcript.acts import Act, Kind, Where
from toolkit.logs.transcript.deeds import DEEDS
from toolkit.logs.transcript.folding import SHOWN

Language: TypeAlias = Literal["en", "ja", "zh"]
_MOST = 8
_STOPS = 6


@dataclass(frozen=True, slots=True)
class Words:
    """A language: sentences with a known doer, sentences without, and the words between.

    Attributes
    ----------
    by, plain : mapping of Kind or str to str
        Templates; of a kind that has none without a doer, the one with it and `somebody`.
    single : mapping of str to str
        Small words.
    """

    by: Mapping[str, str]
    plain: Mapping[str, str]
    single: Mapping[str, str]


_EN = Words(
    by={
        "gone": "{who} takes {pieces} off the table",
        "about": "{who} moves {pieces} about on {place}",
        "turn": "{text}",
        "say": "{who}: “{text}”",
        "report": "{text}{count}",
        "roll": "{who} rolls {text}: {values}",
        "move": "{who} moves {pieces} from {start} to {end}{stops}{hexes}",
        "enter": "{who} brings {pieces} to {end}",
        "place": "{who} places {pieces} at {places}",
        "remove": "{who} takes {pieces} off the table at {places}",
        "face_on": "{who} turns {pieces} to “{text}”",
        "face_off": "{who} turns {pieces} back from “{text}”",
        "over_on": "{who} turns {pieces} over",
        "over_off": "{who} turns {pieces} back",
        "face_to": "{who} sets {pieces} to {new}",
        "cover": "{who} covers {pieces}{whose}",
        "show": "{who} shows {pieces}{whose}",
        "draw": "{who} draws {count} from {text}{to}{which}",
        "put": "{who} puts {count} on {text}{which}",
        "shuffle": "{who} shuffles {text}",
        "value": "{pieces}: {text} {change}",
        "property": "{text}: {change}",
        "sit": "{who} takes the side {text}",
        "leave": "{who} leaves the table",
        "undo": "{who} takes back {count}: {values}",
        "undo_cards": "{who} takes back a draw or a card shown",
        "deed": "{who} {text}",
    },
    plain={
        "gone": "{pieces} taken off the table",
        "about": "{pieces}: moved about on {place}",
        "roll": "{text} rolled: {values}",
        "move": "{pieces}: from {start} to {end}{stops}{hexes}",
        "enter": "{pieces}: now at {end}",
        "place": "{pieces} placed at {places}",
        "remove": "{pieces} taken off the table at {places}",
        "face_on": "{pieces}: turned to “{text}”",
        "face_off": "{pieces}: turned back from “{text}”",
        "over_on": "{pieces}: turned over",
        "over_off": "{pieces}: turned back",
        "face_to": "{pieces}: now {new}",
        "cover": "{pieces}: covered{whose}",
        "show": "{pieces}: shown{whose}",
        "draw": "{count} drawn from {text}{to}{which}",
        "put": "{count} put on {text}{which}",
        "shuffle": "{text} is shuffled",
        "undo": "Taken back, {count}: {values}",
        "undo_cards": "Taken back: a draw or a card shown",
        "deed": "{text}",
    },
    single={
        "and": ", ",
        "more": " and {n} more",
        "times": "{n} × {name}",
        "piece": "a piece",
        "somebody": "somebody",
        "off": "off the map",
        "at": "in {place}",
        "detail": " ({text})",
        "stops": " by way of {stops}",
        "hex": " ({n} hex)",
        "hexes": " ({n} hexes)",
        "card": "1 card",
        "cards": "{n} cards",
        "roll": "a roll of {die}",
        "rolls": "{n} rolls of {die}",
        "to": " to {place}",
        "which": " ({pieces})",
        "whose": " (of {side})",
        "change": "{old} → {new}",
        "becomes": "{new}",
        "none": "nothing",
        "face": "the other face",
        "players": "Players",
        "log": "Log",
        "steps": "steps",
        "before": "Before the first turn",
    },
)
_JA = Words(
    by={
        "gone": "{who}が{pieces}を取り除く",
        "about": "{who}が{place}で{pieces}を動かす",
        "turn": "{text}",
        "say": "{who}「{text}」",
        "report": "{text}{count}",
        "roll": "{who}が{text}を振る：{values}",
        "move": "{who}が{pieces}を{start}から{end}へ移動{stops}{hexes}",
        "enter": "{who}が{pieces}を{end}に置く",
        "place": "{who}が{pieces}を{places}に置く",
        "remove": "{who}が{places}の{pieces}を取り除く",
        "face_on": "{who}が{pieces}を「{text}」にする",
        "face_off": "{who}が{pieces}を「{text}」から戻す",
        "over_on": "{who}が{pieces}を裏返す",
        "over_off": "{who}が{pieces}を表に戻す",
        "face_to": "{who}が{pieces}を{new}にする",
        "cover": "{who}が{pieces}を伏せる{whose}",
        "show": "{who}が{pieces}を公開{whose}",
        "draw": "{who}が{text}から{count}引く{to}{which}",
        "put": "{who}が{text}に{count}戻す{which}",
        "shuffle": "{who}が{text}をシャッフル",
        "value": "{pieces}：{text} {change}",
        "property": "{text}：{change}",
        "sit": "{who}が{text}側に着く",
        "leave": "{who}が席を離れる",
        "undo": "{who}が{count}を取り消す：{values}",
        "undo_cards": "{who}が引いた、または公開したカードを取り消す",
        "deed": "{who}：{text}",
    },
    plain={
        "gone": "{pieces}が取り除かれる",
        "about": "{place}で{pieces}が動く",
        "roll": "{text}：{values}",
        "move": "{pieces}が{start}から{end}へ{stops}{hexes}",
        "enter": "{pieces}は{end}に",
        "place": "{pieces}が{places}に置かれる",
        "remove": "{places}の{pieces}が取り除かれる",
        "face_on": "{pieces}：「{text}」になる",
        "face_off": "{pieces}：「{text}」から戻る",
        "over_on": "{pieces}：裏返る",
        "over_off": "{pieces}：表に戻る",
        "face_to": "{pieces}：{new}",
        "cover": "{pieces}：伏せる{whose}",
        "show": "{pieces}：公開{whose}",
        "draw": "{text}から{count}引かれる{to}{which}",
        "put": "{text}に{count}戻される{which}",
        "shuffle": "{text}がシャッフルされる",
        "undo": "{count}の取り消し：{values}",
        "undo_cards": "引いた、または公開したカードの取り消し",
        "deed": "{text}",
    },
    single={
        "and": "、",
        "more": "、ほか{n}件",
        "times": "{name}×{n}",
        "piece": "駒",
        "somebody": "誰か",
        "off": "マップ外",
        "at": "（{place}）",
        "detail": "（{text}）",
        "stops": "（{stops}経由）",
        "hex": "（{n}ヘクス）",
        "hexes": "（{n}ヘクス）",
        "card": "1枚",
        "cards": "{n}枚",
        "roll": "{die}",
        "rolls": "{die}{n}回",
        "to": "（{place}へ）",
        "which": "（{pieces}）",
        "whose": "（{side}）",
        "change": "{old} → {new}",
        "becomes": "{new}",
        "none": "なし",
        "face": "裏面",
        "players": "プレイヤー",
        "log": "ログ",
        "steps": "ステップ",
        "before": "第1ターン前",
    },
)
_ZH = Words(
    by={
        "gone": "{who}移除{pieces}",
        "about": "{who}在{place}上移动{pieces}",
        "turn": "{text}",
        "say": "{who}：“{text}”",
        "report": "{text}{count}",
        "roll": "{who}掷{text}：{values}",
        "move": "{who}将{pieces}从{start}移到{end}{stops}{hexes}",
        "enter": "{who}将{pieces}放到{end}",
        "place": "{who}在{places}放置{pieces}",
        "remove": "{who}移除{places}的{pieces}",
        "face_on": "{who}将{pieces}翻到“{text}”",
        "face_off": "{who}将{pieces}从“{text}”翻回",
        "over_on": "{who}将{pieces}翻面",
        "over_off": "{who}将{pieces}翻回",
        "face_to": "{who}将{pieces}设为{new}",
        "cover": "{who}盖住{pieces}{whose}",
        "show": "{who}翻开{pieces}{whose}",
        "draw": "{who}从{text}抽{count}{to}{which}",
        "put": "{who}将{count}放回{text}{which}",
        "shuffle": "{who}洗{text}",
        "value": "{pieces}：{text} {change}",
        "property": "{text}：{change}",
        "sit": "{who}加入{text}方",
        "leave": "{who}离开",
        "undo": "{who}撤销{count}：{values}",
        "undo_cards": "{who}撤销抽出或翻开的牌",
        "deed": "{who}：{text}",
    },
    plain={
        "gone": "{pieces}被移除",
        "about": "{pieces}在{place}上移动",
        "roll": "{text}：{values}",
        "move": "{pieces}从{start}到{end}{stops}{hexes}",
        "enter": "{pieces}到{end}",
        "place": "{places}放置{pieces}",
        "remove": "{places}的{pieces}被移除",
        "face_on": "{pieces}：翻到“{text}”",
        "face_off": "{pieces}：从“{text}”翻回",
        "over_on": "{pieces}：翻面",
        "over_off": "{pieces}：翻回",
        "face_to": "{pieces}：{new}",
        "cover": "{pieces}：盖住{whose}",
        "show": "{pieces}：翻开{whose}",
        "draw": "从{text}抽出{count}{to}{which}",
        "put": "{count}放回{text}{which}",
        "shuffle": "{text}被洗",
        "undo": "撤销{count}：{values}",
        "undo_cards": "撤销抽出或翻开的牌",
        "deed": "{text}",
    },
    single={
        "and": "、",
        "more": "，另{n}项",
        "times": "{name}×{n}",
        "piece": "棋子",
        "somebody": "某人",
        "off": "地图外",
        "at": "（{place}）",
        "detail": "（{text}）",
        "stops": "（经{stops}）",
        "hex": "（{n}格）",
        "hexes": "（{n}格）",
        "card": "1张",
        "cards": "{n}张",
        "roll": "{die}",
        "rolls": "{n}次{die}",
        "to": "（到{place}）",
        "which": "（{pieces}）",
        "whose": "（{side}）",
        "change": "{old} → {new}",
        "becomes": "{new}",
        "none": "无",
        "face": "背面",
        "players": "玩家",
        "log": "记录",
        "steps": "步",
        "before": "第一回合前",
    },
)
WORDS: Mapping[Language, Words] = MappingProxyType({"en": _EN, "ja": _JA, "zh": _ZH})


@dataclass(frozen=True, slots=True)
class Speech:
    """Puts acts into words of one language.

    Attributes
    ----------
    home : str
        The map whose name goes without saying.
    names : mapping of str to str
        What pieces and places are called in this language, by their English names.
    """

    language: Language = "en"
    home: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    def heading(self, turn: str) -> str:
        """Return a turn's or a phase's heading."""
        return self.names.get(turn, turn)

    @property
    def words(self) -> Words:
        """The language's words."""
        return WORDS[self.language]

    def sentence(self, act: Act) -> str:
        """Return an act as a sentence without its full stop."""
        if act.kind is Kind.DEED:
            return self._deed(act)
        key = self._key(act)
        known = self.words.by if act.who or key not in self.words.plain else self.words.plain
        single = self.words.single
        return known[key].format(
            who=act.who or single["somebody"],
            text=act.text or single["face"],
            pieces=self._pieces(act.pieces),
            start=self._place(act.path[0]) if act.path else "",
            end=self._place(act.path[-1]) if act.path else "",
            stops=self._stops(act.path),
            place=act.path[0].map if act.path else "",
            places=self._places(act.path),
            hexes=self._hexes(act.hexes),
            values=self._values(act),
            count=self._count(act),
            to=single["to"].format(place=self._place(act.path[0]))
            if act.kind is Kind.DRAW and act.path
            else "",
            which=single["which"].format(pieces=self._pieces(act.pieces)) if any(act.pieces) else "",
            whose=single["whose"].format(side=act.text) if act.text else "",
            change=self._change(act),
            new=f"{act.text} {act.new}".strip() if act.new.isdigit() else act.new,
            old=act.old,
        )

    def _deed(self, act: Act) -> str:
        """Return what was done in a game whose rules are known."""
        known, single = DEEDS[self.language], self.words.single
        places = [self._place(place) for place in act.path]
        parts = re.split(r"([;,] )", act.new)
        detail = "".join(map(self._said, parts))
        done = known.get(act.text, known[""]).format(
            verb=act.text,
            pieces=self._pieces(act.pieces) if act.pieces else "",
            start=places[0] if places else "",
            end=places[-1] if places else "",
            stops=self._stops(act.path),
            way=" → ".join(places),
            at=single["at"].format(place=places[0]) if places else "",
            detail=single["detail"].format(text=detail) if act.new else "",
        )
        template = (self.words.by if act.who else self.words.plain)["deed"]
        return " ".join(template.format(who=self.names.get(act.who, act.who), text=done).split())

    def _said(self, part: str) -> str:
        """Return a part of a detail: a name, or what is counted and its number."""
        what, colon, number = part.partition(": ")
        return f"{self.names.get(what, what)}{colon}{number}" if colon else self.names.get(part, part)

    def _within(self, act: Act) -> bool:
        """Return whether a move stays on a display whose places have no names."""
        maps = {place.map for place in act.path}
        return len(maps) == 1 and self.home not in maps and not any(place.name for place in act.path)

    def _key(self, act: Act) -> str:
        if act.kind is Kind.FACE:
            if act.new and act.old != "off":
                return "face_to"
            return f"{'face' if act.text else 'over'}_{act.old}"
        if act.kind is Kind.MOVE and not act.path[0].map:
            return "enter"
        if act.kind is Kind.MOVE and self._within(act):
            return "about"
        if act.kind is Kind.REMOVE and not any(place.map for place in act.path):
            return "gone"
        if act.kind is Kind.UNDO and not act.values:
            return "undo_cards"
        return act.kind.value

    def _pieces(self, names: Sequence[str]) -> str:
        counts = Counter(self.names.get(name, name) or self.words.single["piece"] for name in names)
        times = self.words.single["times"]
        return self._listed([name if n == 1 else times.format(n=n, name=name) for name, n in counts.items()])

    def _listed(self, parts: Sequence[str]) -> str:
        left = len(parts) - _MOST
        more = self.words.single["more"].format(n=left) if left > 0 else ""
        comma = "; " if any(", " in part for part in parts) else self.words.single["and"]
        return comma.join(parts[:_MOST]) + more

    def _place(self, place: Where) -> str:
        if not place.map:
            return self.names.get(place.name, place.name) or self.words.single["off"]
        name = place.name or (f"({place.x}, {place.y})" if place.x or place.y else "")
        if place.map == self.home and name:
            return name
        # Pixels of a display beside the map tell nobody anything.
        return f"{place.map} {place.name}".strip()

    def _places(self, path: Sequence[Where]) -> str:
        counts = Counter(self._place(place) for place in path)
        return self._listed([name if n == 1 else f"{name} (×{n})" for name, n in counts.items()])

    def _stops(self, path: Sequence[Where]) -> str:
        between = [self._place(place) for place in path[1:-1]]
        if not between:
            return ""
        shown = between if len(between) <= _STOPS else [*between[: _STOPS - 1], "…", between[-1]]
        return self.words.single["stops"].format(stops=", ".join(shown))

    def _hexes(self, hexes: int) -> str:
        return self.words.single["hex" if hexes == 1 else "hexes"].format(n=hexes) if hexes else ""

    @staticmethod
    def _values(act: Act) -> str:
        return ", ".join(map(str, act.values))

    def _count(self, act: Act) -> str:
        single = self.words.single
        if act.kind is Kind.UNDO:
            n = int(act.old or 0)
            return single["roll" if n == 1 else "rolls"].format(n=n, die=act.text)
        if act.kind is Kind.REPORT:
            more = int(act.old or 0) - SHOWN
            return single["more"].format(n=more) if more > 0 else ""
        n = sum(act.values) if act.kind in {Kind.DRAW, Kind.PUT} else 0
        return single["card" if n == 1 else "cards"].format(n=n)

    def _change(self, act: Act) -> str:
        none = self.words.single["none"]
        form = self.words.single["change" if act.old else "becomes"]
        return form.format(old=act.old or none, new=act.new or none)
