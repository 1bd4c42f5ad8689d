// The state of a session, as tables that can be edited.

import { ask } from "./api.js";
import { button, copy, dialog, field, h, put, tell } from "./dom.js";
import { isExact, parse, said } from "./exact.js";
import { plural, visible } from "./format.js";
import { changeOfFile } from "./keep.js";
import { mockFile, withState, yaml } from "./mockfile.js";
import { session } from "./route.js";
import { on } from "./store.js";

const ROWS = 200;

/** @param {Element} place */
export function statePanel(place) {
  /** @type {Record<string, any>} */
  let state = {};
  let chosen = "", filter = "", ended = false;
  const names = h("div", { class: "tools", role: "group", "aria-label": "Parts of the state" });
  const body = h("div", { class: "content-form" });
  const trouble = h("div", { class: "trouble", role: "alert" });
  const search = h("input", { type: "search", placeholder: "Rows with…", "aria-label": "Search rows", on: { input: () => { filter = search.value.toLowerCase(); drawBody(); } } });
  put(place, h("div", { class: "tools" }, names, h("span", { class: "grow" }), search, button("Lines of mock.yaml", lines), button("Reset the session", reset)), trouble, body);

  const token = (/** @type {string | number} */ text) => String(text).replaceAll("~", "~0").replaceAll("/", "~1");
  const query = (/** @type {string} */ pointer) => ({ session: session() || undefined, pointer });

  /** @param {string} pointer @param {any} value */
  async function write(pointer, value) {
    try {
      await ask("state", { method: "PUT", query: query(pointer), body: value });
      put(trouble);
      tell("The state is changed.");
    } catch (error) {
      put(trouble, error instanceof Error ? error.message : String(error));
    }
    await load();
  }

  function draw() {
    const all = Object.keys(state);
    if (!all.includes(chosen)) chosen = all[0] ?? "";
    put(names, all.map((name) => button(`${visible(name)}${Array.isArray(state[name]) ? ` ${state[name].length}` : ""}`, () => { chosen = name; draw(); }, { "aria-pressed": String(name === chosen) })));
    drawBody();
  }

  function drawBody() {
    if (!chosen) return put(body, h("div", { class: "empty" }, h("h2", null, "No state"), h("p", null, "mock.yaml declares none, and the contract has no collections. What is declared under state starts every session:"), h("pre", { class: "box" }, "state:\n  cart: []\n  users: data/users.json")));
    const value = state[chosen];
    const isTable = Array.isArray(value) && value.every((row) => row && typeof row === "object" && !Array.isArray(row) && !isExact(row));
    put(body, isTable ? table(value) : [h("p", { class: "soft" }, "No table: it is edited as JSON."), whole(`/${token(chosen)}`, value)]);
  }

  /** @param {Record<string, any>[]} rows */
  function table(rows) {
    const columns = [...new Set(rows.slice(0, ROWS).flatMap((row) => Object.keys(row)))].slice(0, 40);
    const passing = rows.map((row, index) => /** @type {[any, number]} */ ([row, index])).filter(([row]) => !filter || JSON.stringify(row).toLowerCase().includes(filter));
    const add = () => edit(`New row of ${chosen}`, Object.fromEntries(columns.map((name) => [name, blank(rows[0]?.[name])])), (row) => write(`/${token(chosen)}/-`, row));
    return [
      h("div", { class: "sheet", tabindex: 0, role: "group", "aria-label": `Rows of ${chosen}` }, h("table", null, h("thead", null, h("tr", null, columns.map((name) => h("th", { scope: "col" }, visible(name))), h("th", { scope: "col" }, h("span", { class: "unseen" }, "Actions")))),
        h("tbody", null, passing.slice(0, ROWS).map(([row, index]) => h("tr", null, columns.map((name) => h("td", null, cell(row, name, index))), h("td", { class: "tools" },
          button("Edit", () => edit(`Row ${index} of ${chosen}`, row, (changed) => write(`/${token(chosen)}/${index}`, changed)), { class: "plain", "aria-label": `Edit row ${index}` }),
          button("✕", () => write(`/${token(chosen)}`, rows.filter((_, other) => other !== index)), { class: "plain", "aria-label": `Remove row ${index}` }))))))),
      h("div", { class: "tools" }, button("Add a row", add), h("span", { class: "soft" }, passing.length > ROWS ? `The first ${ROWS} of ${plural(passing.length, "row")}; search for the others.` : plural(passing.length, "row"))),
    ];
  }

  /** @param {any} row @param {string} name @param {number} index */
  function cell(row, name, index) {
    const value = row[name];
    if (value === undefined) return "";
    if (value !== null && typeof value === "object" && !isExact(value)) return h("code", { class: "soft" }, visible(JSON.stringify(value).slice(0, 60)));
    if (typeof value === "boolean") return h("input", { type: "checkbox", checked: value, "aria-label": `${name} of row ${index}`, on: { change: (/** @type {any} */ event) => write(`/${token(chosen)}/${index}/${token(name)}`, event.target.checked) } });
    const input = h("input", { value: String(said(value)), class: "cell", "aria-label": `${name} of row ${index}`, size: Math.min(Math.max(String(said(value)).length, 3), 28), spellcheck: "false" });
    input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") input.blur(); });
    input.addEventListener("change", () => write(`/${token(chosen)}/${index}/${token(name)}`, typeof value === "string" ? input.value : parsed(input.value)));
    return input;
  }

  /** @param {string} title @param {any} value @param {(value: any) => void} save */
  function edit(title, value, save) {
    const text = h("textarea", { rows: 14, class: "code", value: JSON.stringify(value, null, 2), spellcheck: "false" });
    const wrong = h("div", { class: "trouble", role: "alert" });
    const { close } = dialog(title, [field("JSON", text), wrong], [button("Save", () => {
      try { save(parse(text.value)); close(); } catch (error) { put(wrong, `That is no JSON: ${error instanceof Error ? error.message : error}`); }
    }, { class: "main" })]);
  }

  /** @param {string} pointer @param {any} value */
  function whole(pointer, value) {
    const text = h("textarea", { rows: 14, class: "code", "aria-label": `${chosen} as JSON`, value: JSON.stringify(value, null, 2), spellcheck: "false" });
    return [text, h("div", { class: "tools" }, button("Save", () => { try { write(pointer, parse(text.value)); } catch { put(trouble, "That is no JSON."); } }, { class: "main" }))];
  }

  async function load() {
    try {
      const read = await ask("state", { query: { session: session() || undefined } });
      if (ended) return;
      state = read && typeof read === "object" ? read : {};
      // Who types is not interrupted.
      if (!body.contains(document.activeElement) || document.activeElement?.tagName === "BUTTON") draw();
    } catch (error) {
      put(trouble, error instanceof Error ? error.message : String(error));
    }
  }

  /** What would have every session start with the present value. */
  async function lines() {
    if (!chosen) return tell("There is no state to write down.");
    const name = chosen, value = state[name];
    const file = await mockFile().catch(() => null);
    if (file && file.value?.state?.[name] === undefined) return dialog(`${name} in mock.yaml`, h("p", null, `mock.yaml has no ${name} under state: the collection starts with the contract’s examples. What is added there instead becomes a part of the state that rules can read.`));
    const written = yaml({ state: { [name]: value } });
    dialog(`${name} in mock.yaml`, [h("div", { class: "copyable" }, h("pre", { class: "box" }, written), button("Copy", () => copy(written))), changeOfFile((text) => withState(text, name, value))]);
  }

  async function reset() {
    await ask("reset", { method: "POST", query: { session: session() || undefined, keep_journal: true } });
    tell("State, faults, latency and answers are as at the start.");
    await load();
    draw();
  }

  let soon = 0;
  const end = on("exchanges", () => { clearTimeout(soon); soon = window.setTimeout(load, 400); });
  load();
  return () => { ended = true; clearTimeout(soon); end(); };
}

/** @param {string} text */
function parsed(text) { try { return parse(text); } catch { return text; } }

/** @param {any} value */
function blank(value) { return typeof value === "number" || isExact(value) ? 0 : typeof value === "boolean" ? false : Array.isArray(value) ? [] : value && typeof value === "object" ? {} : ""; }
