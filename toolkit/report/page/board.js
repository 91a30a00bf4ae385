"use strict";
/** The board as a picture: boards, pieces, and what a finding lights up on it. */

const FAN = 7;
const SHAPES = { illegal: "✕", unclear: "?", unprovable: "○", unverified: "△", legal: "✓", notice: "i" };

/** Put the drawings that pieces share into the page, once; they were found harmless, and are only shapes. */
function layPictures() {
  const drawn = DATA.pictures.map((/** @type {any} */ picture, /** @type {number} */ index) => {
    if (!picture || !picture.body) return "";
    return `<symbol id="pic-${index}" viewBox="${picture.box}" preserveAspectRatio="none">${picture.body}</symbol>`;
  });
  const text = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><defs>${
    DATA.shared}${drawn.join("")}</defs></svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  parsed.setAttribute("class", "store");
  parsed.setAttribute("aria-hidden", "true");
  document.body.append(document.importNode(parsed, true));
}

/** @param {BoardPicture} board @returns {string} the address of a board's picture, "" without one */
function boardAddress(board) {
  if (board.src !== undefined) return board.src.startsWith("data:image/") ? board.src : "";
  const known = /** @type {any} */ (board);
  if (!known.address) {
    known.address = URL.createObjectURL(new Blob([board.svg || ""], { type: "image/svg+xml" }));
  }
  return known.address;
}

const WIDEST_PRINT = 3000;

/**
 * Print a board's drawing as pixels from now on: each part of it that a printed page shows would hold all of it.
 * @param {BoardPicture} board
 * @param {HTMLImageElement} picture the drawing, loaded
 */
function flatten(board, picture) {
  const known = /** @type {any} */ (board);
  if (board.svg === undefined || known.flat || !picture.complete || !picture.naturalWidth) return;
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, WIDEST_PRINT / Math.max(board.w, board.h));
  [canvas.width, canvas.height] = [Math.round(board.w * scale), Math.round(board.h * scale)];
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const bytes = Uint8Array.from(atob(canvas.toDataURL("image/jpeg", 0.85).split(",")[1]), (letter) => letter.charCodeAt(0));
  const before = boardAddress(board);
  known.flat = true;
  known.address = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
  for (const part of document.querySelectorAll(".part image")) {
    if (part.getAttribute("href") === before) part.setAttribute("href", known.address);
  }
}

/** @param {number} look @returns {[number, number]} the size of what a piece looks like */
function lookSize(look) {
  const first = DATA.looks[look]?.[0];
  const picture = first && DATA.pictures[first[0]];
  return picture ? [picture.w, picture.h] : [64, 64];
}

/** @param {Standing} standing @returns {string} */
function pieceTitle(standing) {
  const name = pieceName(standing[2]);
  if (standing[4] === 3) return w("deck", name, standing[3]);
  return standing[4] === 1 ? `${name} (${w("secret")})` : name;
}

/** @param {number} place @returns {string} what a place is called */
function placeName(place) {
  const [pane, , , label] = DATA.places[place];
  const parts = String(label).split("#")[0];
  return parts ? named(parts) : named(DATA.panes[pane].name);
}

/** @param {string} text @param {number} width letters @param {number} most lines @returns {string[]} */
function wrapped(text, width, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/[\s_]+/).flatMap((one) => one.match(new RegExp(`.{1,${width}}`, "gu")) || [])) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.slice(0, most);
}

/**
 * Draw a piece about the point (0, 0).
 * @param {Standing} standing
 * @returns {SVGElement}
 */
function drawPiece(standing) {
  const piece = svg("g", { class: `piece kind-${standing[4]}` }, svg("title", { text: pieceTitle(standing) }));
  const [width, height] = lookSize(standing[1]);
  const images = DATA.looks[standing[1]] || [];
  let drawn = 0;
  for (const [number, x, y, scale, angle] of images) {
    const picture = DATA.pictures[number];
    if (!picture) continue;
    drawn += 1;
    const [w_, h] = [picture.w * scale, picture.h * scale];
    const turn = angle ? `rotate(${angle})` : null;
    const frame = { x: x - w_ / 2, y: y - h / 2, width: w_, height: h, transform: turn };
    if (picture.body) piece.append(svg("use", { href: `#pic-${number}`, ...frame }));
    else if (picture.src.startsWith("data:image/")) piece.append(svg("image", { href: picture.src, ...frame }));
  }
  if (!drawn) {
    piece.append(svg("rect", { class: "blank", x: -width / 2, y: -height / 2, width, height, rx: 4 }));
    const lines = wrapped(pieceName(standing[2]), 10, 4);
    lines.forEach((text, index) => {
      const label = svg("text", { class: "blank-name", y: 4 + 13 * (index - (lines.length - 1) / 2), "text-anchor": "middle" });
      label.textContent = text;
      piece.append(label);
    });
  }
  if (standing[4] === 1) {
    piece.append(svg("rect", { class: "secret", x: -width / 2, y: -height / 2, width, height, rx: 6 }));
  }
  if (standing[4] === 3) {
    const label = svg("text", { class: "deck-count", x: width / 2 - 4, y: height / 2 - 4, "text-anchor": "end" });
    label.textContent = String(standing[3]);
    piece.append(label);
  }
  return piece;
}

/** A window with its pieces. */
class Board {
  /** @param {number} pane */
  constructor(pane) {
    this.pane = pane;
    /** @type {Pane} */
    this.shape = DATA.panes[pane];
    this.pieces = svg("g", { class: "pieces" });
    this.marks = svg("g", { class: "lit" });
    this.root = svg("svg", {
      class: "pieces-layer", viewBox: `0 0 ${this.shape.w} ${this.shape.h}`, "aria-hidden": "true",
    }, this.pieces, this.marks);
    this.element = el("div", {}, this.root);
    this.set = -1;
    this.lay(0);
    /** @type {Map<number, SVGElement>} */
    this.drawn = new Map();
    /** @type {Map<number, Standing>} */
    this.known = new Map();
    /** @type {Map<number, Set<number>>} */
    this.stacks = new Map();
  }

  /** Lay one of the window's sets of boards. @param {number} number */
  lay(number) {
    if (number === this.set) return;
    this.set = number;
    for (const old of this.element.querySelectorAll("img")) old.remove();
    const boards = this.shape.sets[number].filter((board) => boardAddress(board));
    this.element.className = boards.length ? "board" : "board plain";
    for (const board of boards) {
      const picture = el("img", { src: boardAddress(board), alt: "", draggable: "false" });
      picture.style.left = `${100 * board.x / this.shape.w}%`;
      picture.style.top = `${100 * board.y / this.shape.h}%`;
      picture.style.width = `${100 * board.w / this.shape.w}%`;
      picture.style.height = `${100 * board.h / this.shape.h}%`;
      this.root.before(picture);
    }
  }

  /**
   * Bring pieces up to date.
   * @param {Map<number, Standing>} table
   * @param {Iterable<number>} touched
   */
  update(table, touched) {
    /** @type {Set<number>} */
    const restack = new Set();
    for (const piece of touched) {
      const now = table.get(piece);
      const here = now && DATA.places[now[0]][0] === this.pane ? now : undefined;
      const before = this.known.get(piece);
      if (before && (!here || here[0] !== before[0])) {
        this.stacks.get(before[0])?.delete(piece);
        restack.add(before[0]);
      }
      if (before && (!here || here[1] !== before[1] || here[2] !== before[2] || here[3] !== before[3]
          || here[4] !== before[4])) {
        this.drawn.get(piece)?.remove();
        this.drawn.delete(piece);
      }
      if (!here) {
        this.known.delete(piece);
        continue;
      }
      this.known.set(piece, here);
      if (!this.stacks.has(here[0])) this.stacks.set(here[0], new Set());
      this.stacks.get(here[0])?.add(piece);
      if (!this.drawn.has(piece)) {
        const element = drawPiece(here);
        element.dataset.place = String(here[0]);
        this.drawn.set(piece, element);
      }
      restack.add(here[0]);
    }
    for (const place of restack) this.fan(place);
  }

  /** Lay the pieces of one place over each other, each a little further. @param {number} place */
  fan(place) {
    const [, x, y] = DATA.places[place];
    const pieces = [...(this.stacks.get(place) || [])].sort((one, other) =>
      (this.known.get(one)?.[3] || 0) - (this.known.get(other)?.[3] || 0) || one - other);
    const step = Math.min(FAN, 36 / Math.max(1, pieces.length - 1));
    pieces.forEach((piece, index) => {
      const element = this.drawn.get(piece);
      if (!element) return;
      element.dataset.place = String(place);
      element.setAttribute("transform", `translate(${x + index * step} ${y - index * step})`);
      this.pieces.append(element);
    });
  }

  /** @param {string} text what is shown, for who cannot see it */
  describe(text) {
    this.element.setAttribute("aria-label", text);
  }
}

/**
 * Draw a part of a window as one picture.
 * @param {number} pane
 * @param {Map<number, Standing>} table
 * @param {[number, number, number, number]} box left, top, width, height
 * @param {Node|null} lit
 * @param {string} label
 * @param {number} frame
 * @returns {SVGElement}
 */
function drawPart(pane, table, box, lit, label, frame) {
  const root = svg("svg", { class: "part", viewBox: box.join(" "), role: "img", "aria-label": label });
  for (const board of DATA.panes[pane].sets[setAt(pane, frame)]) {
    const address = boardAddress(board);
    if (address) root.append(svg("image", { href: address, x: board.x, y: board.y, width: board.w, height: board.h }));
  }
  /** @type {Map<number, Array<[number, Standing]>>} */
  const stacks = new Map();
  for (const [piece, standing] of table) {
    const [where, x, y] = DATA.places[standing[0]];
    if (where !== pane || x < box[0] - 80 || y < box[1] - 80 || x > box[0] + box[2] + 80
        || y > box[1] + box[3] + 80) continue;
    if (!stacks.has(standing[0])) stacks.set(standing[0], []);
    stacks.get(standing[0])?.push([piece, standing]);
  }
  for (const [place, pieces] of stacks) {
    const [, x, y] = DATA.places[place];
    pieces.sort((one, other) => one[1][3] - other[1][3] || one[0] - other[0]);
    const step = Math.min(FAN, 36 / Math.max(1, pieces.length - 1));
    pieces.forEach(([, standing], index) => {
      const element = drawPiece(standing);
      element.setAttribute("transform", `translate(${x + index * step} ${y - index * step})`);
      root.append(element);
    });
  }
  if (lit) root.append(lit);
  return root;
}

/** @typedef {[number, number, number]} Point window, x, y */

/** @param {string} name @returns {Point|null} */
function spot(name) {
  const found = DATA.spots[name];
  return found ? [found[0], found[1], found[2]] : null;
}

/**
 * Return the way that a unit went: what the audit says, else what the pieces of its steps did.
 * @param {Game} game
 * @param {Action} action
 * @returns {Point[][]} one way for each piece
 */
function waysTaken(game, action) {
  const told = [action.from, ...action.via, action.to].map(spot);
  if (action.from && action.to && told.every(Boolean) && new Set(told.map((one) => one?.[0])).size === 1) {
    return [/** @type {Point[]} */ (told)];
  }
  const [before, after] = game.span(action);
  const start = game.tableAt(before);
  const end = game.tableAt(after);
  /** @type {Set<number>} */
  const moved = new Set();
  for (let frame = before + 1; frame <= after; frame += 1) {
    for (const change of game.frames[frame].changes) moved.add(change[0]);
  }
  /** @type {Point[][]} */
  const ways = [];
  for (const piece of moved) {
    const [one, other] = [start.get(piece), end.get(piece)];
    if (!one || !other || one[0] === other[0]) continue;
    const [from, to] = [DATA.places[one[0]], DATA.places[other[0]]];
    if (from[0] === to[0]) ways.push([[from[0], from[1], from[2]], [to[0], to[1], to[2]]]);
  }
  return ways.slice(0, 12);
}

/**
 * Return the pieces that an action is about, as they stand after it: they changed in its steps and bear its names.
 * @param {Game} game
 * @param {Action} action
 * @returns {Standing[]}
 */
function actors(game, action) {
  const names = new Set(action.unit.split("; "));
  const [before, after] = game.span(action);
  const changed = new Set(game.frames.slice(before + 1, after + 1).flatMap((frame) => frame.changes.map(([piece]) => piece)));
  const table = game.tableAt(after);
  return [...changed].flatMap((piece) => {
    const standing = table.get(piece);
    return standing && names.has(DATA.names[standing[2]][0]) ? [standing] : [];
  });
}

/**
 * Return the window in which an action took place, and its corner of it.
 * @param {Game} game
 * @param {Action} action
 * @returns {{pane: number, box: [number, number, number, number]}|null}
 */
function scene(game, action) {
  /** @type {Point[]} */
  const found = [];
  const names = [action.from, ...action.via, action.to, action.barrier?.place || "",
    ...(action.trail?.steps || []).map((step) => step.hex), ...(action.taken?.steps || []).map((step) => step.hex)];
  for (const name of names) {
    const at = name ? spot(name) : null;
    if (at) found.push(at);
  }
  const main = found.length ? found[found.length - 1][0] : -1;
  const about = actors(game, action).map((standing) => /** @type {Point} */ (DATA.places[standing[0]].slice(0, 3)))
    .filter((point) => main < 0 || point[0] === main);
  // A piece that stands far from the place it is said to act on is looked at itself.
  if (about.length && !action.from && !found.some((point) => Math.hypot(point[1] - about[0][1], point[2] - about[0][2]) < 900)) {
    found.length = 0;
  }
  found.push(...about);
  if (!found.length) for (const way of waysTaken(game, action)) found.push(...way);
  if (!found.length) {
    const [, after] = game.span(action);
    const table = game.tableAt(after);
    for (const change of game.frames[after].changes) {
      const standing = table.get(change[0]);
      if (standing) {
        const place = DATA.places[standing[0]];
        found.push([place[0], place[1], place[2]]);
      }
    }
  }
  if (!found.length) return null;
  const pane = found[found.length - 1][0];
  const shape = DATA.panes[pane];
  const inside = found.filter((point) => point[0] === pane);
  const xs = inside.map((point) => point[1]);
  const ys = inside.map((point) => point[2]);
  const room = 230;
  const width = Math.min(shape.w, Math.max(560, Math.max(...xs) - Math.min(...xs) + 2 * room));
  const height = Math.min(shape.h, Math.max(420, Math.max(...ys) - Math.min(...ys) + 2 * room));
  const left = clamp((Math.max(...xs) + Math.min(...xs)) / 2 - width / 2, 0, shape.w - width);
  const top = clamp((Math.max(...ys) + Math.min(...ys)) / 2 - height / 2, 0, shape.h - height);
  return { pane, box: [Math.round(left), Math.round(top), Math.round(width), Math.round(height)] };
}

/** @param {number} value @param {number} low @param {number} high @returns {number} */
function clamp(value, low, high) {
  return Math.max(low, Math.min(value, Math.max(low, high)));
}

/** @param {Point[]} way @param {string} kind @returns {SVGElement} the head of an arrow */
function tip(way, kind) {
  const [[, ax, ay], [, bx, by]] = way.slice(-2);
  const angle = Math.atan2(by - ay, bx - ax) * 180 / Math.PI;
  return svg("path", { d: "M6 0L-20 13L-13 0L-20 -13Z", class: kind, transform: `translate(${bx} ${by}) rotate(${angle})` });
}

/** @param {string} outcome @param {Point} at @returns {SVGElement} the sign of a verdict beside a place */
function stamp(outcome, at) {
  const label = svg("text", { y: 8, "text-anchor": "middle" });
  label.textContent = /** @type {Record<string, string>} */ (SHAPES)[outcome] || "•";
  return svg("g", { class: `stamp ${outcome}`, transform: `translate(${at[1] - 44} ${at[2] - 44})` },
    svg("circle", { r: 20 }), label);
}

/**
 * Write beside each place of a way what the step into it cost.
 * @param {SVGElement} group @param {WayStep[]} steps @param {number|null} allowance @param {number} pane
 * @param {string} kind @param {number} hand 1 to the right of a place, -1 to the left
 */
function prices(group, steps, allowance, pane, kind, hand) {
  let sum = 0;
  for (const step of steps) {
    sum += step.cost;
    const at = spot(step.hex);
    if (!at || at[0] !== pane) continue;
    const label = svg("text", { x: 0, y: 6, "text-anchor": "middle" });
    label.textContent = points(step.cost);
    const over = allowance !== null && sum > allowance ? " over" : "";
    group.append(svg("g", { class: kind + over, transform: `translate(${at[1] + 26 * hand} ${at[2] + 28})` },
      svg("circle", { r: 16 }), label));
  }
}

/**
 * Draw who attacks: from each attacker of a battle's sum to the place attacked, where pieces of that name lie.
 * @param {Game} game @param {Action} action @param {number} pane @returns {SVGElement[]}
 */
function attacks(game, action, pane) {
  const goal = action.sum && ["declare", "roll", "attack", "fire"].includes(action.action) ? spot(action.to) : null;
  if (!goal || goal[0] !== pane) return [];
  const wanted = new Set(action.sum?.attack.map((line) => line[0]));
  const from = new Set();
  for (const standing of game.table.values()) {
    if (DATA.places[standing[0]][0] === pane && wanted.has(DATA.names[standing[2]][0])) from.add(standing[0]);
  }
  return [...from].flatMap((place) => {
    const [, x, y] = DATA.places[place];
    const far = Math.hypot(goal[1] - x, goal[2] - y);
    if (far < 40 || far > 600) return [];
    const end = [goal[1] - (goal[1] - x) * 34 / far, goal[2] - (goal[2] - y) * 34 / far];
    const way = /** @type {Point[]} */ ([[pane, x, y], [pane, end[0], end[1]]]);
    return [svg("line", { class: "attacks", x1: x, y1: y, x2: end[0], y2: end[1] }), tip(way, "attack-tip")];
  });
}

/**
 * Draw what a finding lights up: its places, the way taken, the cheapest way with its prices, the barrier.
 * @param {Game} game
 * @param {Action} action
 * @param {number} pane
 * @returns {SVGElement}
 */
function light(game, action, pane) {
  const group = svg("g", { class: "light" });
  const outline = (/** @type {string} */ name, /** @type {string} */ kind) => {
    const found = DATA.spots[name];
    if (found && found[0] === pane) group.append(svg("path", { d: found[3], class: `${kind}${found[4] ? " side" : ""}` }));
  };
  for (const name of new Set([action.from, action.to])) if (name) outline(name, "spot");
  const lifted = actors(game, action).filter((standing) => DATA.places[standing[0]][0] === pane);
  for (const standing of lifted.slice(0, 12)) {
    const [, x, y] = DATA.places[standing[0]];
    const [width, height] = lookSize(standing[1]);
    group.append(svg("g", { transform: `translate(${x} ${y})` }, drawPiece(standing),
      svg("rect", { class: "actor", x: -width / 2, y: -height / 2, width, height, rx: 6 })));
  }
  for (const arrow of attacks(game, action, pane)) group.append(arrow);
  const through = (/** @type {WayStep[]} */ steps) => [action.from, ...steps.map((step) => step.hex)].map(spot)
    .filter((point) => point && point[0] === pane).map((point) => /** @type {Point} */ (point));
  const trail = action.trail ? through(action.trail.steps) : [];
  if (trail.length > 1) {
    const d = `M${trail.map((point) => `${point[1]} ${point[2]}`).join("L")}`;
    group.append(svg("path", { d, class: "cheapest-rim" }), svg("path", { d, class: "cheapest" }));
  }
  const taken = action.taken ? through(action.taken.steps) : [];
  const ways = taken.length > 1 ? [taken] : waysTaken(game, action);
  for (const way of ways) {
    const inside = way.filter((point) => point[0] === pane);
    if (inside.length < 2) continue;
    const d = `M${inside.map((point) => `${point[1]} ${point[2]}`).join("L")}`;
    group.append(svg("path", { d, class: "taken-rim" }), svg("path", { d, class: "taken" }), tip(inside, "tip"));
  }
  prices(group, action.trail?.steps || [], action.allowance, pane, "price", 1);
  prices(group, action.taken?.steps || [], action.taken?.allowance ?? action.allowance, pane, "price taken-price", -1);
  const at = spot(action.to) || spot(action.from) || ways[0]?.[ways[0].length - 1]
    || lifted.map((standing) => /** @type {Point} */ (DATA.places[standing[0]].slice(0, 3)))[0];
  if (at && at[0] === pane && isShown(action)) group.append(stamp(action.outcome, at));
  if (action.barrier) outline(action.barrier.place, "barrier");
  return group;
}
