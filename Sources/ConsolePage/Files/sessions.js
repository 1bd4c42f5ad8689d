// Sessions: listed, made, ended, compared.

import { ask } from "./api.js";
import { button, dialog, field, h, put, select, tell } from "./dom.js";
import { clockTime, plural, size } from "./format.js";
import { diffBox } from "./keep.js";
import { address, session } from "./route.js";
import { on, store } from "./store.js";

/** @param {Element} place */
export function sessionsPanel(place) {
  const list = h("div"), comparison = h("div", { class: "content-form" }), trouble = h("div", { class: "trouble", role: "alert" });
  let left = session(), right = "";
  put(place, h("section", { class: "card" }, h("header", null, h("h2", null, "Sessions"), button("New session", make)), h("p", { class: "soft" }, "A session has its own state, journal, faults and latency. Requests belong to it by the path’s prefix, or by the field Counterpart-Session."), trouble, list),
    h("section", { class: "card" }, h("h2", null, "Compare two"), comparison));

  function draw() {
    put(list, h("div", { class: "sheet", tabindex: 0, role: "group", "aria-label": "Sessions" }, h("table", null, h("thead", null, h("tr", null, ["Session", "Prefix", "Since", "Requests", "Journal", "Ends"].map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, h("span", { class: "unseen" }, "Actions")))),
      h("tbody", null, store.sessions.map((one) => h("tr", null, h("td", null, h("a", { href: address("traffic", [], { session: one.id }) }, one.id || "(common)")), h("td", null, h("code", null, one.prefix || "none")), h("td", null, clockTime(Date.parse(one.started_at))),
        h("td", null, one.requests), h("td", null, `${plural(one.journal_entries, "entry", "entries")}, ${size(one.journal_bytes)}`), h("td", null, one.ends_after_idle_seconds === undefined ? "never" : `after ${Math.round(one.ends_after_idle_seconds / 60)} min without requests`),
        h("td", { class: "tools" }, button("Reset", () => act(() => ask("reset", { method: "POST", query: { session: one.id || undefined } }), "It is as at its start."), { class: "plain", "aria-label": `Reset ${one.id || "the common session"}` }),
          one.id && button("End", () => act(() => ask(`sessions/${encodeURIComponent(one.id)}`, { method: "DELETE" }), "The session has ended."), { class: "plain", "aria-label": `End ${one.id}` }))))))));
    const choices = store.sessions.map((one) => /** @type {[string, string]} */ ([one.id, one.id || "(common)"]));
    if (choices.length < 2) return put(comparison, h("p", { class: "soft" }, "There is one session. A second one starts with its first request:"), h("pre", { class: "box" }, `curl ${location.origin}/_counterpart/sessions/another/…`));
    if (!right || right === left) right = choices.find(([id]) => id !== left)?.[0] ?? "";
    const result = h("div", { class: "content-form", "aria-live": "polite" });
    put(comparison, h("div", { class: "tools" }, select(choices, left, (id) => { left = id; }, { "aria-label": "The one" }), "with", select(choices, right, (id) => { right = id; }, { "aria-label": "The other" }), button("Compare", () => compare(result))), result);
  }

  /** @param {() => Promise<any>} action @param {string} told */
  async function act(action, told) {
    try {
      await action();
      put(trouble);
      tell(told);
      await load();
    } catch (error) {
      put(trouble, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {Element} result */
  async function compare(result) {
    const [one, other] = await Promise.all([left, right].map((id) => ask("state", { query: { session: id || undefined } })));
    const counts = (/** @type {string} */ id) => {
      /** @type {Record<string, number>} */
      const all = {};
      for (const entry of store.exchanges) if (entry.session === id) all[`${entry.operation ?? entry.method} ${entry.status ?? "none"}`] = (all[`${entry.operation ?? entry.method} ${entry.status ?? "none"}`] ?? 0) + 1;
      return all;
    };
    const [ours, theirs] = [counts(left), counts(right)];
    const texts = [one, other].map((state) => JSON.stringify(state, null, 2));
    put(result, h("h3", null, "What was asked"), h("table", null, h("thead", null, h("tr", null, [left || "(common)", right || "(common)"].map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, "Operation and status"))),
      h("tbody", null, [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort().map((name) => h("tr", null, h("td", null, ours[name] ?? 0), h("td", null, theirs[name] ?? 0), h("td", null, name))))),
    h("h3", null, "State"), texts[0] === texts[1] ? h("p", { class: "soft" }, "Both have the same state.") : diffBox(texts[0], texts[1]));
  }

  function make() {
    const name = h("input", { pattern: "[A-Za-z0-9._~\\-]+", maxlength: 128 });
    const wrong = h("div", { class: "trouble", role: "alert" });
    const { close } = dialog("New session", [field("Name", name, "Empty: the mock chooses one"), wrong], [button("Make it", async () => {
      try {
        await ask("sessions", { method: "POST", body: name.value.trim() ? { id: name.value.trim() } : {} });
        close();
        load();
      } catch (error) {
        put(wrong, error instanceof Error ? error.message : String(error));
      }
    }, { class: "main" })]);
  }

  async function load() {
    store.sessions = await ask("sessions").catch(() => store.sessions);
    draw();
  }
  const end = on("sessions", draw);
  load();
  return end;
}
