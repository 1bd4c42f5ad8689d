// The rules of the mock file, in the order in which they are heard, and how often each has spoken.

import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { visible } from "./format.js";
import { address, session } from "./route.js";
import { on } from "./store.js";

/** @param {Element} place */
export function rulesPanel(place) {
  const list = h("div");
  const search = h("input", { type: "search", placeholder: "Operation or condition", "aria-label": "Search rules", on: { input: () => draw() } });
  put(place, h("div", { class: "tools" }, search, h("span", { class: "soft" }, "Counted are the exchanges that the journal keeps.")), list);
  /** @type {any} */
  let known = { rules: [], faults: [] };

  function draw() {
    const wanted = search.value.toLowerCase();
    const rules = known.rules.filter((/** @type {any} */ rule) => `${rule.operation} ${rule.when ?? ""}`.toLowerCase().includes(wanted));
    if (known.rules.length === 0) return put(list, h("div", { class: "empty" }, h("h2", null, "No rules"), h("p", null, "The contract’s examples answer. Save an exchange as a rule, or write one into mock.yaml:"),
      h("pre", { class: "box" }, "operations:\n  login:\n    - when: params.email == 'anna@shop.example'\n      respond: 200\n    - respond: 401")));
    const most = Math.max(1, ...rules.map((/** @type {any} */ rule) => rule.spoken));
    put(list, h("div", { class: "across" , tabindex: 0, role: "group", "aria-label": "Rules" }, h("table", null, h("thead", null, h("tr", null, ["Operation", "When", "Status", "Spoke", "Place"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, rules.map((/** @type {any} */ rule) => h("tr", null,
        h("td", { class: "whole" }, h("strong", null, visible(rule.operation))), h("td", null, rule.when === undefined ? h("span", { class: "soft" }, "always") : h("code", null, visible(String(rule.when)))),
        h("td", null, rule.status, rule.changes_state && h("span", { class: "tag" }, "changes state")),
        h("td", { class: "whole" }, rule.spoken > 0 ? h("a", { href: address("traffic", [], { q: `op:${rule.operation} decision:"${rule.name}"` }) }, h("span", { class: "meter", style: { width: `${rule.spoken / most * 36}px` }, "aria-hidden": "true" }), rule.spoken) : h("span", { class: "soft" }, "0")),
        h("td", { class: "soft whole" }, h("code", null, visible(rule.name.replace(/^rule \d+, (?:.*\/)?/, ""))))))))),
    known.faults.length > 0 && [h("h2", null, "Faults of the mock file"), h("table", null, h("tbody", null, known.faults.map((/** @type {any} */ fault) => h("tr", null, h("td", null, visible(fault.name)), h("td", null, `struck ${fault.spoken}`)))))]);
  }

  async function load() {
    known = await ask("behaviour", { query: { session: session() || undefined } }).catch(() => known);
    draw();
  }

  let soon = 0;
  const end = on("exchanges", () => { clearTimeout(soon); soon = window.setTimeout(load, 400); });
  load();
  return () => { clearTimeout(soon); end(); };
}
