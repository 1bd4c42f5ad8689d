// JSON as a tree, with the places marked that break the contract.

import { h } from "./dom.js";
import { isExact, said } from "./exact.js";
import { visible } from "./format.js";

/** Members of one object or list that are shown at first. */
const STEP = 100;

/**
 * @param {any} value
 * @param {Map<string, string>} [marks] what is wrong, by JSON Pointer
 */
export function tree(value, marks = new Map()) {
  return h("div", { class: "tree" }, h("ul", null, node(null, value, "", marks, 0)));
}

/** @param {string | null} key @param {any} value @param {string} pointer @param {Map<string, string>} marks @param {number} depth @returns {any} */
function node(key, value, pointer, marks, depth) {
  const label = key === null ? null : [h("span", { class: "key" }, visible(key)), ": "];
  const fault = marks.get(pointer);
  const told = fault && h("span", { class: "fault" }, `⚠ ${visible(fault)}`);
  const marked = fault ? "marked" : null;
  if (value === null || typeof value !== "object" || isExact(value)) {
    return h("li", { class: "leaf" }, h("span", { class: marked }, label, leaf(value)), told);
  }
  const isList = Array.isArray(value);
  const entries = isList ? value.map((one, index) => /** @type {[string, any]} */ ([String(index), one])) : Object.entries(value);
  const count = isList ? `[${entries.length}]` : `{${entries.length}}`;
  const hasFault = [...marks.keys()].some((place) => place.startsWith(`${pointer}/`));
  const open = depth < 2 || (depth < 4 && entries.length <= 8) || hasFault;
  const list = h("ul");
  let shown = 0;
  const more = () => {
    const next = entries.slice(shown, shown + STEP);
    shown += next.length;
    list.querySelector(":scope > .more")?.remove();
    list.append(...next.map(([name, one]) => node(name, one, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, marks, depth + 1)));
    if (shown < entries.length) {
      list.append(h("li", { class: "more" }, h("button", { type: "button", class: "plain", on: { click: more } }, `${entries.length - shown} more`)));
    }
  };
  const details = h("details", { open, on: { toggle: () => { if (details.open && shown === 0) more(); } } },
    h("summary", { class: marked }, label, h("span", { class: "soft" }, count)), list);
  if (open) more();
  return h("li", null, details, told);
}

/** @param {any} value */
function leaf(value) {
  if (typeof value === "string") {
    const text = value.length > 2000 ? `${value.slice(0, 2000)}… (${value.length} characters)` : value;
    return h("span", { class: "string" }, JSON.stringify(visible(text)));
  }
  return h("span", { class: typeof value === "number" || isExact(value) ? "number" : "word" }, String(said(value)));
}
