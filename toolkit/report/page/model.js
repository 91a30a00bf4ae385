"use strict";
/**
 * The game step by step: the data of the page, and the table at any frame.
 *
 * @typedef {[number, number, number, number, number]} Standing place, look, name, level, kind
 * @typedef {{log: number, step: number, changes: Array<Array<number>>, words: string[], player: number,
 *   part: [number, string, number]}} Frame
 * @typedef {{hex: string, cost: number, reasons: string[]}} WayStep
 * @typedef {{action: string, unit: string, from: string, via: string[], to: string, detail: string}} Wording
 * @typedef {Wording & {step: number, steps: number[], basis: string, by: [string, string],
 *   part: [number, string, number], log: number, dice: number[],
 *   outcome: string, rules: string[], unclear: string[], reason: string, allowance: number|null,
 *   trail: null|{mode: string, cost: number, waived: string[], steps: WayStep[]},
 *   barrier: null|{kind: string, place: string, name: string}, follows: null|{log: number, step: number},
 *   overruled: null|{decision: string, why: string, by_rules: string}, index: number,
 *   sum?: Sum, taken?: {mode: string, cost: number, steps: WayStep[], allowance: number|null}, instead?: Wording[]}} Action
 * @typedef {{attack: string[][], defence: string[][], totals: [string, string], steps: string[][], open: string[],
 *   chart: null|{columns: string[], rows: string[][], column: number, row: number}}} Sum
 * @typedef {{code: string, log: number, step: number|null, message: string,
 *   ruling: null|{decision: string, why: string}}} Notice
 * @typedef {{x: number, y: number, w: number, h: number, svg?: string, src?: string}} BoardPicture
 * @typedef {{name: string, w: number, h: number, sets: BoardPicture[][]}} Pane
 */

/** @type {any} */
let DATA = null;

const PLAIN = {
  log: 0, detail: "", dice: [], from: "", to: "", via: [], rules: [], unclear: [], reason: "",
  allowance: null, trail: null, barrier: null, follows: null, overruled: null, outcome: "legal",
};

/** Read the data that stand in the page. @returns {Promise<any>} */
async function readData() {
  const element = /** @type {HTMLElement} */ (document.getElementById("data"));
  const bytes = Uint8Array.from(atob(element.textContent || ""), (letter) => letter.charCodeAt(0));
  element.textContent = "";
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** The table at one frame, and the way to any other. */
class Game {
  /** @param {any} data */
  constructor(data) {
    /** @type {Action[]} */
    this.actions = data.actions.map((/** @type {any} */ one, /** @type {number} */ index) =>
      ({ ...PLAIN, ...one, index }));
    /** @type {Frame[]} */
    this.frames = data.frames.map((/** @type {any} */ row) => ({
      log: row[0], step: row[1], changes: row[2] || [], words: row[3] || [], player: row[4] ?? -1,
      part: [0, "", 0],
    }));
    /** @type {Map<string, number>} */
    this.byStep = new Map(this.frames.map((frame, index) => [`${frame.log} ${frame.step}`, index]));
    /** @type {Map<number, Standing>} */
    this.table = new Map();
    this.at = -1;
    /** @type {Array<Array<[number, Standing|undefined]>>} */
    this.undo = [];
    this.name();
    this.go(0);
  }

  /** Say of every frame which turn and part of it it belongs to. */
  name() {
    for (const action of this.actions) {
      for (const step of action.steps) {
        const frame = this.frames[this.frameOf(action.log, step)];
        if (frame && frame.part[2] === 0) frame.part = action.part;
      }
    }
    let last = this.frames.find((frame) => frame.part[2])?.part || [0, "", 0];
    for (const frame of this.frames) {
      if (frame.part[2]) last = frame.part;
      else frame.part = last;
    }
  }

  /** @param {number} log @param {number} step @returns {number} */
  frameOf(log, step) {
    return this.byStep.get(`${log} ${step}`) ?? -1;
  }

  /**
   * Go to a frame.
   * @param {number} target
   * @returns {Set<number>} the pieces that stand otherwise than before
   */
  go(target) {
    const wanted = Math.max(0, Math.min(target, this.frames.length - 1));
    /** @type {Set<number>} */
    const touched = new Set();
    while (this.at < wanted) {
      this.at += 1;
      /** @type {Array<[number, Standing|undefined]>|null} */
      const before = this.undo[this.at] === undefined ? [] : null;
      for (const change of this.frames[this.at].changes) {
        const [piece, ...now] = change;
        if (before) before.push([piece, this.table.get(piece)]);
        if (now.length) this.table.set(piece, /** @type {Standing} */ (/** @type {unknown} */ (now)));
        else this.table.delete(piece);
        touched.add(piece);
      }
      if (before) this.undo[this.at] = before;
    }
    while (this.at > wanted) {
      const before = this.undo[this.at];
      for (let index = before.length - 1; index >= 0; index -= 1) {
        const [piece, standing] = before[index];
        if (standing) this.table.set(piece, standing);
        else this.table.delete(piece);
        touched.add(piece);
      }
      this.at -= 1;
    }
    return touched;
  }

  /**
   * Return the whole table at a frame, without leaving the one that is shown.
   * @param {number} target
   * @returns {Map<number, Standing>}
   */
  tableAt(target) {
    const here = this.at;
    this.go(target);
    const copy = new Map(this.table);
    this.go(here);
    return copy;
  }

  /** @param {number} frame @returns {Action[]} the actions that end with a frame's step */
  actionsAt(frame) {
    const { log, step } = this.frames[frame];
    return this.actions.filter((action) => action.log === log && action.step === step);
  }

  /** @param {Action} action @returns {[number, number]} the frame before it and the one after it */
  span(action) {
    const frames = [...action.steps, action.step].map((step) => this.frameOf(action.log, step))
      .filter((frame) => frame >= 0);
    if (!frames.length) return [0, 0];
    return [Math.max(0, Math.min(...frames) - 1), Math.max(...frames)];
  }

  /** @param {Action} action @returns {Action[]} what only follows from it */
  consequences(action) {
    const first = this.actions.find((one) => one.log === action.log && one.step === action.step && isShown(one));
    if (first !== action) return [];
    return this.actions.filter((one) => one.follows && one.follows.log === action.log
      && one.follows.step === action.step);
  }
}

/** @param {number} pane @param {number} frame @returns {number} which of its sets of boards a window shows */
function setAt(pane, frame) {
  let found = 0;
  for (const [at, where, number] of DATA.laid) if (where === pane && at <= frame) found = number;
  return found;
}

/** @param {Action} action @returns {boolean} whether a reader should see it as a finding */
function isShown(action) {
  return (action.outcome !== "legal" || action.overruled !== null) && action.follows === null;
}
