"use strict";
/** The game in numbers; every count leads to what it counts. */

const OUTCOMES = ["illegal", "unclear", "unprovable", "unverified", "legal"];

/** @param {Action[]} actions @returns {Record<string, number>} */
function tally(actions) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const action of actions) found[action.outcome] = (found[action.outcome] || 0) + 1;
  return found;
}

/**
 * @param {string} title
 * @param {string} head
 * @param {Array<{name: string, lang?: string, actions: Action[], filter: Record<string, string>}>} rows
 * @param {(filter: Record<string, string>) => void} open
 * @returns {HTMLElement}
 */
function tallyTable(title, head, rows, open) {
  const used = OUTCOMES.filter((outcome) => rows.some((row) => row.actions.some((one) => one.outcome === outcome)));
  const body = el("tbody");
  for (const row of rows) {
    const counts = tally(row.actions);
    body.append(el("tr", {}, el("th", { scope: "row", lang: row.lang, text: row.name }), ...used.map((outcome) =>
      el("td", { class: "number" }, counts[outcome] ? el("button", {
        type: "button", class: "count", "aria-label": `${row.name}, ${w(outcome)}: ${counts[outcome]}`,
        text: counts[outcome], onclick: () => open({ ...row.filter, verdict: outcome }),
      }) : ""))));
  }
  const table = el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col", text: head }),
    ...used.map((outcome) => el("th", { scope: "col", class: "number" }, badge(outcome))))), body);
  return el("section", { class: "numbers" }, el("h2", { text: title }),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, table));
}

/** @param {Action[]} actions @param {(action: Action) => string[]} key @returns {Map<string, Action[]>} */
function grouped(actions, key) {
  /** @type {Map<string, Action[]>} */
  const found = new Map();
  for (const action of actions) {
    for (const name of key(action)) {
      if (!found.has(name)) found.set(name, []);
      found.get(name)?.push(action);
    }
  }
  return found;
}

/** @param {number[]} dice @returns {number} of 100 fair games, in how many the sum is at least as far off */
function rarity(dice) {
  let chances = [1];
  for (let die = 0; die < dice.length; die += 1) {
    const next = new Array(chances.length + 6).fill(0);
    chances.forEach((chance, sum) => { for (let face = 1; face <= 6; face += 1) next[sum + face] += chance / 6; });
    chances = next;
  }
  const mean = 3.5 * dice.length;
  const off = Math.abs(dice.reduce((sum, die) => sum + die, 0) - mean);
  return chances.reduce((sum, chance, total) => sum + (Math.abs(total - mean) >= off - 1e-9 ? chance : 0), 0) * 100;
}

/** @param {Action[]} actions @returns {HTMLElement|null} */
function diceBlock(actions) {
  /** @type {Map<string, number[]>} */
  const bySide = new Map();
  for (const action of actions) {
    if (action.dice.length) bySide.set(action.by[0], [...(bySide.get(action.by[0]) || []), ...action.dice]);
  }
  if (!bySide.size) return null;
  const body = el("tbody");
  const words = el("div");
  for (const [side, dice] of bySide) {
    const mean = dice.reduce((sum, die) => sum + die, 0) / dice.length;
    const rare = rarity(dice);
    words.append(el("p", { text: w("diceSay", whoIs(side), dice.length, mean.toFixed(2), rare < 1 ? "<1" : Math.round(rare)) }));
    body.append(el("tr", {}, el("th", { scope: "row", text: whoIs(side) }), ...[1, 2, 3, 4, 5, 6].map((face) =>
      el("td", { class: "number", text: dice.filter((die) => die === face).length }))));
  }
  const heads = [1, 2, 3, 4, 5, 6].map((face) => el("th", { scope: "col", class: "number", text: face }));
  const table = el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col", text: w("side") }), ...heads)), body);
  return el("section", { class: "numbers" }, el("h2", { text: w("dice") }), words,
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": w("dice") }, table),
    el("p", { class: "small", text: w("diceNote") }));
}

/** @param {Game} game @param {(filter: Record<string, string>) => void} open @returns {HTMLElement} */
function numbersPanel(game, open) {
  const actions = game.actions.filter((one) => one.outcome === "legal" || !one.follows);
  const panel = el("div");
  panel.append(el("p", { text: w("judged", game.actions.length, DATA.steps) }));
  const sides = [...grouped(actions, (one) => [one.by[0]])];
  panel.append(tallyTable(w("byPlayer"), w("side"), sides.map(([side, found]) =>
    ({ name: whoIs(side), actions: found, filter: { side } })), open));
  const turns = [...grouped(actions, (one) => [String(one.part[2])])].sort((one, other) => Number(one[0]) - Number(other[0]));
  panel.append(tallyTable(w("byTurn"), w("turns"), turns.map(([turn, found]) =>
    ({ name: turn === "0" ? "—" : w("turn", turn), actions: found, filter: { turn } })), open));
  const rules = [...grouped(actions, (one) => one.rules)].sort((one, other) => other[1].length - one[1].length);
  if (rules.length) {
    panel.append(tallyTable(w("byRule"), w("rule"), rules.map(([rule, found]) =>
      ({ name: `${ruleName(rule)}  ${ownSentence(rule) || DATA.rules[rule]?.[0] || ""}`, lang: ownSentence(rule) ? language : "en", actions: found, filter: { rule } })), open));
  }
  const unsure = actions.filter((one) => ["unclear", "unprovable", "unverified"].includes(one.outcome));
  if (unsure.length) {
    const why = [...grouped(unsure, (one) => [one.reason || one.unclear.join(", ") || "—"])]
      .sort((one, other) => other[1].length - one[1].length).slice(0, 40);
    panel.append(tallyTable(w("notJudged"), w("reason"), why.map(([reason, found]) =>
      ({ name: reasonWords(reason) || reason, lang: reasonWords(reason) ? language : "en", actions: found, filter: { text: reason } })), open));
  }
  const dice = diceBlock(actions);
  if (dice) panel.append(dice);
  panel.append(houseRules());
  const sums = DATA.ledger;
  if (sums && sums.entries !== undefined) {
    panel.append(el("section", { class: "numbers" }, el("h2", { text: w("ledger") }), el("p", {
      text: w("ledgerSay", sums.entries, sums.accounted, sums.cancelled, sums.neutral, sums.unexplained),
    })));
  }
  return panel;
}

/** @returns {HTMLElement} */
function houseRules() {
  const body = el("tbody");
  for (const [point, value] of DATA.game.fixed) {
    body.append(el("tr", {}, el("th", { scope: "row", text: point }), el("td", { text: w("fixed") }), el("td", { lang: "en", text: value })));
  }
  for (const point of DATA.game.open) {
    body.append(el("tr", {}, el("th", { scope: "row", text: point }), el("td", { text: w("open") }), el("td")));
  }
  const changed = DATA.notices.filter((/** @type {Notice} */ one) => one.code === "AUD027");
  const steps = changed.map((/** @type {Notice} */ one) =>
    el("li", {}, el("a", { href: hashOf(one.log, one.step || 0), text: stepName(one.log, one.step || 0) }), " ",
      el("span", { lang: "en", text: one.message })));
  return el("section", { class: "numbers" }, el("h2", { text: w("houseRules") }),
    body.childElementCount ? el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": w("houseRules") }, el("table", {}, body)) : el("p", { text: "—" }),
    steps.length ? el("ul", {}, ...steps) : null);
}
