"use strict";
/** Words of the page in three languages, and names of the game where it has them. */

/** @type {Record<string, Record<string, string>>} */
const WORDS = JSON.parse("__WORDS__");
/** Reasons of audits, with holes: English, Japanese, Chinese; the longer first. @type {Array<[RegExp, string[]]>} */
const REASONS = JSON.parse("__REASONS__").map((/** @type {string[]} */ texts) => [
  new RegExp(`^${texts[0].replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d\}/g, "(.+?)")}$`), texts]);
const LANGUAGES = ["en", "ja", "zh"];
let language = "en";

/** @returns {string} the language that the browser asks for, of those that the page has */
function wantedLanguage() {
  for (const wanted of navigator.languages || [navigator.language]) {
    const short = wanted.slice(0, 2).toLowerCase();
    if (LANGUAGES.includes(short)) return short;
  }
  return "en";
}

/** @param {string} key @param {...(string|number)} values @returns {string} */
function w(key, ...values) {
  const text = WORDS[key]?.[language] || WORDS[key]?.en || key;
  return values.reduce((/** @type {string} */ so_far, value, index) =>
    so_far.replace(`{${index}}`, () => String(value)), text);
}

/** Translate a word of the game, or one that many games have. @param {string} text @returns {string} */
function named(text) {
  const row = DATA.words[text];
  if (row) return row[LANGUAGES.indexOf(language)] || row[0];
  return WORDS[`=${text}`] ? w(`=${text}`) : text;
}

/** @param {string} number @returns {string} a rule as players call it: some stand in no numbered book */
function ruleName(number) {
  const [, book = "", place = ""] = /^(SEED|REF|CARD) (.+)$/.exec(number) || [];
  return book ? w(`rule ${book}`, place.replace(/^[^\d(]+/, (heading) => named(heading))) : number;
}

/** @param {string} number @returns {string} what a rule says, in the reader's language; "" in English and where that is not known */
function ownSentence(number) {
  return DATA.rules[number]?.[2]?.[LANGUAGES.indexOf(language) - 1] || "";
}

/** @param {string} label of a part of a turn @returns {string} */
function partWord(label) {
  const word = named(label);
  if (label && DATA.names.some((/** @type {string[]} */ row) => row[0] === label)) return w("acts", word);
  if (word !== label) return word;
  const side = Object.values(DATA.sides).find((names) => label.toLowerCase().startsWith(`${names.en} `.toLowerCase()));
  const rest = side ? label.slice(side.en.length + 1) : "";
  return side && WORDS[`=${rest}`] ? w("sidePart", side[language] || side.en, w(`=${rest}`)) : label;
}

/** @param {string} text a reason @returns {string} it in the reader's language, "" where that is not known */
function reasonWords(text) {
  const parts = text.split("; ").map(partOfReason);
  return language !== "en" && parts.every(Boolean) ? `${parts.join("；")}。` : "";
}

/** @param {string} text one of the reasons in a row @returns {string} */
function partOfReason(text) {
  for (const [pattern, texts] of REASONS) {
    const found = pattern.exec(text);
    if (found) return texts[LANGUAGES.indexOf(language)].replace(/\{(\d)\}/g, (_, hole) => holeWords(found[Number(hole) + 1]));
  }
  return "";
}

/** @param {string} text what stands in a hole of a reason: a deed, a verdict, another reason or names @returns {string} */
function holeWords(text) {
  const deed = text.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  if (WORDS[`do ${deed}`]) return w(`do ${deed}`);
  if (OUTCOMES.includes(text)) return w(text);
  if (DATA.sides[text]) return sideName(text);
  return partOfReason(text) || text.split(", ").map(named).join(language === "en" ? ", " : "、");
}

/** @param {number} index of a name @returns {string} */
function pieceName(index) {
  const row = DATA.names[index] || ["?"];
  return row[LANGUAGES.indexOf(language)] || row[0] || "?";
}

/** @param {string} side @returns {string} */
function sideName(side) {
  if (!side) return w("unknownSide");
  const names = DATA.sides[side];
  return names ? names[language] || names.en : side;
}

/** @param {string} side @returns {string} the side with who played it, where the log says so */
function whoIs(side) {
  const name = sideName(side);
  const spelt = DATA.sides[side]?.en;
  const players = DATA.players.filter((/** @type {string[]} */ one) => one[1] === spelt || one[1] === side)
    .map((/** @type {string[]} */ one) => one[0]);
  return players.length ? `${name} (${[...new Set(players)].join(", ")})` : name;
}

/** @param {number} cost @returns {string} points as people write them: 5 or 5½ */
function points(cost) {
  const whole = Math.floor(cost);
  return cost - whole === 0.5 ? `${whole || ""}½` : String(Math.round(cost * 100) / 100);
}

/**
 * Make an element; text is text and never markup.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `class`, `text`, `on…` and attributes
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * Make an element of a drawing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {SVGElement}
 */
function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {Array<Node|string|null|undefined|false>} children
 */
function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "text") element.textContent = String(value);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}
