// Two recordings compared by the mock, as `counterpart recordings diff` does, and drawn.

import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { said } from "./exact.js";
import { duration, plural, splitTarget, visible } from "./format.js";

/** @typedef {import("./types.js").Exchange} Exchange */
/** @typedef {{name: string, entries: Exchange[], har: () => any}} Recording */

const KINDS = ["status", "type", "value", "added", "removed", "length"];

/** @param {Recording} one @param {Recording} other @param {Element} place */
export async function compare(one, other, place) {
  put(place, h("p", { class: "soft" }, "Comparing…"));
  /** @type {any} */
  let told;
  try {
    told = await ask("recordings/comparison", { method: "POST", body: { first: one.har(), second: other.har() } });
  } catch (error) {
    return put(place, h("div", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)));
  }
  const { pairs, operations, changes } = told;
  put(place, h("div", { class: "content-form", role: "group", "aria-label": "Comparison" },
    h("p", null, h("span", { class: `tag ${changes.length === 0 && pairs > 0 ? "good" : "warn"}` }, pairs === 0 ? "nothing in common" : changes.length === 0 ? "same" : plural(changes.length, "change")), ` ${plural(pairs, "pair")} of exchanges, ${plural(operations.length, "operation")}`),
    operations.length > 0 && grid(operations, changes), changes.length > 0 && sides(changes),
    [["only_in_first", one.name], ["only_in_second", other.name]].map(([member, name]) => told[member].length > 0 && [h("h3", null, `Only in ${visible(name)}`), h("ul", { class: "plain-list" }, told[member].map((/** @type {string} */ text) => h("li", { class: "mono" }, visible(text))))]),
    told.another_each_time.length > 0 && h("details", null, h("summary", null, `${plural(told.another_each_time.length, "place")} whose value is another each time`), h("ul", { class: "plain-list" }, told.another_each_time.map((/** @type {any} */ row) => h("li", { class: "mono" }, visible(`${row.operation}  ${row.place}`))))),
    h("h3", null, "Half of the answers came within"), times(one, other)));
}

/** @param {string[]} operations @param {any[]} changes */
function grid(operations, changes) {
  return h("div", { class: "across", tabindex: 0, role: "group", "aria-label": "Operations by what differs" }, h("table", { class: "grid-table" },
    h("thead", null, h("tr", null, ["Operation", ...KINDS].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, operations.map((operation) => h("tr", null, h("th", { scope: "row", class: "mono" }, visible(operation)), KINDS.map((kind) => {
      const count = changes.filter((change) => change.operation === operation && change.kind === kind).length;
      return h("td", { class: count === 0 ? "good" : kind === "status" || kind === "removed" ? "bad" : "warn" }, count === 0 ? "✓" : count);
    }))))));
}

/** @param {any[]} changes */
function sides(changes) {
  return h("div", { class: "across", tabindex: 0, role: "group", "aria-label": "Changes" }, h("table", null,
    h("thead", null, h("tr", null, ["Request", "Place", "First", "Second", "Pairs"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, changes.slice(0, 500).map((change) => h("tr", null, h("td", { class: "mono" }, visible(change.operation)), h("td", { class: "mono" }, visible(change.place)), h("td", null, side(change.before, "removed")), h("td", null, side(change.after, "added")), h("td", null, `${change.pairs} of ${change.of}`))))));
}

/** @param {any} value @param {string} kind */
function side(value, kind) {
  if (value === undefined) return h("span", { class: "soft" }, "nothing");
  const text = JSON.stringify(said(value));
  return h("code", { class: `side ${kind}` }, visible(text.length > 200 ? `${text.slice(0, 200)}…` : text));
}

/**
 * By method and path, the median of both.
 * @param {Recording} one
 * @param {Recording} other
 */
function times(one, other) {
  const [ours, theirs] = [medians(one.entries), medians(other.entries)];
  const names = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  const longest = Math.max(1, ...ours.values(), ...theirs.values());
  const bar = (/** @type {number | undefined} */ time, /** @type {string} */ kind) => h("div", { class: "timebar" }, h("span", { class: kind, style: { width: `${(time ?? 0) / longest * 100}%` }, "aria-hidden": "true" }), h("span", { class: "soft" }, time === undefined ? "–" : duration(time)));
  return h("div", { class: "across", tabindex: 0, role: "group", "aria-label": "Times" }, h("table", null, h("thead", null, h("tr", null, ["Request", one.name, other.name].map((name) => h("th", { scope: "col" }, visible(name))))),
    h("tbody", null, names.slice(0, 500).map((name) => h("tr", null, h("td", { class: "mono" }, visible(name)), h("td", null, bar(ours.get(name), "first")), h("td", null, bar(theirs.get(name), "second")))))));
}

/** @param {Exchange[]} entries */
function medians(entries) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const entry of entries) {
    const name = `${entry.method} ${splitTarget(entry.target).path}`;
    groups.set(name, [...(groups.get(name) ?? []), entry.milliseconds ?? 0]);
  }
  return new Map([...groups].map(([name, list]) => /** @type {[string, number]} */ ([name, list.sort((a, b) => a - b)[list.length >> 1]])));
}
