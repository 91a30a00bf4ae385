"use strict";
/** The page itself: steps, findings, filters, keys. */

const LIST_LENGTH = 100;
const PLAY_MS = 700;
const TABS = ["findings", "actions", "numbers", "about"];

/** @param {string} id @returns {HTMLElement} */
function $(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** The page and what it shows. */
class Page {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Board[]} */
    this.boards = DATA.panes.map((/** @type {Pane} */ _pane, /** @type {number} */ index) => new Board(index));
    this.pane = 0;
    this.zoom = 0;
    this.tab = DATA.actions.length || DATA.notices.length || DATA.faults.length ? "findings" : "actions";
    /** @type {Record<string, string>} */
    this.filter = {};
    this.shownCount = { findings: LIST_LENGTH, actions: LIST_LENGTH };
    this.timer = 0;
    this.selected = -1;
    this.dragged = false;
    this.found = game.actions.filter(isShown);
    /** @type {number[]} */
    this.stops = [...new Set([...this.found.map((one) => game.frameOf(one.log, one.step)),
      ...DATA.notices.map((/** @type {Notice} */ one) => one.step ? game.frameOf(one.log, one.step) : -1)])]
      .filter((frame) => frame >= 0).sort((one, other) => one - other);
  }

  start() {
    const everything = [...this.game.table.keys()];
    for (const board of this.boards) board.update(this.game.table, everything);
    const slider = /** @type {HTMLInputElement} */ ($("slider"));
    slider.max = String(this.game.frames.length - 1);
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    /** @type {Array<[string, () => void]>} */
    const buttons = [
      ["first", () => this.go(0)], ["back", () => this.go(this.game.at - 1)], ["play", () => this.play()],
      ["next", () => this.go(this.game.at + 1)], ["last", () => this.go(this.game.frames.length - 1)],
      ["previous-finding", () => this.jump(-1)], ["next-finding", () => this.jump(1)],
      ["zoom-in", () => this.scale(1.35)], ["zoom-out", () => this.scale(1 / 1.35)], ["zoom-fit", () => this.scale(0)],
    ];
    for (const [id, act] of buttons) $(id).addEventListener("click", act);
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.toHash());
    window.addEventListener("beforeprint", () => this.unfold());
    window.addEventListener("resize", () => this.resize());
    this.swipes();
    this.drags();
    $("stage").addEventListener("click", (event) => this.pick(event));
    $("stage").addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.scale(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
    const chooser = /** @type {HTMLSelectElement} */ ($("language"));
    chooser.value = language;
    chooser.addEventListener("change", () => { language = chooser.value; this.translate(); });
    this.translate();
    this.openPane(0);
    if (!this.toHash()) this.go(0, true);
  }

  // -- words

  translate() {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll("[data-w]")) element.textContent = w(element.getAttribute("data-w") || "");
    for (const element of document.querySelectorAll("[data-label]")) {
      const text = w(element.getAttribute("data-label") || "");
      element.setAttribute("aria-label", text);
      if (element instanceof HTMLButtonElement) element.title = text;
    }
    const names = DATA.game.names;
    $("title").textContent = `${w(DATA.actions.length || DATA.notices.length ? "title" : "replay")}: ${names[language] || names.en}`;
    const players = DATA.players.map((/** @type {string[]} */ one) => one[1] ? `${one[0]} (${named(one[1])})` : one[0]).join(" – ");
    const view = DATA.view === "referee" ? w("referee") : w("viewOf", sideName(DATA.view));
    $("subtitle").textContent = [players, view].filter(Boolean).join(" · ");
    this.counts();
    this.tabs();
    this.paneButtons();
    this.marks();
    this.panels();
    this.tell(false);
    this.playButton();
  }

  counts() {
    /** @type {Record<string, number>} */
    const counts = { ...tally(this.found), legal: DATA.counts.legal };
    const parts = OUTCOMES.filter((outcome) => counts[outcome]).map((outcome) =>
      el("button", { type: "button", class: `count ${outcome}`, onclick: () => this.openList({ verdict: outcome }) },
        badge(outcome), el("b", { text: counts[outcome] })));
    if (DATA.notices.length) {
      parts.push(el("button", { type: "button", class: "count notice", onclick: () => this.openList({ verdict: "notice" }) },
        badge("notice"), el("b", { text: DATA.notices.length })));
    }
    $("counts").replaceChildren(...parts);
  }

  /** @returns {HTMLElement} who did what wrong, in a few lines whose figures lead to it */
  summary() {
    const bySide = grouped(this.found, (one) => [one.by[0]]);
    for (const side of Object.keys(DATA.sides)) if (!bySide.has(side)) bySide.set(side, []);
    const order = [...Object.keys(DATA.sides), ""];
    const rows = [...bySide].sort((one, other) => order.indexOf(one[0]) - order.indexOf(other[0])).map(([side, found]) => {
      const counts = tally(found);
      const rules = grouped(found.filter((one) => one.outcome === "illegal"), (one) => one.rules.slice(0, 1));
      const figures = OUTCOMES.filter((outcome) => counts[outcome]).map((outcome) => el("button", {
        type: "button", class: "count", onclick: () => this.openList({ side, verdict: outcome }) },
      el("span", { class: "unseen", text: `${whoIs(side)}: ` }), badge(outcome), " ", el("b", { text: counts[outcome] })));
      const named_ = [...rules].slice(0, 8).map(([rule, of]) => el("button", { type: "button", class: "chip",
        onclick: () => this.openList({ side, rule }) }, el("span", { class: "unseen", text: `${whoIs(side)}, ${w("rule")} ` }),
      of.length > 1 ? `${ruleName(rule)} ×${of.length}` : ruleName(rule)));
      return el("li", {}, el("b", { class: "who", text: whoIs(side) }),
        ...(figures.length ? figures : [el("span", { class: "small", text: w("nothingAgainst") })]), ...named_);
    });
    return el("section", { class: "summary" }, el("h2", { text: w("inShort") }), el("ul", {}, ...rows));
  }

  // -- tabs and lists

  tabs() {
    $("tabs").replaceChildren(...TABS.map((tab) => el("button", {
      type: "button", role: "tab", id: `tab-${tab}`, "aria-controls": `panel-${tab}`,
      "aria-selected": tab === this.tab ? "true" : "false", tabindex: tab === this.tab ? 0 : -1,
      onclick: () => this.openTab(tab), onkeydown: (/** @type {KeyboardEvent} */ event) => this.tabKey(event, tab),
    }, w(tab === "actions" && !DATA.actions.length ? "stepsTab" : tab), tab === "findings" && (DATA.actions.length || DATA.notices.length) ? el("b", { text: ` ${this.found.length + DATA.notices.length}` }) : null)));
    for (const tab of TABS) {
      $(`panel-${tab}`).hidden = tab !== this.tab;
      $(`panel-${tab}`).setAttribute("aria-labelledby", `tab-${tab}`);
    }
  }

  /** @param {KeyboardEvent} event @param {string} tab */
  tabKey(event, tab) {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    this.openTab(TABS[(TABS.indexOf(tab) + move + TABS.length) % TABS.length]);
  }

  /** @param {string} tab */
  openTab(tab) {
    const held = $("tabs").contains(document.activeElement);
    this.tab = tab;
    this.tabs();
    if (held) $(`tab-${tab}`).focus();
    this.panels();
  }

  /** @param {Record<string, string>} filter */
  openList(filter) {
    this.filter = filter;
    const shown = filter.verdict === "notice" || (filter.verdict !== "legal" && this.found.some((one) => this.fits(one)));
    this.openTab(shown ? "findings" : "actions");
    $("list").focus();
  }

  panels() {
    if (this.tab === "findings") this.listPanel("findings", this.found, DATA.notices);
    if (this.tab === "actions") {
      if (DATA.actions.length) this.listPanel("actions", this.game.actions, []);
      else $("panel-actions").replaceChildren(el("h2", { class: "unseen", text: w("stepsTab") }), this.told());
    }
    if (this.tab === "numbers") $("panel-numbers").replaceChildren(numbersPanel(this.game, (filter) => this.openList(filter)));
    if (this.tab === "about") $("panel-about").replaceChildren(this.about());
  }

  /** @param {Action} action @returns {boolean} */
  fits(action) {
    const { side, turn, rule, verdict, unit, text } = this.filter;
    if (side !== undefined && action.by[0] !== side) return false;
    if (unit && !action.unit.split("; ").includes(unit)) return false;
    if (turn && String(action.part[2]) !== turn) return false;
    if (rule && !action.rules.includes(rule)) return false;
    if (verdict && action.outcome !== verdict) return false;
    return !text || this.plain(action).includes(text.toLowerCase());
  }

  /** @param {Action} action @returns {string} all that a search looks through */
  plain(action) {
    return [deed(action), action.unit, action.reason, action.rules.join(" "), action.unclear.join(", "), action.by[0], sideName(action.by[0]),
      partName(action.part), String(action.step)].join(" ").toLowerCase();
  }

  /** @param {Notice} notice @returns {boolean} */
  fitsNotice(notice) {
    const { side, turn, rule, verdict, unit, text } = this.filter;
    if (side !== undefined || unit || turn || rule || (verdict && verdict !== "notice")) return false;
    return !text || `${notice.code} ${notice.message}`.toLowerCase().includes(text.toLowerCase());
  }

  /** @param {"findings"|"actions"} tab @param {Action[]} actions @param {Notice[]} notices */
  listPanel(tab, actions, notices) {
    const list = el("div", { class: "cards" });
    const panel = $(`panel-${tab}`);
    const old = panel.querySelector(".filters");
    const opened = old instanceof HTMLDetailsElement ? old.open : false;
    panel.replaceChildren(el("h2", { class: "unseen", text: w(tab) }),
      ...(tab === "findings" && DATA.actions.length ? [this.summary()] : []), this.filters(tab, actions, notices, list, opened), list);
    this.fillList(tab, actions, notices, list);
  }

  /** @param {"findings"|"actions"} tab @param {Action[]} actions @param {Notice[]} notices @param {HTMLElement} list */
  fillList(tab, actions, notices, list) {
    const found = actions.filter((action) => this.fits(action));
    const said = notices.filter((notice) => this.fitsNotice(notice));
    const limit = this.shownCount[tab];
    const all = DATA.faults.length && tab === "findings" && !this.isFiltered() ? this.faults() : [];
    const cards = found.slice(0, limit).map((action) => this.shownBeside(card(this.game, action), action));
    const rest = found.length - limit;
    list.replaceChildren(
      el("p", { class: "small", role: "status", text: w("shownOf", found.length + said.length, actions.length + notices.length) }),
      ...cards,
      ...(rest > 0 ? [el("button", { type: "button", text: w("showMore", Math.min(rest, LIST_LENGTH)), onclick: () => {
        this.shownCount[tab] += LIST_LENGTH;
        this.fillList(tab, actions, notices, list);
      } })] : []),
      ...said.map(noticeCard), ...all,
      ...(found.length + said.length ? [] : [el("p", { class: "empty", text: w(
        this.isFiltered() || tab !== "findings" ? "nothingHere" : DATA.actions.length ? "nothing" : "notJudgedAtAll") })]),
    );
    if (this.selected >= 0) this.mark();
  }

  /** Show a finding on the board when its card is opened, where the board stands beside it. @param {HTMLElement} element @param {Action} action */
  shownBeside(element, action) {
    element.firstElementChild?.addEventListener("click", () => {
      const opens = element instanceof HTMLDetailsElement && !element.open;
      if (opens && window.matchMedia("(min-width: 861px)").matches) this.select(action, false);
    });
    return element;
  }

  /** @returns {HTMLElement} what was said in each step of a log that nobody judged; each leads to its step */
  told() {
    const list = el("ol", { class: "told" });
    this.game.frames.forEach((frame, index) => {
      if (!frame.words.length) return;
      list.append(el("li", {}, el("button", { type: "button", class: "link", text: stepName(frame.log, frame.step), onclick: () => this.go(index) }),
        ...frame.words.map((text) => el("p", { text }))));
    });
    return list.childElementCount ? list : el("p", { class: "empty", text: w("nothingSaid") });
  }

  isFiltered() {
    return Object.values(this.filter).some((value) => value !== undefined && value !== "");
  }

  faults() {
    return DATA.faults.map((/** @type {string[]} */ fault) => el("div", { class: "card plain" },
      el("p", { class: "line" }, el("b", { text: `${w("faults")}: ${fault[0]}` })), el("p", { lang: "en", text: fault[2] })));
  }

  /**
   * @param {"findings"|"actions"} tab @param {Action[]} actions @param {Notice[]} notices @param {HTMLElement} list
   * @param {boolean} opened
   * @returns {HTMLElement}
   */
  filters(tab, actions, notices, list, opened) {
    const again = () => this.fillList(tab, actions, notices, list);
    const select = (/** @type {string} */ key, /** @type {string} */ label, /** @type {Array<[string, string]>} */ options) => {
      const element = /** @type {HTMLSelectElement} */ (el("select", { onchange: () => {
        if (element.selectedIndex) this.filter[key] = element.value;
        else delete this.filter[key];
        again();
      } }, el("option", { value: "", text: w("all") }), ...options.map(([value, text]) =>
        el("option", { value, text, selected: this.filter[key] === value }))));
      return el("label", {}, el("span", { text: label }), element);
    };
    const sides = [...grouped(actions, (one) => [one.by[0]]).keys()];
    const turns = [...grouped(actions, (one) => [String(one.part[2])]).keys()].filter((turn) => turn !== "0");
    const rules = [...grouped(actions, (one) => one.rules).keys()].sort();
    const units = [...grouped(actions, (one) => one.unit.split("; ").filter(Boolean)).keys()]
      .sort((one, other) => named(one).localeCompare(named(other), language, { numeric: true }));
    const verdicts = [...grouped(actions, (one) => [one.outcome]).keys(), ...(notices.length ? ["notice"] : [])];
    const search = el("input", { type: "search", placeholder: w("searchHint"), value: this.filter.text || "", oninput: () => {
      this.filter.text = /** @type {HTMLInputElement} */ (search).value;
      again();
    } });
    search.classList.add("search");
    return el("details", { class: "filters", open: opened || this.isFiltered() },
      el("summary", { text: w("filters") }),
      el("div", { class: "fields" },
        el("label", { class: "wide" }, el("span", { text: w("search") }), search),
        select("side", w("side"), sides.map((side) => [side, sideName(side)])),
        select("turn", w("turns"), turns.map((turn) => [turn, w("turn", turn)])),
        select("rule", w("rule"), rules.map((rule) => [rule, ruleName(rule)])),
        select("unit", w("unit"), units.map((unit) => [unit, named(unit)])),
        select("verdict", w("verdict"), verdicts.map((verdict) => [verdict, w(verdict)])),
        el("button", { type: "button", text: w("clear"), onclick: () => { this.filter = {}; this.panels(); } })));
  }

  about() {
    const rows = DATA.logs.map((/** @type {any} */ log, /** @type {number} */ index) => el("tr", {},
      el("th", { scope: "row", text: index + 1 }), el("td", { text: log.name }), el("td", { class: "number", text: log.steps }),
      el("td", { text: log.module })));
    const heads = ["log", "file", "steps", "module"].map((key) => el("th", { scope: "col", text: w(key) }));
    const meaning = el("dl");
    for (const outcome of [...OUTCOMES, "notice"]) meaning.append(el("dt", {}, badge(outcome)), el("dd", { text: w(`say_${outcome}`) }));
    return el("div", { class: "numbers" },
      language === "en" ? null : el("p", { text: w("staysEnglish") }),
      el("h2", { text: w("verdictsMean") }), meaning,
      el("h2", { text: w("file") }), el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": w("file") },
        el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows))),
      el("h2", { text: w("keys") }), el("p", { text: w("keysSay") }),
      el("p", { class: "small", text: `${DATA.game.names.en} ${DATA.game.version} · ${DATA.game.digest}` }));
  }

  // -- the board

  paneButtons() {
    const used = DATA.panes.map((/** @type {Pane} */ pane, /** @type {number} */ index) => el("button", {
      type: "button", "aria-pressed": index === this.pane ? "true" : "false", text: named(pane.name),
      onclick: () => this.openPane(index),
    }));
    $("panes").replaceChildren(...used);
    $("panes").hidden = used.length < 2;
  }

  /** @param {number} index */
  openPane(index) {
    this.pane = index;
    $("stage").replaceChildren(this.boards[index].element);
    this.zoom = 0;
    [...$("panes").children].forEach((button, at) => button.setAttribute("aria-pressed", String(at === index)));
    this.resize();
    this.describe();
  }

  fitScale() {
    const stage = $("stage");
    const shape = DATA.panes[this.pane];
    return Math.min(stage.clientWidth / shape.w, stage.clientHeight / shape.h) || 0.1;
  }

  resize() {
    const shape = DATA.panes[this.pane];
    const fit = this.fitScale();
    const scale = this.zoom || fit;
    const element = this.boards[this.pane].element;
    element.style.width = `${Math.round(shape.w * scale)}px`;
    element.style.height = `${Math.round(shape.h * scale)}px`;
  }

  /** @param {number} factor 0 for the whole board */
  scale(factor) {
    const stage = $("stage");
    const old = this.zoom || this.fitScale();
    const [x, y] = [(stage.scrollLeft + stage.clientWidth / 2) / old, (stage.scrollTop + stage.clientHeight / 2) / old];
    this.zoom = factor ? clamp(old * factor, this.fitScale(), 3) : 0;
    if (this.zoom <= this.fitScale()) this.zoom = 0;
    this.resize();
    const now = this.zoom || this.fitScale();
    stage.scrollTo(x * now - stage.clientWidth / 2, y * now - stage.clientHeight / 2);
  }

  /** @param {[number, number, number, number]} box left, top, width, height: bring this into view */
  look(box) {
    const stage = $("stage");
    const fit = this.fitScale();
    const wanted = Math.min(stage.clientWidth / box[2], stage.clientHeight / box[3], 1.2);
    if (wanted > fit * 1.05) {
      this.zoom = wanted;
      this.resize();
    }
    const scale = this.zoom || fit;
    stage.scrollTo((box[0] + box[2] / 2) * scale - stage.clientWidth / 2, (box[1] + box[3] / 2) * scale - stage.clientHeight / 2);
  }

  describe() {
    const shape = DATA.panes[this.pane];
    const count = this.boards[this.pane].known.size;
    $("stage").setAttribute("aria-label", w("boardAt", named(shape.name), this.game.frames[this.game.at].step, count));
  }

  // -- steps

  /** @param {number} frame @param {boolean} [quiet] */
  go(frame, quiet = false) {
    const wanted = clamp(frame, 0, this.game.frames.length - 1);
    const forward = wanted === this.game.at + 1;
    const touched = this.game.go(wanted);
    for (const board of this.boards) {
      board.lay(setAt(board.pane, wanted));
      board.update(this.game.table, touched);
    }
    /** @type {HTMLInputElement} */ ($("slider")).value = String(wanted);
    const moves = this.moves(wanted);
    this.arrows(moves);
    if (forward && !quiet && /** @type {HTMLInputElement} */ ($("follow")).checked) this.followMoves(moves);
    this.tell(!quiet);
    if (wanted === this.game.frames.length - 1) this.pause();
  }

  /**
   * Return what a frame changed: pieces with where they were and where they are.
   * @param {number} frame
   * @returns {Array<{piece: number, before: Standing|undefined, now: Standing|undefined}>}
   */
  moves(frame) {
    if (frame === 0) return [];
    const before = new Map(this.game.undo[frame]);
    return this.game.frames[frame].changes.map((change) => ({
      piece: change[0], before: before.get(change[0]), now: this.game.table.get(change[0]),
    }));
  }

  /** Say what the colours on the board mean, where there are any. @param {Action|null} finding */
  legend(finding) {
    /** @type {Array<[string, boolean]>} */
    const keys = finding ? [["taken", waysTaken(this.game, finding).length > 0 || Boolean(finding.taken)],
      ["cheapest", Boolean(finding.trail)], ["closed", Boolean(finding.barrier && DATA.spots[finding.barrier.place])]] : [];
    const used = keys.filter(([, is]) => is).map(([key]) => {
      const word = key === "taken" ? w("taken") : key === "closed" ? w("barrier")
        : finding && isLegalWay(finding) ? w("cheapestLegal") : w("cheapest");
      return el("span", { class: `key ${key}` }, word);
    });
    $("legend").hidden = !used.length;
    $("legend").replaceChildren(...used);
  }

  /** @param {ReturnType<Page["moves"]>} moves */
  arrows(moves) {
    const action = this.selected >= 0 ? this.game.actions[this.selected] : null;
    const finding = action && this.game.span(action)[1] === this.game.at ? action : this.findingHere();
    this.legend(finding);
    for (const board of this.boards) {
      board.marks.replaceChildren();
      if (finding) {
        board.marks.append(light(this.game, finding, board.pane));
        continue;
      }
      for (const { before, now } of moves.slice(0, 40)) {
        if (!before || !now || before[0] === now[0]) continue;
        const [from, to] = [DATA.places[before[0]], DATA.places[now[0]]];
        if (from[0] !== board.pane || to[0] !== board.pane) continue;
        board.marks.append(svg("line", { class: "went", x1: from[1], y1: from[2], x2: to[1], y2: to[2] }));
      }
      for (const { now } of moves) {
        if (!now || DATA.places[now[0]][0] !== board.pane) continue;
        const [width] = lookSize(now[1]);
        const [, x, y] = DATA.places[now[0]];
        board.marks.append(svg("circle", { class: "touched", cx: x, cy: y, r: width * 0.75 }));
      }
    }
  }

  findingHere() {
    return this.game.actionsAt(this.game.at).find(isShown) || null;
  }

  /** @param {ReturnType<Page["moves"]>} moves */
  followMoves(moves) {
    const finding = this.findingHere();
    const seen = finding ? scene(this.game, finding) : null;
    if (seen) {
      if (seen.pane !== this.pane) this.openPane(seen.pane);
      this.look(seen.box);
      return;
    }
    const places = moves.map(({ now }) => now && DATA.places[now[0]]).filter(Boolean);
    if (!places.length) return;
    const here = places.filter((place) => place[0] === this.pane);
    if (!here.length) {
      if (places.some((place) => place[0] === 0) && this.pane !== 0) this.openPane(0);
      return;
    }
    if (!this.zoom) return;
    const stage = $("stage");
    const [, x, y] = here[0];
    const [left, top] = [x * this.zoom - stage.scrollLeft, y * this.zoom - stage.scrollTop];
    if (left < 60 || top < 60 || left > stage.clientWidth - 60 || top > stage.clientHeight - 60) {
      stage.scrollTo(x * this.zoom - stage.clientWidth / 2, y * this.zoom - stage.clientHeight / 2);
    }
  }

  /** Say what the step is and what happened in it. @param {boolean} aloud */
  tell(aloud) {
    const frame = this.game.frames[this.game.at];
    const log = DATA.logs[frame.log];
    const name = DATA.logs.length > 1 ? `${w("log")} ${frame.log + 1}, ` : "";
    const step = name + (frame.step ? w("stepOf", frame.step, log.steps) : w("start"));
    const head = el("p", { class: "line" }, el("b", { text: step }), el("span", { text: partName(frame.part) }),
      frame.player >= 0 ? el("span", { text: DATA.players[frame.player][0] }) : null);
    const list = el("ul");
    const actions = this.game.at ? this.game.actionsAt(this.game.at) : [];
    for (const action of actions) {
      const opener = isShown(action) ? el("button", { type: "button", class: "link", text: deed(action), onclick: () => this.select(action, true) })
        : el("span", { text: deed(action) });
      list.append(el("li", {}, badge(action.outcome), " ", opener,
        action.reason ? " " : null, action.reason ? why(action.reason, "short") : null));
    }
    const notices = DATA.notices.filter((/** @type {Notice} */ one) => one.log === frame.log && one.step === frame.step && frame.step);
    for (const notice of notices) list.append(el("li", {}, badge("notice"), " ", el("span", { lang: "en", text: notice.message })));
    const moves = this.moves(this.game.at).map((move) => this.moveWords(move)).filter(Boolean);
    const told = [...new Set(moves)];
    for (const text of told.slice(0, 6)) list.append(el("li", { class: "moved", text }));
    if (told.length > 6) list.append(el("li", { class: "moved", text: w("andMore", told.length - 6) }));
    for (const text of frame.words.slice(0, 8)) list.append(el("li", { class: "chat", text }));
    if (!list.childElementCount && frame.step) list.append(el("li", { class: "moved", text: w("nothingMoved") }));
    $("now").replaceChildren(head, list);
    $("slider").setAttribute("aria-valuetext", `${step}, ${partName(frame.part)}`);
    if (aloud && !this.timer) {
      $("said").textContent = `${step}. ${partName(frame.part)}. ${actions.map((one) => `${w(one.outcome)}: ${deed(one)}`).join(". ")} ${told.slice(0, 3).join(". ")}`;
    }
    const stop = this.stops.filter((one) => one <= this.game.at).length;
    $("place").textContent = this.stops.length ? w("placeOf", this.stops.includes(this.game.at) ? stop : "–", this.stops.length) : "";
    this.describe();
    this.playhead();
  }

  /** @param {ReturnType<Page["moves"]>[number]} move @returns {string} */
  moveWords({ before, now }) {
    if (now && !before) return w("appears", pieceTitle(now), placeName(now[0]));
    if (before && !now) return w("leaves", pieceTitle(before));
    if (!before || !now) return "";
    if (before[0] !== now[0]) {
      const [from, to] = [placeName(before[0]), placeName(now[0])];
      return from === to ? "" : `${pieceTitle(now)}: ${from} → ${to}`;
    }
    if (now[4] === 3) return before[3] === now[3] ? "" : w("deckCount", pieceName(now[2]), before[3], now[3]);
    return before[1] !== now[1] || before[2] !== now[2] ? w("turns_over", pieceTitle(now), placeName(now[0])) : "";
  }

  /** @param {number} direction */
  jump(direction) {
    const stop = direction > 0 ? this.stops.find((frame) => frame > this.game.at)
      : [...this.stops].reverse().find((frame) => frame < this.game.at);
    if (stop === undefined) return;
    const { log, step } = this.game.frames[stop];
    const action = this.found.find((one) => one.log === log && one.step === step);
    if (action) this.select(action, true);
    else this.go(stop);
  }

  /** Show a finding on the board and in the list. @param {Action} action @param {boolean} open */
  select(action, open) {
    this.selected = action.index;
    const seen = scene(this.game, action);
    if (seen && seen.pane !== this.pane) this.openPane(seen.pane);
    this.go(this.game.span(action)[1]);
    if (seen) this.look(seen.box);
    if (open) {
      if (this.tab !== "findings" || !this.fits(action)) {
        this.filter = {};
        this.shownCount.findings = Math.max(this.shownCount.findings, this.found.indexOf(action) + 1);
        this.openTab("findings");
      } else if (this.found.indexOf(action) >= this.shownCount.findings) {
        this.shownCount.findings = this.found.indexOf(action) + LIST_LENGTH;
        this.panels();
      }
    }
    this.mark();
    const element = document.getElementById(`finding-${action.index}`);
    if (open && element instanceof HTMLDetailsElement) {
      for (const other of document.querySelectorAll("details.card[open]")) if (other !== element) other.removeAttribute("open");
      element.open = true;
      // Where the list lies under the board, the board is what one wants to see.
      if (window.matchMedia("(min-width: 861px)").matches) element.scrollIntoView({ block: "start" });
    }
    const hash = hashOf(action.log, action.step);
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }

  mark() {
    for (const element of document.querySelectorAll(".card.selected")) element.classList.remove("selected");
    document.getElementById(`finding-${this.selected}`)?.classList.add("selected");
  }

  play() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.game.at === this.game.frames.length - 1) this.go(0);
    this.timer = window.setInterval(() => this.go(this.game.at + 1), PLAY_MS);
    this.playButton();
  }

  pause() {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.playButton();
  }

  playButton() {
    const button = $("play");
    button.textContent = this.timer ? "❚❚" : "▶";
    button.setAttribute("aria-label", w(this.timer ? "pause" : "play"));
    button.title = w(this.timer ? "pause" : "play");
  }

  /** @returns {boolean} whether the address named a step */
  toHash() {
    const match = /^#(?:log-(\d+)-)?step-(\d+)$/.exec(location.hash);
    if (!match) return false;
    const log = match[1] ? Number(match[1]) - 1 : 0;
    const frame = this.game.frameOf(log, Number(match[2]));
    if (frame < 0) return false;
    const action = this.found.find((one) => one.log === log && one.step === Number(match[2]));
    if (action) this.select(action, true);
    else this.go(frame);
    return true;
  }

  // -- the timeline

  marks() {
    const count = Math.max(1, this.game.frames.length - 1);
    const drawing = svg("svg", { viewBox: `0 0 ${count} 30`, preserveAspectRatio: "none" });
    let first = 0;
    this.game.frames.forEach((frame, index) => {
      const next = this.game.frames[index + 1];
      if (next && next.part[2] === frame.part[2]) return;
      const odd = frame.part[2] % 2 ? "odd" : "even";
      drawing.append(svg("rect", { class: `turn ${odd}`, x: first, y: 14, width: Math.max(0.5, index - first + 1), height: 16 }));
      first = index + 1;
    });
    for (const outcome of ["notice", "unprovable", "unverified", "unclear", "illegal"]) {
      const steps = outcome === "notice" ? DATA.notices.filter((/** @type {Notice} */ one) => one.step)
        : this.found.filter((one) => one.outcome === outcome);
      for (const one of steps) {
        const frame = this.game.frameOf(one.log, one.step);
        if (frame >= 0) drawing.append(svg("line", { class: `tick ${outcome}`, x1: frame, x2: frame, y1: outcome === "illegal" ? 0 : 6, y2: 30 }));
      }
    }
    const head = svg("line", { class: "playhead", y1: 0, y2: 30 });
    head.id = "playhead";
    drawing.append(head);
    const labels = el("div", { class: "turns" });
    const starts = this.game.frames.findIndex((frame) => frame.part[2]);
    let last = -1;
    this.game.frames.forEach((frame, index) => {
      if (index < starts || frame.part[2] === last || !frame.part[2]) return;
      last = frame.part[2];
      const label = el("span", { text: String(last) });
      label.style.left = `${100 * index / count}%`;
      labels.append(label);
    });
    $("marks").replaceChildren(drawing, labels);
    $("marks").onclick = (event) => {
      const box = $("marks").getBoundingClientRect();
      this.go(Math.round((event.clientX - box.left) / box.width * count));
    };
  }

  playhead() {
    const head = document.getElementById("playhead");
    head?.setAttribute("x1", String(this.game.at));
    head?.setAttribute("x2", String(this.game.at));
  }

  // -- hands

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || $("pieces").hasAttribute("open")) return;
    if (target.matches("input:not([type=range]):not([type=checkbox]), select, textarea")) return;
    const slider = target.matches("input[type=range]");
    /** @type {Record<string, () => void>} */
    const keys = {
      n: () => this.jump(1), p: () => this.jump(-1), "+": () => this.scale(1.35), "=": () => this.scale(1.35),
      "-": () => this.scale(1 / 1.35), 0: () => this.scale(0), f: () => this.openSearch(),
    };
    if (!slider) {
      keys.ArrowRight = () => this.go(this.game.at + 1);
      keys.ArrowLeft = () => this.go(this.game.at - 1);
      keys.Home = () => this.go(0);
      keys.End = () => this.go(this.game.frames.length - 1);
    }
    if (!target.matches("button, summary, a, [type=checkbox]")) keys[" "] = () => this.play();
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  openSearch() {
    if (this.tab !== "findings" && this.tab !== "actions") this.openTab("findings");
    const filters = $(`panel-${this.tab}`).querySelector(".filters");
    if (filters instanceof HTMLDetailsElement) filters.open = true;
    /** @type {HTMLElement|null} */ ($(`panel-${this.tab}`).querySelector(".search"))?.focus();
  }

  /** Let a mouse drag the board where it is larger than its frame. */
  drags() {
    const stage = $("stage");
    /** @type {[number, number]|null} */
    let held = null;
    stage.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      held = [event.clientX, event.clientY];
      this.dragged = false;
    });
    window.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [x, y] = [event.clientX - held[0], event.clientY - held[1]];
      if (!this.dragged && Math.hypot(x, y) < 5) return;
      this.dragged = true;
      stage.classList.add("held");
      stage.scrollBy(-x, -y);
      held = [event.clientX, event.clientY];
    });
    window.addEventListener("pointerup", () => {
      held = null;
      stage.classList.remove("held");
    });
  }

  swipes() {
    /** @type {[number, number]|null} */
    let start = null;
    const now = $("view");
    now.addEventListener("touchstart", (event) => {
      start = event.touches.length === 1 && !this.zoom ? [event.touches[0].clientX, event.touches[0].clientY] : null;
    }, { passive: true });
    now.addEventListener("touchend", (event) => {
      if (!start || /** @type {HTMLElement} */ (event.target).matches("input, button")) return;
      const [x, y] = [event.changedTouches[0].clientX - start[0], event.changedTouches[0].clientY - start[1]];
      if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) this.go(this.game.at + (x < 0 ? 1 : -1));
      start = null;
    }, { passive: true });
  }

  /** Show what lies where somebody clicked. @param {MouseEvent} event */
  pick(event) {
    if (this.dragged) return;
    const piece = /** @type {Element} */ (event.target).closest(".piece");
    if (!(piece instanceof SVGElement) || piece.dataset.place === undefined) return;
    const place = Number(piece.dataset.place);
    const found = [...(this.boards[this.pane].stacks.get(place) || [])].map((one) => this.boards[this.pane].known.get(one));
    const list = el("ul");
    for (const standing of found) {
      if (!standing) continue;
      const [width, height] = lookSize(standing[1]);
      const drawing = drawPiece(standing);
      list.append(el("li", {}, svg("svg", { viewBox: `${-width / 2 - 2} ${-height / 2 - 2} ${width + 4} ${height + 4}`, "aria-hidden": "true" }, drawing),
        pieceTitle(standing)));
    }
    const dialog = /** @type {HTMLDialogElement} */ ($("pieces"));
    dialog.setAttribute("aria-label", `${w("here")}: ${placeName(place)}`);
    dialog.replaceChildren(el("h2", { text: placeName(place) }), list,
      el("button", { type: "button", text: w("close"), onclick: () => dialog.close() }));
    dialog.showModal();
  }

  /** Open every finding, so that paper shows it whole. */
  unfold() {
    for (const board of this.boards) {
      const drawn = board.shape.sets[board.set].filter((/** @type {BoardPicture} */ one) => boardAddress(one));
      board.element.querySelectorAll("img").forEach((picture, index) => flatten(drawn[index], picture));
    }
    this.filter = {};
    this.shownCount.findings = this.found.length;
    this.openTab("findings");
    for (const element of document.querySelectorAll("details.card")) {
      /** @type {HTMLDetailsElement} */ (element).open = true;
      const body = /** @type {HTMLElement|null} */ (element.querySelector(".body"));
      const index = Number(element.id.replace("finding-", ""));
      if (body && !body.childElementCount) fillCard(this.game, this.game.actions[index], body);
      for (const inner of element.querySelectorAll("details.consequences")) /** @type {HTMLDetailsElement} */ (inner).open = true;
    }
  }
}

async function main() {
  DATA = await readData();
  language = wantedLanguage();
  layPictures();
  const page = new Page(new Game(DATA));
  page.start();
  document.body.classList.add("ready");
}

main();
