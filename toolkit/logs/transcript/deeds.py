"""Acts of games whose rules are known: what an audit found that was done, not what the table shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from toolkit.audit.report import JudgedAction
from toolkit.compile.compiled import CompiledGame
from toolkit.logs.transcript.acts import Act, Kind, Where
from toolkit.rules.sums import Term, terms

_KEPT = frozenset({Kind.SAY, Kind.TURN, Kind.UNDO, Kind.SIT, Kind.LEAVE})
_SILENT = frozenset({"begin"})
_DECLARES = frozenset({"declare", "attack"})
_DECIDES = frozenset({"roll", "open", "bombard", "air support"})
_BASES = frozenset({Term.ODDS, Term.DIFFERENCE, Term.TOO_WEAK})
_ASIDE = frozenset({Term.COLUMN, Term.COLUMNS_LEFT, Term.COLUMNS_RIGHT, Term.DIE, Term.DICE, Term.CARD_DRAWN})


def with_deeds(acts: Sequence[Act], actions: Sequence[JudgedAction], log: int) -> Iterator[Act]:
    """Yield the acts of a log with those that an audit explains told as what they were.

    Parameters
    ----------
    acts : sequence of Act
        Of one log.
    actions : sequence of JudgedAction
        Of all logs.
    log : int
        Place of the log in the list as given.
    """
    own = [action for action in actions if action.log == log and action.action not in _SILENT]
    told = {step for action in own for step in action.steps}
    starts: dict[int, list[JudgedAction]] = {}
    for action in own:
        starts.setdefault(action.step, []).append(action)
    turn = acts[0].turn if acts else ""
    for act in acts:
        for step in [step for step in starts if step <= act.first]:
            if step == act.first and act.kind is Kind.SAY:
                continue
            # What ends a part of a turn is told before the heading of the next.
            yield from (_deed(action, act, turn) for action in starts.pop(step))
        turn = act.turn
        if act.kind in _KEPT:
            yield act
        elif act.first not in told:
            # The audit names all that a decision of the game does not explain; the rest is housekeeping.
            yield act if act.kind is Kind.REPORT else replace(act, aside=True)
    for step in sorted(starts):
        yield from (_deed(action, acts[-1], turn) for action in starts[step])


def _deed(action: JudgedAction, beside: Act, turn: str) -> Act:
    places = [place for place in (action.start, *action.via, action.end) if place]
    side = action.actor.side or ""
    pieces = tuple(filter(None, action.name.split("; ")))
    detail = "" if action.detail in (side, action.name) else action.detail
    verb = "end part" if action.action == "end" and not action.name else action.action
    if verb == "supply" and not pieces:
        pieces, detail = tuple(detail.split(", ")), ""
    if verb == "roll" and places:
        verb = "roll for"
    elif verb == "attack" and action.end:
        verb, pieces, detail = "attack on", *_attackers(pieces, detail)
    elif verb == "lose" and detail.endswith(" left"):
        verb = "lose step"
    return Act(
        Kind.DEED,
        beside.log,
        min(action.steps),
        action.step,
        who=side[:1].upper() + side[1:],
        pieces=pieces,
        path=tuple(Where("", place, 0, 0) for place in places),
        text=verb,
        new="; ".join(filter(None, (detail, *_outcome(action)))),
        turn=turn,
    )


def _attackers(pieces: tuple[str, ...], detail: str) -> tuple[tuple[str, ...], str]:
    """Return all who attack, and what else is said."""
    others, _, rest = (
        detail.removeprefix("with ").partition("; ") if detail.startswith("with ") else ("", "", detail)
    )
    return (*pieces, *filter(None, others.split(", "))), rest


def _outcome(action: JudgedAction) -> Iterator[str]:
    """Yield what a battle comes to: its odds when it is declared, all that its roll decides."""
    if action.sum is None or action.action not in _DECLARES | _DECIDES:
        return
    for line in action.sum.steps:
        if line.text in _BASES or (action.action in _DECIDES and line.text not in _ASIDE):
            yield f"{line.text}: {line.value}" if line.value else line.text


def translations(game: CompiledGame, language: str) -> dict[str, str]:
    """Return what a game's pieces, places and sides are called in a language, by English names and ids.

    Also the words of sums, which are the same in all games.
    """
    named: list[Mapping[str, str]] = [counter.names.to_json() for counter in game.counters]
    named += [] if game.hex_map is None else [place.names for place in game.hex_map.places]
    named += [] if game.area_map is None else list(game.area_map.names)
    named += [card.names.to_json() for card in game.action_cards]
    found = {}
    for names in named:
        if "en" in names and language in names:
            found[names["en"]] = names[language]
    if game.area_map is not None:
        areas = zip(game.area_map.ids, game.area_map.names, strict=True)
        found |= {area: names.get(language) or names.get("en", area) for area, names in areas}
    found |= {term: names[language] for term, names in terms().items()}
    sides = game.labels.get("side", {}).items()
    return found | {f"{key[:1].upper()}{key[1:]}": side.get(language) for key, side in sides}


DEEDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "": "{verb} {pieces} {way}{detail}",
        "attack on": "attacks {end} from {start} with {pieces}{detail}",
        "restore": "gives {pieces} {at} a step back{detail}",
        "assault gun": "brings assault guns to {pieces} {at}{detail}",
        "stop": "gives up the battle of {pieces} {at}",
        "sniper": "sends a sniper {way}{detail}",
        "chuikov battle": "has General Chuikov fight beside {pieces} {at}{detail}",
        "chuikov ready": "has General Chuikov ready again",
        "engineers": "brings engineers to {pieces} {at}{detail}",
        "free chit": "uses a free chit{detail}",
        "call off": "calls off an attack {way}{detail}",
        "bid": "bids{detail}",
        "open bids": "opens the bids{detail}",
        "take back": "takes a card back{detail}",
        "lost": "loses {pieces} {at}{detail}",
        "change": "changes the table: {pieces} {way}{detail}",
        "activate": "activates {pieces} {at}",
        "advance": "advances {pieces} from {start} to {end}{detail}",
        "air support": "calls air support for {pieces} {at}{detail}",
        "arrival": "brings on {pieces} at {end}{detail}",
        "attack": "attacks with {pieces} {at}{detail}",
        "bombard": "bombards with {pieces} {at}{detail}",
        "choose": "chooses chits for the cup{detail}",
        "close losses": "has taken its losses",
        "deal hand": "is dealt a hand{detail}",
        "deal steps": "gives cards to {pieces} {at}{detail}",
        "declare": "declares an attack on {end}{detail}",
        "discard": "discards{detail}",
        "draw": "draws {pieces}{detail}",
        "drive": "drives {pieces} back from {start} to {end}",
        "eliminate": "loses {pieces} {at} for good",
        "end": "ends the operation of {pieces} {at}",
        "end part": "ends this part of the turn",
        "enter battle": "attacks with {pieces}: from {start} into {end}{stops}",
        "enter empty": "enters {end} from {start} with {pieces}{detail}",
        "fight on": "fights on with {pieces} {at}",
        "fire": "fires from {start} at {end} with {pieces}",
        "flip up": "shows its cards",
        "fort": "builds a fort in {end}",
        "isolate": "leaves {pieces} {at} cut off",
        "leave out": "leaves out what is due{detail}",
        "lose step": "loses a step of {pieces} {at}{detail}",
        "lose": "loses {pieces} {at}{detail}",
        "loss": "takes a loss {at}: {pieces}{detail}",
        "molotov": "throws Molotov cocktails: {pieces} {at}{detail}",
        "move": "moves {pieces} from {start} to {end}{stops}{detail}",
        "move friendly": "moves {pieces} from {start} to {end}{stops}",
        "name defender": "defends {start} with {pieces}{detail}",
        "open": "shows its card{detail}",
        "pass": "passes",
        "place": "places {pieces} in {end}",
        "play": "plays a card{detail} {at}",
        "play card": "plays a card{detail}",
        "rail box": "moves by rail{detail}",
        "raise": "adds a card{detail}",
        "reinforce": "receives {pieces} in {end}",
        "reinforcement": "rolls for reinforcements{detail}",
        "remove": "takes {pieces} away from {start}",
        "replenish": "gives {pieces} {at} a card{detail}",
        "retreat": "retreats {pieces} from {start} to {end}{stops}{detail}",
        "return T-34": "brings the T-34 back to {end}",
        "roll": "rolls{detail}",
        "roll for": "rolls for {end}{detail}",
        "shuffle": "shuffles{detail}",
        "spend": "exhausts {pieces} {at}",
        "stand": "adds no more cards",
        "supply": "checks supply of {pieces}{detail}",
        "T-34 out": "loses the T-34 {at}",
        "take loss": "takes the loss",
        "withdraw": "withdraws {pieces} from {start}",
        "withdrawal": "withdraws{detail}",
        "end draw": "Drawing ends",
        "end hands": "Hands are in order",
        "end impulses": "The impulses end",
        "end operations": "The operations end",
        "end reinforcement": "The reinforcements end",
        "end set up": "The set-up ends",
        "end turn": "The turn ends",
    },
    "ja": {
        "": "{verb} {pieces} {way}{detail}",
        "attack on": "{pieces}で{start}から{end}を攻撃{detail}",
        "restore": "{pieces}が1ステップ回復{at}{detail}",
        "assault gun": "{pieces}に突撃砲{at}{detail}",
        "stop": "{pieces}の戦闘を中止{at}",
        "sniper": "狙撃兵を使う {way}{detail}",
        "chuikov battle": "チュイコフ将軍が{pieces}と戦う{at}{detail}",
        "chuikov ready": "チュイコフ将軍が回復",
        "engineers": "{pieces}に工兵{at}{detail}",
        "free chit": "自由チットを使う{detail}",
        "call off": "攻撃を中止 {way}{detail}",
        "bid": "入札{detail}",
        "open bids": "入札を公開{detail}",
        "take back": "カードを戻す{detail}",
        "lost": "{pieces}を失う{at}{detail}",
        "change": "盤上の変更：{pieces} {way}{detail}",
        "activate": "{pieces}を活性化{at}",
        "advance": "{pieces}が{start}から{end}へ前進{detail}",
        "air support": "{pieces}に航空支援{at}{detail}",
        "arrival": "{pieces}が{end}に登場{detail}",
        "attack": "{pieces}で攻撃{at}{detail}",
        "bombard": "{pieces}で砲撃{at}{detail}",
        "choose": "カップに入れるチットを選ぶ{detail}",
        "close losses": "損害を受け終える",
        "deal hand": "手札を受け取る{detail}",
        "deal steps": "{pieces}にカードを配る{at}{detail}",
        "declare": "{end}への攻撃を宣言{detail}",
        "discard": "捨てる{detail}",
        "draw": "引く：{pieces}{detail}",
        "drive": "{pieces}を{start}から{end}へ押し戻す",
        "eliminate": "{pieces}を失う{at}",
        "end": "{pieces}の行動を終える{at}",
        "end part": "この部分を終える",
        "enter battle": "{pieces}で攻撃：{start}から{end}へ{stops}",
        "enter empty": "{pieces}で{start}から{end}に入る{detail}",
        "fight on": "{pieces}で戦い続ける{at}",
        "fire": "{start}から{end}を射撃：{pieces}",
        "flip up": "カードを公開",
        "fort": "{end}に要塞を築く",
        "isolate": "{pieces}が孤立{at}",
        "leave out": "すべきことをしない{detail}",
        "lose step": "{pieces}が1ステップ失う{at}{detail}",
        "lose": "{pieces}を失う{at}{detail}",
        "loss": "損害{at}：{pieces}{detail}",
        "molotov": "火炎瓶：{pieces}{at}{detail}",
        "move": "{pieces}を{start}から{end}へ移動{stops}{detail}",
        "move friendly": "{pieces}を{start}から{end}へ移動{stops}",
        "name defender": "{pieces}で{start}を守る{detail}",
        "open": "カードを公開{detail}",
        "pass": "パス",
        "place": "{pieces}を{end}に置く",
        "play": "カードを使う{detail} {at}",
        "play card": "カードを出す{detail}",
        "rail box": "鉄道移動{detail}",
        "raise": "カードを加える{detail}",
        "reinforce": "{end}に増援：{pieces}",
        "reinforcement": "増援のダイス{detail}",
        "remove": "{start}から{pieces}を取り除く",
        "replenish": "{pieces}にカードを補充{at}{detail}",
        "retreat": "{pieces}が{start}から{end}へ退却{stops}{detail}",
        "return T-34": "T-34を{end}に戻す",
        "roll": "ダイスを振る{detail}",
        "roll for": "{end}についてダイスを振る{detail}",
        "shuffle": "シャッフル{detail}",
        "spend": "{pieces}を消耗{at}",
        "stand": "これ以上カードを出さない",
        "supply": "補給を確認：{pieces}{detail}",
        "T-34 out": "T-34を失う{at}",
        "take loss": "損害を受ける",
        "withdraw": "{pieces}を{start}から撤退",
        "withdrawal": "撤退{detail}",
        "end draw": "引き終わり",
        "end hands": "手札の調整が終わる",
        "end impulses": "インパルス終了",
        "end operations": "作戦終了",
        "end reinforcement": "増援終了",
        "end set up": "配置終了",
        "end turn": "ターン終了",
    },
    "zh": {
        "": "{verb} {pieces} {way}{detail}",
        "attack on": "用{pieces}从{start}进攻{end}{detail}",
        "restore": "{pieces}恢复一个战力{at}{detail}",
        "assault gun": "为{pieces}调来突击炮{at}{detail}",
        "stop": "{pieces}放弃战斗{at}",
        "sniper": "派出狙击手 {way}{detail}",
        "chuikov battle": "崔可夫将军与{pieces}并肩作战{at}{detail}",
        "chuikov ready": "崔可夫将军恢复",
        "engineers": "为{pieces}派出工兵{at}{detail}",
        "free chit": "使用自由指令{detail}",
        "call off": "取消进攻 {way}{detail}",
        "bid": "叫价{detail}",
        "open bids": "公开叫价{detail}",
        "take back": "收回卡牌{detail}",
        "lost": "失去{pieces}{at}{detail}",
        "change": "桌面变动：{pieces} {way}{detail}",
        "activate": "激活{pieces}{at}",
        "advance": "{pieces}从{start}推进到{end}{detail}",
        "air support": "为{pieces}呼叫空中支援{at}{detail}",
        "arrival": "{pieces}在{end}登场{detail}",
        "attack": "用{pieces}进攻{at}{detail}",
        "bombard": "用{pieces}炮击{at}{detail}",
        "choose": "选择放入杯中的算子{detail}",
        "close losses": "承受完损失",
        "deal hand": "发到手牌{detail}",
        "deal steps": "给{pieces}发牌{at}{detail}",
        "declare": "宣布进攻{end}{detail}",
        "discard": "弃牌{detail}",
        "draw": "抽取{pieces}{detail}",
        "drive": "将{pieces}从{start}逼退到{end}",
        "eliminate": "失去{pieces}{at}",
        "end": "{pieces}结束行动{at}",
        "end part": "结束本阶段",
        "enter battle": "用{pieces}进攻：从{start}进入{end}{stops}",
        "enter empty": "{pieces}从{start}进入{end}{detail}",
        "fight on": "{pieces}继续战斗{at}",
        "fire": "从{start}向{end}射击：{pieces}",
        "flip up": "亮牌",
        "fort": "在{end}建造要塞",
        "isolate": "{pieces}被孤立{at}",
        "leave out": "未做应做之事{detail}",
        "lose step": "{pieces}损失一个战力{at}{detail}",
        "lose": "失去{pieces}{at}{detail}",
        "loss": "承受损失{at}：{pieces}{detail}",
        "molotov": "燃烧瓶：{pieces}{at}{detail}",
        "move": "将{pieces}从{start}移到{end}{stops}{detail}",
        "move friendly": "将{pieces}从{start}移到{end}{stops}",
        "name defender": "用{pieces}防守{start}{detail}",
        "open": "亮牌{detail}",
        "pass": "跳过",
        "place": "将{pieces}放在{end}",
        "play": "打出一张牌{detail} {at}",
        "play card": "打出一张牌{detail}",
        "rail box": "铁路移动{detail}",
        "raise": "加牌{detail}",
        "reinforce": "{pieces}增援到{end}",
        "reinforcement": "为增援掷骰{detail}",
        "remove": "从{start}移走{pieces}",
        "replenish": "给{pieces}补牌{at}{detail}",
        "retreat": "{pieces}从{start}撤退到{end}{stops}{detail}",
        "return T-34": "T-34回到{end}",
        "roll": "掷骰{detail}",
        "roll for": "为{end}掷骰{detail}",
        "shuffle": "洗牌{detail}",
        "spend": "{pieces}耗尽{at}",
        "stand": "不再加牌",
        "supply": "检查{pieces}的补给{detail}",
        "T-34 out": "失去T-34{at}",
        "take loss": "承受损失",
        "withdraw": "从{start}撤出{pieces}",
        "withdrawal": "撤出{detail}",
        "end draw": "抽牌结束",
        "end hands": "手牌调整结束",
        "end impulses": "行动轮结束",
        "end operations": "作战结束",
        "end reinforcement": "增援结束",
        "end set up": "布置结束",
        "end turn": "回合结束",
    },
}
