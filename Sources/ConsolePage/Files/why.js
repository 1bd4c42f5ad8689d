// Why an answer is the one it is: the row of the decision table that spoke, and what it had to say.

import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { said } from "./exact.js";
import { plural, visible } from "./format.js";
import { mockFile } from "./mockfile.js";

/**
 * The rows of the table in How-the-mock-decides.md, and the kinds of decisions that each takes.
 * @type {[string, string[]][]}
 */
const ROWS = [
  ["No such path, no such method", ["no-path", "no-method", "methods", "preflight", "bad-session"]],
  ["An answer for once, a fault or a quota", ["one-off", "fault"]],
  ["The request breaks the contract", ["refused"]],
  ["Asked for with Prefer or a query parameter", ["preferred", "bad-preference", "undeclared"]],
  ["A recording, or the backend behind the mock", ["recorded", "not-recorded", "forwarded", "unanswered"]],
  ["The first rule of mock.yaml whose condition holds", ["rule", "failed-rule"]],
  ["What a collection holds", ["collection"]],
  ["A named example whose values match the request", ["pair"]],
  ["The response’s own example, else a sample of its schema", ["example", "sampled", "unsatisfiable", "no-content", "not-acceptable"]],
];

/** @param {import("./types.js").Exchange} entry */
export function why(entry) {
  const table = h("ol", { class: "decisions" }, ROWS.map(([text, kinds]) => {
    const spoke = kinds.includes(entry.kind);
    return h("li", { class: spoke ? "spoke" : null, "aria-current": spoke ? "true" : null }, text, spoke && h("p", null, visible(entry.decision).replace(/[^\s,]*\/(mock\.)/g, "$1")));
  }));
  const source = h("div"), asked = h("div", { class: "content-form" });
  showLine(entry, source);
  showRules(entry, asked);
  return [
    table, asked, source,
    (entry.nearest ?? []).length > 0 && h("h3", null, "Nearest operations"),
    (entry.nearest ?? []).map((miss) => h("div", { class: "note warn" },
      h("strong", null, `${miss.method} ${visible(miss.path)}`), ` ${visible(miss.operation)}, ${Math.round(miss.score * 100)} % alike`,
      h("ul", null, miss.why_not.map((reason) => h("li", null, visible(reason)))),
      h("div", null, "To mend it, ", visible(miss.fix)))),
    violations("The request breaks the contract", entry.violations),
    violations("The answer breaks the contract", entry.answer_violations),
    (entry.not_judged ?? []).map((text) => h("p", { class: "note" }, `Not judged: ${visible(text)}`)),
  ];
}

/** @param {string} title @param {import("./types.js").Violation[] | undefined} list */
export function violations(title, list) {
  if (!list?.length) return null;
  return [h("h3", null, title), list.map((one) => h("div", { class: `note ${one.severity === "note" ? "" : "bad"}` },
    h("strong", null, visible(one.location)), " ", one.severity === "note" && h("span", { class: "tag" }, "tolerated"),
    h("div", null, visible(one.message)),
    !one.message.includes(one.expected) && h("div", { class: "soft" }, `found ${visible(one.found)}, expected ${visible(one.expected)}`),
    one.contract && h("div", { class: "soft" }, h("code", null, visible(one.contract)))))];
}

/**
 * The lines of the mock file around the rule or fault.
 * @param {import("./types.js").Exchange} entry
 * @param {any} place
 */
async function showLine(entry, place) {
  const match = entry.decision.match(/^(?:failed: )?(?:rule|fault) \d+, (.*?):(\d+):\d+/);
  if (!match) return;
  try {
    const file = await mockFile();
    const lines = file.text.split("\n"), line = Number(match[2]);
    const from = Math.max(0, line - 3);
    place.replaceChildren(h("h3", null, `${match[1]}:${line}`), h("div", { class: "source box", tabindex: 0, role: "group", "aria-label": "Lines of the mock file" },
      lines.slice(from, line + 8).map((text, index) => h("div", { class: from + index + 1 === line ? "here" : null }, h("i", null, `${String(from + index + 1).padStart(4)}  `), visible(text)))));
  } catch { /* there is no file to show, and the decision names the place */ }
}

/**
 * The rules that were asked, and what their conditions started from.
 * @param {import("./types.js").Exchange} entry @param {any} place
 */
async function showRules(entry, place) {
  if (!/^(failed-)?rule$/.test(entry.kind)) return;
  /** @type {{state: string, rules: {name: string, spoke: boolean, when?: any, holds?: boolean, values: {expression: string, value?: any, count?: number}[]}[]}} */
  let told;
  try { told = await ask(`journal/${entry.number}/rules`, { query: { session: entry.session || undefined } }); } catch { return; }
  if (told.rules.length === 0) return;
  put(place, h("h3", null, "Rules that were asked"),
    told.state === "changed" && h("p", { class: "note" }, "The state has changed since: what is read from it is shown as it is now."),
    h("ol", { class: "asked-rules" }, told.rules.map((rule) => h("li", { class: rule.spoke ? "spoke" : null },
      h("div", null, h("span", { class: `tag ${rule.spoke ? "good" : ""}` }, rule.spoke ? "spoke" : rule.holds === undefined ? "failed" : rule.holds ? "holds now" : "does not hold"), " ", h("span", { class: "soft" }, visible(rule.name.replace(/^(rule \d+), .*\/(mock\.)/, "$1, $2")))),
      rule.when === undefined ? h("div", { class: "soft" }, "It has no condition.") : h("code", null, visible(String(said(rule.when)))),
      rule.values.length > 0 && h("table", { class: "fields" }, h("tbody", null, rule.values.map((one) => h("tr", null, h("td", null, visible(one.expression)), h("td", null, shownValue(one))))))))));
}

/** @param {{value?: any, count?: number}} one */
function shownValue(one) {
  if (one.value !== undefined) return visible(JSON.stringify(one.value));
  return h("span", { class: "soft" }, one.count === undefined ? "no value" : plural(one.count, "element"));
}
