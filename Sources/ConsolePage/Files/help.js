// What the keys do, and what the search understands.

import { dialog, h } from "./dom.js";
import { WORDS } from "./search.js";

const KEYS = [["1 2 3 4", "the rooms"], ["/", "search"], ["j k", "the next and the previous exchange"], ["↑ ↓ Enter", "move in the list, open"], ["Esc", "close"], ["p", "pause and go on"], ["c", "compose a request"], ["?", "this help"]];

export function help() {
  if (document.querySelector("dialog[open]")) return;
  const rows = (/** @type {string[][]} */ list, /** @type {string} */ tag) => h("table", null, h("tbody", null, list.map(([left, right]) => h("tr", null, h("td", null, h(tag, null, left)), h("td", null, right)))));
  dialog("Keys and words", [h("h3", null, "Keys"), rows(KEYS, "kbd"), h("h3", null, "Words of the search"), h("p", { class: "soft" }, "Several words all have to hold; a minus before a word turns it round."), rows(WORDS, "code")]);
}
