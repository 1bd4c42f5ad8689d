// Faults: what goes wrong, of which operations, how often, when.

import { ask } from "./api.js";
import { button, field, h, put, select, tell } from "./dom.js";
import { sectionDialog } from "./keep.js";
import { mockFile } from "./mockfile.js";
import { FAULTS } from "./once.js";
import { contract } from "./operations.js";
import { session } from "./route.js";

const KINDS = [["503", "Status"], ...FAULTS.map((one) => [one, one]), ["quota", "Quota (429)"]];

/** @param {Element} place */
export function faultsPanel(place) {
  /** @type {any[]} */
  let faults = [];
  /** @type {string[]} */
  let operations = [];
  const source = h("p", { class: "soft" });
  const cards = h("div", { class: "cards" });
  const trouble = h("div", { class: "trouble", role: "alert" });
  put(place, source, h("datalist", { id: "fault-operations" }), cards, trouble, h("div", { class: "tools" },
    button("Add a fault", () => { faults.push({ rate: "50%", fault: { status: 503 } }); draw(); }), button("Apply", apply, { class: "main" }), button("As started", clear),
    button("Lines of mock.yaml", () => sectionDialog("faults", faults))));

  function draw() {
    if (faults.length === 0) put(cards, h("p", { class: "empty" }, "Nothing goes wrong here. Add a fault to see what the app does when a backend fails."));
    else put(cards, faults.map(card));
  }

  /** @param {any} fault @param {number} index */
  function card(fault, index) {
    const isStatus = typeof fault.fault === "object" && fault.fault?.status !== undefined;
    const kind = fault.quota ? "quota" : isStatus ? "503" : typeof fault.fault === "string" ? fault.fault : Object.keys(fault.fault ?? {})[0];
    const text = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ hint) => field(label, h("input", {
      value: fault[name] === undefined ? "" : String(fault[name]), on: { input: (/** @type {any} */ event) => {
        const value = event.target.value.trim();
        if (value === "") delete fault[name]; else fault[name] = name === "times" ? Number(value) : value;
      } },
    }), hint);
    const inner = (/** @type {any} */ object, /** @type {string} */ name, /** @type {string} */ label, /** @type {boolean} */ isNumber) => field(label, h("input", {
      value: object[name] ?? "", type: isNumber ? "number" : "text", on: { input: (/** @type {any} */ event) => {
        if (event.target.value === "") delete object[name]; else object[name] = isNumber ? Number(event.target.value) : event.target.value;
      } },
    }));
    return h("section", { class: "card", "aria-label": `Fault ${index + 1}` },
      h("header", null, h("h3", null, `Fault ${index + 1}`), button("Remove", () => { faults.splice(index, 1); draw(); }, { class: "plain", "aria-label": `Remove fault ${index + 1}` })),
      h("div", { class: "columns-choice" },
        field("What", select(/** @type {any} */ (KINDS), kind, (name) => {
          delete fault.fault;
          delete fault.quota;
          if (name === "quota") fault.quota = { limit: 10, window: "1m" }; else fault.fault = name === "503" ? { status: 503 } : name;
          draw();
        })),
        isStatus && [inner(fault.fault, "status", "Status", true), inner(fault.fault, "retryAfter", "Retry after", false)],
        fault.quota && [inner(fault.quota, "limit", "Requests", true), inner(fault.quota, "window", "In each", false)],
        field("Operations", h("input", { value: (fault.operations ?? []).join(", "), list: "fault-operations", on: { input: (/** @type {any} */ event) => {
          const names = event.target.value.split(",").map((/** @type {string} */ one) => one.trim()).filter(Boolean);
          if (names.length > 0) fault.operations = names; else delete fault.operations;
        } } }), "Empty: all"),
        text("rate", "Rate", "10 %, or 0 to 1"), text("times", "Times", "Then all is well"), text("when", "When", "A condition: params.user_id == 1"), text("from", "From", "After the session’s start: 10s"), text("for", "For", "How long: 1m")));
  }

  async function load() {
    const query = { session: session() || undefined };
    const [set, file, known] = await Promise.all([ask("faults", { query }).catch(() => null), mockFile().catch(() => null), contract().catch(() => ({ operations: [] }))]);
    operations = known.operations.map((/** @type {{id: string}} */ one) => one.id);
    put(/** @type {Element} */ (place.querySelector("#fault-operations")), operations.map((one) => h("option", { value: one })));
    const own = Array.isArray(file?.value?.faults) ? file?.value?.faults : [];
    faults = structuredClone(set ?? own);
    put(source, set ? "Set from here, for this session." : own.length > 0 ? `As ${file?.path} has them.` : "No faults are set.");
    draw();
  }

  async function apply() {
    try {
      await ask("faults", { method: "PUT", query: { session: session() || undefined }, body: faults });
      put(trouble);
      put(source, "Set from here, for this session.");
      tell("They strike from the next request on.");
    } catch (error) {
      put(trouble, error instanceof Error ? error.message : String(error));
    }
  }

  async function clear() {
    await ask("faults", { method: "DELETE", query: { session: session() || undefined } });
    tell("The faults are as the mock was started.");
    await load();
  }

  load();
}
