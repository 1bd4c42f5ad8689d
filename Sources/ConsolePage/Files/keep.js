// An exchange made to last: a rule of mock.yaml, whose difference is shown before it is saved, or an example of the contract.

import { json } from "./content.js";
import { button, copy, dialog, field, h, put, select, tell } from "./dom.js";
import { isExact } from "./exact.js";
import { exampleForm } from "./keptexample.js";
import { splitTarget, visible } from "./format.js";
import { differences, mockFile, save, withRule, withSection, yaml } from "./mockfile.js";
import { opened } from "./traffic.js";

/** @param {import("./types.js").Exchange} entry */
export async function keepDialog(entry) {
  const whole = await opened(entry);
  const rule = h("textarea", { rows: 9, class: "code", spellcheck: "false", value: ruleOf(whole) });
  const panel = h("div", { class: "content-form" });
  const kinds = select([["rule", "A rule of mock.yaml"], ["example", "An example of the contract"]], "rule", show, { "aria-label": "Save as" });
  const { close } = dialog(`Save the answer of ${whole.operation}`, [kinds, panel]);

  /** @param {string} kind */
  function show(kind) {
    if (kind === "example") return put(panel, exampleForm(whole, () => close()));
    put(panel, field("Rule", rule, "Heard before the other rules of the operation; without `when` it always answers."),
      changeOfFile((text) => withRule(text, whole.operation ?? "", rule.value), { watch: rule, done: () => close() }));
  }
  show("rule");
}

/** @param {import("./types.js").Exchange} entry */
function ruleOf(entry) {
  const tests = [...new URLSearchParams(splitTarget(entry.target).query)].slice(0, 4).map(([name, value]) => {
    const isNumber = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(value);
    return `params.${name} == ${isNumber || /^(true|false)$/.test(value) ? value : JSON.stringify(value)}`;
  }).filter((test) => /^params\.[A-Za-z_]\w* /.test(test));
  /** @type {any} */
  const respond = { status: entry.status ?? 200 };
  const value = entry.response ? json(entry.response) : undefined;
  if (value !== undefined) respond.body = literal(value);
  return yaml([{ ...(tests.length > 0 ? { when: tests.join(" && ") } : {}), respond }]);
}

/**
 * Every text of a rule’s body is an expression.
 * @param {any} value
 * @returns {any}
 */
export function literal(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(literal);
  if (value && typeof value === "object" && !isExact(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, literal(one)]));
  return value;
}

/**
 * What a change makes of the mock file: the difference, and the button that saves it where that is let.
 * @param {(text: string) => string} change @param {{watch?: any, done?: () => void}} [options]
 */
export function changeOfFile(change, options = {}) {
  const { watch, done = () => {} } = options;
  const element = h("div", { class: "content-form" }, h("p", { class: "soft" }, "Reading the mock file…"));
  /** @type {import("./types.js").MockFile | undefined} */
  let file;
  const draw = async () => {
    try {
      file ??= await mockFile();
    } catch (error) {
      put(element, h("p", { class: "note" }, error instanceof Error ? error.message : String(error)));
      return;
    }
    const read = file, text = change(read.text);
    const trouble = h("div", { class: "trouble", role: "alert" });
    const saving = read.editable
      ? button(`Save to ${read.path}`, async () => {
        try {
          await save(change(read.text), read.version, false);
          tell(`${read.path} is saved.`);
          done();
        } catch (error) {
          file = undefined;
          put(trouble, error instanceof Error ? error.message : String(error));
        }
      }, { class: "main" })
      : h("span", { class: "soft" }, "Start serve with --edit to save it from here.");
    put(element, h("h3", null, `What changes in ${read.path}`), diffBox(read.text, text), trouble,
      h("div", { class: "tools" }, saving, button("Copy the lines", () => copy(differences(read.text, text).filter(([kind]) => kind === "added").map(([, line]) => line).join("\n")))));
    if (read.text !== text) save(text, read.version, true).catch((error) => put(trouble, error.message));
  };
  watch?.addEventListener("input", debounced(draw));
  draw();
  return element;
}

/**
 * The lines of one section, with what saving them would change.
 * @param {string} name
 * @param {any} value
 * @param {() => void} [done]
 */
export function sectionDialog(name, value, done) {
  const lines = yaml({ [name]: value });
  const { close } = dialog(`${name} in mock.yaml`, [h("div", { class: "copyable" }, h("pre", { class: "box" }, lines), button("Copy", () => copy(lines))),
    changeOfFile((text) => withSection(text, name, lines), { done: () => { close(); done?.(); } })]);
}

/** @param {() => void} action */
function debounced(action) {
  let timer = 0;
  return () => { clearTimeout(timer); timer = window.setTimeout(action, 300); };
}

/** @param {string} before @param {string} after */
export function diffBox(before, after) {
  const lines = differences(before, after);
  const isNear = (/** @type {number} */ index) => lines.slice(Math.max(0, index - 3), index + 4).some(([kind]) => kind !== "same");
  /** @type {any[]} */
  const rows = [];
  lines.forEach(([kind, line], index) => {
    if (!isNear(index)) {
      if (rows.length === 0 || rows[rows.length - 1] !== null) rows.push(null);
    } else {
      rows.push(h("span", { class: kind }, `${kind === "added" ? "+" : kind === "removed" ? "−" : " "} ${visible(line)}`));
    }
  });
  return h("div", { class: "diff box", tabindex: 0, role: "group", "aria-label": "Difference" }, rows.map((row) => row ?? h("span", { class: "gap" }, "  ⋯")));
}
