"use strict";
/** One finding as a card: what was done, what forbids it, before and after, what would have been right. */

/** @param {string} outcome @returns {HTMLElement} */
function badge(outcome) {
  const shape = /** @type {Record<string, string>} */ (SHAPES)[outcome] || "•";
  return el("span", { class: `badge ${outcome}` }, el("span", { "aria-hidden": "true", class: "shape" }, shape),
    " ", w(outcome));
}

/** @param {string} text @returns {string} */
function placeWords(text) {
  return text.includes("/") ? text : named(text);
}

/** @param {Wording} action @returns {string} what was done as one phrase */
function deed(action) {
  const way = [action.from, ...action.via, action.to].filter(Boolean).map(placeWords).join(" → ");
  const unit = action.unit.split("; ").map(named).join("; ");
  const parts = [WORDS[`do ${action.action}`] ? w(`do ${action.action}`) : sentence(action.action).replace(/\.$/, ""), unit].filter(Boolean).join(": ");
  const detail = action.detail.split("; ").map((one) => (language !== "en" && partOfReason(one)) || namedIds(named(one)));
  return [parts, way, detail.join("; ")].filter(Boolean).join(" · ");
}

/** @param {string} text @returns {string} a text of the audit with names where it has ids of units */
function namedIds(text) {
  return text.replace(/\b(?:[a-z0-9]+(?:[_-][a-z0-9]+)+|[A-Z0-9]{2,3})\b/g, (id) => named(id));
}

/** @param {string} text @returns {string} a text of the audit with a capital letter and a full stop */
function sentence(text) {
  const first = /^[a-z][a-z]*(?=[ ,;:]|$)/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  const sides = first.replace(/\b[a-z]+(?= side\b)/g, (id) => (DATA.sides[id] ? sideName(id) : id));
  return namedIds(text.includes(" ") && !/[.!?)]$/.test(first) ? `${sides}.` : sides);
}

/** @param {string} text one of the closed list that sums are made of, or a name @returns {string} */
function phrase(text) {
  return WORDS[`~${text}`] ? w(`~${text}`) : text.split(", ").map(named).join(", ");
}

/** @param {[number, string, number]} part @returns {string} turn and part of it */
function partName(part) {
  const label = partWord(part[1]);
  if (!part[2]) return label;
  return label ? `${w("turn", part[2])}, ${label}` : w("turn", part[2]);
}

/** @param {number} log @param {number} step @returns {string} */
function hashOf(log, step) {
  return DATA.logs.length > 1 ? `#log-${log + 1}-step-${step}` : `#step-${step}`;
}

/** @param {number} log @param {number} step @returns {string} */
function stepName(log, step) {
  return DATA.logs.length > 1 ? `${w("log")} ${log + 1}, ${w("step")} ${step}` : `${w("step")} ${step}`;
}

/** @param {Action} action @returns {string} */
function actorName(action) {
  return `${whoIs(action.by[0])}, ${w(action.by[1])}`;
}

/** @param {string} heading @param {...(Node|string|null|false|undefined)} children @returns {HTMLElement} */
function block(heading, ...children) {
  return el("div", { class: "block" }, el("h3", { text: heading }), ...children);
}

/** @param {string} reason @param {string} [kind] class of the element @returns {HTMLElement} why, in the reader's language where it is known */
function why(reason, kind = "") {
  const own = reasonWords(reason);
  return el(kind ? "span" : "p", { class: kind || null, lang: own ? language : "en", text: own || sentence(reason) });
}

const EXAMPLE = "Legal example";

/** @param {string} number @param {string} heading @returns {string} a section of a rule's page */
function section(number, heading) {
  const more = DATA.rules[number]?.[1] || "";
  const found = more.split("\n\n").find((/** @type {string} */ part) => part.startsWith(`${heading}: `));
  return found ? found.slice(heading.length + 2) : "";
}

/** @param {Action} action @returns {HTMLElement|null} */
function ruleBlock(action) {
  if (!action.rules.length) return null;
  const list = el("dl", { class: "rules" });
  for (const number of action.rules) {
    const told = DATA.rules[number];
    list.append(el("dt", {}, el("span", { class: "chip", text: ruleName(number) })));
    const own = ownSentence(number);
    if (!told) continue;
    const says = el("dd", { lang: own ? language : "en", text: own || told[0] });
    if (told[1]) {
      const body = el("div", { class: "more", lang: "en" }, own ? el("p", { text: told[0] }) : null);
      for (const part of told[1].split("\n\n")) if (!part.startsWith(`${EXAMPLE}: `)) body.append(el("p", { text: part }));
      says.append(el("details", {}, el("summary", { text: w("more"), lang: language }), body));
    }
    list.append(says);
  }
  return block(w("ruleSays"), list);
}

/** @param {Action} action @returns {boolean} whether the cheapest way is open and only costs more than there is */
function isTooDear(action) {
  const trail = action.trail;
  return Boolean(trail) && action.allowance !== null && (trail?.cost ?? 0) > action.allowance && (trail?.waived.length ?? 0) < 2;
}

/** @param {Action} action @returns {boolean} whether the cheapest way is within the rules, and another than the one taken */
function isLegalWay(action) {
  const trail = action.trail;
  const places = (/** @type {{steps: WayStep[]}|null|undefined} */ way) => way?.steps.map((step) => step.hex).join();
  return Boolean(trail) && places(trail) !== places(action.taken) && !trail?.waived.length && (action.allowance === null || (trail?.cost ?? 0) <= action.allowance);
}

/**
 * @param {string} from where a way begins
 * @param {WayStep[]} steps
 * @param {number|null} allowance
 * @returns {HTMLElement} a way, each step with its price
 */
function wayTable(from, steps, allowance) {
  const body = el("tbody", {}, el("tr", {}, el("td", { text: placeWords(from) }), el("td"), el("td"), el("td")));
  let sum = 0;
  for (const step of steps) {
    sum += step.cost;
    const over = allowance !== null && sum > allowance;
    body.append(el("tr", { class: over ? "over" : null }, el("td", { text: placeWords(step.hex) }),
      el("td", { class: "number", text: points(step.cost) }),
      el("td", { class: "number", text: points(sum) + (over ? " ✕" : "") }),
      el("td", { text: step.reasons.map(priceReason).join(", ") })));
  }
  return el("table", { class: "way" }, el("thead", {}, el("tr", {},
    el("th", { scope: "col", text: w("place") }), el("th", { scope: "col", class: "number", text: w("price") }),
    el("th", { scope: "col", class: "number", text: w("sum") }), el("th", { scope: "col", text: w("reason") }))), body);
}

/** @param {string} text what a price is for: a reason, or a name and a number @returns {string} */
function priceReason(text) {
  if (language === "en") return text;
  const [, name, number] = /^(.*?) (\+?[\d.½]+)$/.exec(text) || [];
  return partOfReason(text) || (name ? `${named(name)} ${number}` : named(text));
}

/** @param {number} cost @param {number|null} allowance @returns {string} */
function priceWords(cost, allowance) {
  return allowance === null ? w("costsPlain", points(cost)) : w("costs", points(cost), points(allowance));
}

/** @param {Action} action @returns {HTMLElement|null} the way taken, as far as the log shows it */
function takenBlock(action) {
  const taken = action.taken;
  if (!taken || !taken.steps.length) return null;
  const allowance = taken.allowance ?? action.allowance;
  const head = `${w("taken")}: ${priceWords(taken.cost, allowance)}`;
  return block(head, el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": w("taken") },
    wayTable(action.from, taken.steps, allowance)));
}

/** @param {Action} action @returns {HTMLElement|null} the cheapest way, each step with its price */
function wayBlock(action) {
  const trail = action.trail;
  if (!trail || !trail.steps.length) return null;
  const head = isLegalWay(action) ? w("cheapestLegal")
    : trail.waived.length && !isTooDear(action) ? w("cheapestBreaking", trail.waived.map(ruleName).join(", ")) : w("cheapest");
  return block(`${head}: ${priceWords(trail.cost, action.allowance)}`,
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": head },
      wayTable(action.from, trail.steps, action.allowance)),
    action.taken ? null : el("p", { class: "small", text: w("dragHides") }));
}

const RESULTS = ["nothing happens", "attacker loses steps", "defender loses steps", "attacker retreats", "defender retreats",
  "attacker is eliminated", "defender is eliminated", "attacker loses as much", "or loses steps instead", "loss points",
  "attacker wins", "defender wins"];

/** @param {Action} action @returns {HTMLElement|null} */
function rightBlock(action) {
  if (action.outcome !== "illegal") return null;
  /** @type {Node[]} */
  const found = [];
  const trail = action.trail;
  // Points say nothing where another rule forbids the move before they are counted.
  const byPrice = Boolean(trail) && (!trail?.waived.length || trail.waived.includes(action.rules[0]));
  if (trail && action.allowance !== null && byPrice && isTooDear(action)) {
    let sum = 0;
    let far = "";
    let cost = 0;
    for (const step of trail.steps) {
      sum += step.cost;
      if (sum > action.allowance) break;
      [far, cost] = [step.hex, sum];
    }
    found.push(el("p", { text: `${w("tooDear")} ${far ? w("stopBefore", placeWords(far), points(cost))
      : w("stay", placeWords(action.from))}` }));
  } else if (trail && isLegalWay(action) && trail.steps.length) {
    const way = [action.from, ...trail.steps.map((step) => step.hex)].map(placeWords).join(" → ");
    found.push(el("p", { text: `${w("cheapestLegal")}: ${way}` }));
  }
  const asked = (action.sum?.steps || []).filter((line) => RESULTS.includes(line[0]))
    .map(([text, value = ""]) => `${phrase(text)} ${value}`.trim());
  if (asked.length && action.action !== "declare") found.push(el("p", { text: w("resultAsks", asked.join(", ")) }));
  if (action.instead?.length) {
    const kinds = action.instead.every((one) => !one.unit && !one.to && !one.detail);
    found.push(el("p", { text: w(kinds ? "allowedKinds" : "allowed") }), el("ul", {}, ...action.instead.map((one) => el("li", { text: deed(one) }))));
  }
  return found.length ? block(w("right"), ...found) : null;
}

/** @param {Action} action @returns {HTMLElement|null} what the rules that it breaks allow */
function exampleBlock(action) {
  if (action.outcome !== "illegal") return null;
  const example = action.rules.map((number) => section(number, EXAMPLE)).find((text) => text && !/^None\b/.test(text));
  return example ? block(w("example"), el("p", { lang: "en", text: example })) : null;
}

/** @param {string[]} line a figure: what it is, its value, why, the rule @returns {HTMLElement} */
function figure([text, value = "", why = "", rule = ""]) {
  return el("li", {}, el("span", { class: "what" }, phrase(text),
    why || rule ? el("small", {}, [phrase(why), rule].filter(Boolean).join(" · ")) : null),
  el("b", { text: value }));
}

/** @param {string} title @param {string[][]} lines @param {string} total @returns {HTMLElement} one side of a battle */
function sideOfSum(title, lines, total) {
  if (!lines.length) return el("div");
  return el("div", { class: "fighters" }, el("h4", { text: title }), el("ul", {}, ...lines.map(figure)),
    el("p", { class: "total" }, el("span", { text: w("sum") }), el("b", { text: total })));
}

/** @param {Sum} sum @returns {HTMLElement|null} the table with its cell lit */
function chartOf(sum) {
  const chart = sum.chart;
  if (!chart) return null;
  const lit = (/** @type {number} */ column, /** @type {number} */ row) =>
    column === chart.column && row === chart.row ? "lit cell" : column === chart.column || row === chart.row ? "lit" : null;
  const head = el("tr", {}, el("th", { scope: "col", text: w("die") }), ...chart.columns.map((text, column) =>
    el("th", { scope: "col", class: lit(column, -2), text })));
  const rows = chart.rows.map(([text, ...cells], row) => el("tr", {}, el("th", { scope: "row", class: lit(-2, row), text }),
    ...cells.map((cell, column) => el("td", { class: lit(column, row), text: cell }))));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": w("table") },
    el("table", { class: "chart" }, el("thead", {}, head), el("tbody", {}, ...rows)));
}

/** @param {Action} action @returns {HTMLElement|null} the battle as a sum, with the table and its cell */
function sumBlock(action) {
  const sum = action.sum;
  if (!sum) return null;
  const chain = el("ol", { class: "chain" }, ...sum.steps.map(([text, value = "", why = "", rule = ""]) =>
    el("li", {}, phrase(text), value ? el("b", { text: value }) : null,
      why || rule ? el("small", { text: [phrase(why), rule].filter(Boolean).join(" · ") }) : null)));
  return block(w("battle"),
    el("div", { class: "sides" }, sideOfSum(w("attack"), sum.attack, sum.totals[0]),
      sideOfSum(w("defence"), sum.defence, sum.totals[1])),
    chain, chartOf(sum), sum.open.length ? el("p", { class: "small", text: w("asProposed", sum.open.join(", ")) }) : null);
}

/** @param {Game} game @param {Action} action @returns {HTMLElement|null} before and after, side by side */
function pairBlock(game, action) {
  const found = scene(game, action);
  if (!found) return null;
  const [before, after] = game.span(action);
  const pair = el("div", { class: "pair" });
  for (const [frame, key] of /** @type {Array<[number, string]>} */ ([[before, "beforeStep"], [after, "afterStep"]])) {
    const step = game.frames[frame].step;
    const label = w(key, step || w("start"));
    const lit = key === "afterStep" ? light(game, action, found.pane) : beforeLight(action, found.pane);
    pair.append(el("figure", {},
      drawPart(found.pane, game.tableAt(frame), found.box, lit, `${label}: ${deed(action)}`, frame),
      el("figcaption", {}, el("a", { href: hashOf(action.log, step), text: label }))));
  }
  return pair;
}

/** @param {Action} action @param {number} pane @returns {SVGElement} */
function beforeLight(action, pane) {
  const group = svg("g", { class: "light" });
  for (const [name, kind] of [[action.from, "spot"], [action.barrier?.place || "", "barrier"]]) {
    const found = name ? DATA.spots[name] : null;
    if (found && found[0] === pane) group.append(svg("path", { d: found[3], class: `${kind}${found[4] ? " side" : ""}` }));
  }
  return group;
}

/** @param {Action} action @returns {HTMLElement|null} */
function rulingBlock(action) {
  const found = action.overruled;
  if (!found) return null;
  const said = found.decision === "agreed" ? w("agreed") : w("ruled", w(found.decision));
  return block(w("ruling"), el("p", { class: "ruling" }, badge(found.decision === "illegal" ? "illegal" : "legal"), ` ${said}: `,
    el("span", { text: found.why })), el("p", {}, badge(found.by_rules), ` ${w("byRules", w(found.by_rules))}`));
}

/** @param {Game} game @param {Action} action @returns {HTMLElement|null} */
function consequenceBlock(game, action) {
  const found = game.consequences(action);
  if (!found.length) return null;
  const list = el("ul");
  for (const one of found) {
    list.append(el("li", {}, el("a", { href: hashOf(one.log, one.step), text: stepName(one.log, one.step) }), " ",
      badge(one.outcome), ` ${deed(one)}: `, why(one.reason, "plainly")));
  }
  return el("details", { class: "consequences" }, el("summary", { text: `${w("consequences")}: ${found.length}` }),
    el("p", { class: "small", text: w("consequencesWhy") }), list);
}

/**
 * Make the card of an action; what takes long is drawn when it is opened.
 * @param {Game} game
 * @param {Action} action
 * @returns {HTMLElement}
 */
function card(game, action) {
  const body = el("div", { class: "body" });
  const details = el("details", { class: `card ${action.outcome}`, id: `finding-${action.index}` },
    el("summary", {},
      el("span", { class: "line" }, badge(action.outcome), el("b", { class: "who", text: action.by[1] === "inferred" ? w("perhaps", whoIs(action.by[0])) : whoIs(action.by[0]) }),
        action.rules[0] ? el("span", { class: "chip", text: w("ruleNumber", ruleName(action.rules[0])) }) : null),
      el("span", { class: "where", text: [partName(action.part), stepName(action.log, action.step)].filter(Boolean).join(" · ") }),
      el("span", { class: "deed", text: deed(action) }),
      action.reason ? why(action.reason, "short") : null,
      action.follows ? el("span", { class: "short", text: w("followsFrom", action.follows.step) }) : null,
      action.overruled ? el("span", { class: "short ruling", text: `${w("ruling")}: ${action.overruled.why}` }) : null),
    body);
  details.addEventListener("toggle", () => {
    if (/** @type {HTMLDetailsElement} */ (details).open && !body.childElementCount) fillCard(game, action, body);
  });
  return details;
}

/** @param {Game} game @param {Action} action @param {HTMLElement} body */
function fillCard(game, action, body) {
  const address = hashOf(action.log, action.step);
  const wrong = action.outcome === "illegal" ? w("why") : action.outcome === "legal" ? w("reason") : w("whyNot");
  const parts = [
    action.reason ? el("div", { class: "block wrong" }, el("h3", { text: wrong }), why(action.reason)) : null,
    rightBlock(action), ruleBlock(action), rulingBlock(action), pairBlock(game, action), sumBlock(action),
    takenBlock(action), wayBlock(action), exampleBlock(action), consequenceBlock(game, action),
    el("p", { class: "small" }, `${w("by", actorName(action))} · ${w("basis")}: ${w(`basis_${action.basis}`)}`,
      action.unclear.length ? ` · ${w("openPoints")}: ${action.unclear.join(", ")}` : ""),
    el("p", { class: "links" }, el("a", { href: address, class: "button", text: w("show"),
      "aria-label": `${w("show")}: ${stepName(action.log, action.step)}` })),
  ];
  for (const part of parts) if (part) body.append(part);
}

/** @param {Notice} notice @returns {HTMLElement} */
function noticeCard(notice) {
  const head = notice.step === null || !notice.step ? null
    : el("a", { href: hashOf(notice.log, notice.step), text: stepName(notice.log, notice.step) });
  return el("div", { class: "card notice plain" },
    el("p", { class: "line" }, badge("notice"), el("b", { class: "where", text: notice.code }), head),
    el("p", { class: "deed", lang: "en", text: notice.message }),
    notice.ruling ? el("p", { class: "short ruling", text: `${w("ruling")}: ${w(notice.ruling.decision)}: ${notice.ruling.why}` }) : null);
}
