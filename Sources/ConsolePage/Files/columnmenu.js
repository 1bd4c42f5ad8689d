// What can be done with a column: sort by it, hide it, and leave of the list what has one of its values.

import { button, dialog, h } from "./dom.js";
import { plural, splitTarget } from "./format.js";

/** @typedef {import("./types.js").Exchange} Exchange */

/**
 * The word of the search that finds what has the same value.
 * @type {Record<string, (entry: Exchange) => string | undefined>}
 */
const WORDS = {
  method: (entry) => `method:${entry.method}`,
  path: (entry) => quoted("path", splitTarget(entry.target).path),
  operation: (entry) => entry.operation && quoted("op", entry.operation),
  status: (entry) => `status:${entry.status ?? "none"}`,
  decision: (entry) => entry.kind && `decision:${entry.kind}`,
  session: (entry) => `session:${entry.session}`,
  type: (entry) => entry.media_type && quoted("type", entry.media_type.split(";")[0]),
};
/**
 * The name that the search has for a column of numbers.
 * @type {Record<string, [string, (entry: Exchange) => number | undefined]>}
 */
const NUMBERS = {
  taken: ["time", (entry) => entry.milliseconds], asked: ["asked", (entry) => entry.latency_milliseconds], size: ["size", (entry) => entry.response_bytes],
  number: ["number", (entry) => entry.number],
};
const MOST = 12;

/** @param {string} name @param {string} value */
function quoted(name, value) { return /[\s"]/.test(value) ? `${name}:"${value.replaceAll("\"", "")}"` : `${name}:${value}`; }

/**
 * @param {import("./columns.js").Column} column
 * @param {Exchange[]} entries that are shown
 * @param {{sort: (down: boolean) => void, hide: () => void, add: (word: string) => void}} actions
 */
export function columnMenu(column, entries, actions) {
  const after = (/** @type {() => void} */ action) => () => { close(); action(); };
  const rows = choices(column.id, entries).map(([word, count]) => h("tr", null, h("td", null, h("code", null, word)), h("td", { class: "soft" }, plural(count, "exchange")),
    h("td", { class: "tools" }, button("Only", after(() => actions.add(word)), { "aria-label": `Only ${word}` }), button("Not", after(() => actions.add(`-${word}`)), { class: "plain", "aria-label": `Not ${word}` }))));
  const { close } = dialog(`Column ${column.name}`, [
    h("div", { class: "tools" }, button("Sort upwards", after(() => actions.sort(false))), button("Sort downwards", after(() => actions.sort(true))), button("Hide it", after(actions.hide))),
    rows.length > 0 && h("table", { class: "menu-values" }, h("tbody", null, rows)),
  ]);
}

/**
 * Words with how many exchanges they find, the most frequent first.
 * @param {string} id @param {Exchange[]} entries @returns {[string, number][]}
 */
function choices(id, entries) {
  const number = NUMBERS[id];
  if (number) {
    const [name, value] = number;
    const values = entries.map(value).filter((one) => one !== undefined).sort((one, other) => Number(one) - Number(other));
    const bounds = [.5, .9, .99].map((part) => Math.floor(Number(values[Math.min(values.length - 1, Math.floor(part * values.length))] ?? 0)));
    return [...new Set(bounds)].map((bound) => [`${name}>${bound}`, values.filter((one) => Number(one) > bound).length]);
  }
  if (!Object.hasOwn(WORDS, id)) return [];
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const entry of entries) {
    const one = WORDS[id](entry);
    if (one) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST);
}
