// Latency: a model with its sliders, the distribution drawn, and what was measured over it.

import { ask } from "./api.js";
import { density, drawing } from "./chart.js";
import { button, field, h, put, select, tell } from "./dom.js";
import { sectionDialog } from "./keep.js";
import { mockFile } from "./mockfile.js";
import { contract } from "./operations.js";
import { session } from "./route.js";
import { on, store } from "./store.js";

/**
 * What can be set of each model, in milliseconds, and what it starts with.
 * @type {Record<string, [string, string, number][]>}
 */
const MODELS = {
  none: [], fixed: [["fixed", "Time", 300]], uniform: [["from", "From", 100], ["to", "To", 500]],
  normal: [["mean", "Mean", 300], ["deviation", "Deviation", 80]], lognormal: [["median", "Median", 200], ["p95", "95 in 100 below", 800]], recorded: [],
};
const NAMES = { none: "No delay", fixed: "Fixed", uniform: "Uniform", normal: "Normal", lognormal: "Lognormal", recorded: "As recordings measured" };
const PROFILES = [["", "None"], ["wifi", "Wi-Fi"], ["lte", "LTE"], ["3g", "3G"], ["edge", "Edge"], ["very-bad", "Very bad network"], ["offline", "Offline"]];
const LARGEST = 10_000;

/** @param {Element} place */
export function latencyPanel(place) {
  /** @type {any} */
  let written = {};
  let scope = "", model = "none", ended = false;
  /** @type {Record<string, number>} */
  let values = {};
  const sliders = h("div", { class: "sliders" });
  const chart = h("div", { class: "chart" });
  const trouble = h("div", { class: "trouble", role: "alert" });
  const source = h("p", { class: "soft" });
  const scopes = h("select", { on: { change: () => { scope = scopes.value; read(); draw(); } } });
  const models = select(Object.entries(NAMES), "none", (name) => { model = name; values = {}; draw(); });
  const profile = select(/** @type {any} */ (PROFILES), "", (name) => { if (name) written.profile = name; else delete written.profile; });
  put(place, source, h("div", { class: "two" },
    h("section", { class: "card" }, h("h2", null, "How long answers take"), field("Of", scopes), field("Model", models), sliders, field("Network", profile, "By the numbers of Apple’s Network Link Conditioner"),
      trouble, h("div", { class: "tools" }, button("Apply", apply, { class: "main" }), button("As started", clear), button("Lines of mock.yaml", lines))),
    h("section", { class: "card" }, h("h2", null, "Drawn and measured"), chart)));
  const ends = [on("exchanges", later)];

  /** What is written for the scope, as model and values. */
  function read() {
    const one = scope ? written.operations?.[scope] : written.default;
    values = {};
    model = "none";
    if (typeof one === "string") {
      if (one === "recorded") model = one; else { model = "fixed"; values.fixed = milliseconds(one); }
    } else if (one && typeof one === "object") {
      model = Object.keys(MODELS).find((name) => one[name] !== undefined) ?? "none";
      if (model === "fixed") values.fixed = milliseconds(one.fixed);
      else for (const [name] of MODELS[model]) if (one[model]?.[name] !== undefined) values[name] = milliseconds(one[model][name]);
      if (model === "lognormal" && one.lognormal.sigma !== undefined) values.p95 = values.median * Math.exp(1.6449 * one.lognormal.sigma);
    }
    models.value = model;
  }

  /** Puts model and values into what is written. */
  function write() {
    const span = (/** @type {number} */ value) => `${Math.round(value * 1000) / 1000}ms`;
    const one = model === "none" ? undefined : model === "recorded" ? "recorded" : model === "fixed" ? span(values.fixed)
      : { [model]: Object.fromEntries(MODELS[model].map(([name]) => [name, span(values[name])])) };
    if (scope) {
      written.operations = { ...written.operations, [scope]: one };
      if (one === undefined) delete written.operations[scope];
      if (Object.keys(written.operations).length === 0) delete written.operations;
    } else if (one === undefined) {
      delete written.default;
    } else {
      written.default = one;
    }
    return written;
  }

  function draw() {
    for (const [name, , start] of MODELS[model]) values[name] ??= start;
    put(sliders, MODELS[model].map(([name, text]) => {
      const number = h("input", { type: "number", min: 0, max: LARGEST * 6, step: "any", value: String(values[name]), "aria-label": `${text} in milliseconds`, on: { input: () => set(Number(number.value)) } });
      const range = h("input", { type: "range", min: 0, max: 1000, value: String(position(values[name])), "aria-label": text, on: { input: () => set(Math.round(amount(Number(range.value)))) } });
      const set = (/** @type {number} */ value) => {
        values[name] = Math.max(0, value || 0);
        if (document.activeElement !== number) number.value = String(values[name]);
        if (document.activeElement !== range) range.value = String(position(values[name]));
        drawChart();
      };
      return h("div", { class: "slider" }, h("span", null, text), range, number, h("span", { class: "soft" }, "ms"));
    }));
    drawChart();
  }

  function drawChart() {
    const measured = store.exchanges.filter((entry) => entry.session === session() && (!scope || entry.operation === scope) && entry.milliseconds !== undefined)
      .slice(-500).map((entry) => entry.milliseconds ?? 0);
    put(chart, drawing(density(model, values), measured));
  }

  let waiting = false;
  function later() {
    if (waiting) return;
    waiting = true;
    setTimeout(() => { waiting = false; if (!ended) drawChart(); }, 500);
  }

  async function load() {
    const [set, behaviour, known, file] = await Promise.all([
      ask("latency", { query: { session: session() || undefined } }).catch(() => null), ask("behaviour").catch(() => ({})), contract().catch(() => ({ operations: [] })), mockFile().catch(() => null)]);
    if (ended) return;
    written = structuredClone(set ?? (typeof file?.value?.latency === "object" && file.value.latency) ?? {}) || {};
    put(source, set ? "Set from here, for this session." : file?.value?.latency ? `As ${file.path} has it.` : "No delay is set.",
      behaviour.delay_milliseconds > 0 && ` Every answer waits ${behaviour.delay_milliseconds} ms more, by --delay.`, behaviour.profile && ` The network is ${behaviour.profile}, by --profile.`);
    put(scopes, [h("option", { value: "" }, "All operations"), ...known.operations.map((one) => h("option", { value: one.id, selected: one.id === scope }, one.id))]);
    profile.value = written.profile ?? "";
    read();
    draw();
  }

  async function apply() {
    try {
      const value = write();
      if (Object.keys(value).length === 0) return await clear();
      await ask("latency", { method: "PUT", query: { session: session() || undefined }, body: value });
      put(trouble);
      put(source, "Set from here, for this session.");
      tell("It holds from the next request on.");
    } catch (error) {
      put(trouble, error instanceof Error ? error.message : String(error));
    }
  }

  async function clear() {
    await ask("latency", { method: "DELETE", query: { session: session() || undefined } });
    tell("The latency is as the mock was started.");
    await load();
  }

  function lines() {
    const value = write();
    if (Object.keys(value).length === 0) return tell("There is no delay to write down.");
    sectionDialog("latency", value);
  }

  load();
  return () => { ended = true; for (const end of ends) end(); };
}

/** @param {string} text `1.5s` */
function milliseconds(text) {
  let all = 0;
  for (const [, number, unit] of String(text).matchAll(/([\d.]+)(h|ms|m|s|us|µs|ns)/g)) all += Number(number) * ({ h: 3_600_000, m: 60_000, s: 1000, ms: 1, us: .001, µs: .001, ns: .000001 }[unit] ?? 0);
  return all;
}

// Short times have as much room on a slider as long ones.
const amount = (/** @type {number} */ place) => (Math.exp(place / 1000 * Math.log(LARGEST + 1)) - 1);
const position = (/** @type {number} */ value) => Math.log(value + 1) / Math.log(LARGEST + 1) * 1000;
