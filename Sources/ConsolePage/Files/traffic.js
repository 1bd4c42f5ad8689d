// The room of exchanges: search, columns, list, waterfall, and one exchange beside them.

import { ask } from "./api.js";
import { columnMenu } from "./columnmenu.js";
import { COLUMNS, FEW, NARROW, chosenColumns, keepColumns } from "./columns.js";
import { compose } from "./compose.js";
import { archive } from "./curl.js";
import { button, dialog, download, h, put, tell } from "./dom.js";
import { exchangePane } from "./exchange.js";
import { plural } from "./format.js";
import { list } from "./list.js";
import { address, chosenSession, go, route } from "./route.js";
import { found, parse } from "./search.js";
import { find, forget, on, pause, store } from "./store.js";
import { waterfall } from "./waterfall.js";

/** @typedef {import("./types.js").Exchange} Exchange */

const NARROW_SCREEN = matchMedia("(max-width: 40rem)");

/** @param {Element} main @returns {{update: () => void, end: () => void, keys: Record<string, () => void>}} */
export function trafficRoom(main) {
  /** @type {Exchange[]} those that pass, oldest first, or in the order of a column */
  let shown = [];
  let sorted = "time", down = true, words = parse(""), last = "", lastSession = /** @type {string | null} */ (null), stale = false;
  let chosen = chosenColumns();
  const ends = [on("exchanges", came), on("cleared", filter), on("connection", connection)];

  const rowAt = (/** @type {number} */ index) => shown[down && sorted === "time" ? shown.length - 1 - index : index];
  const grid = list({
    label: "Exchanges", rowAt, count: () => shown.length,
    open: (entry) => go(address("traffic", [String(entry.number)], { of: entry.session || null })),
    sort(id) {
      down = sorted === id ? !down : id === "time" || id === "taken" || id === "size" || id === "asked";
      sorted = id === "number" ? "time" : id;
      columns();
      filter();
    },
    menu(id) {
      const column = COLUMNS.find((one) => one.id === id);
      if (column) columnMenu(column, shown, {
        sort(isDown) { sorted = id === "number" ? "time" : id; down = isDown; columns(); filter(); },
        hide() { chosen.delete(id); if (chosen.size === 0) chosen = new Set(["path"]); keepColumns(chosen); columns(); },
        add: (word) => go(address("traffic", route().parts, { q: `${search.value} ${word}`.trim() }), true),
      });
    },
  });
  const counter = h("output", { "aria-label": "Exchanges shown" });
  const search = h("input", {
    type: "search", "aria-label": "Search exchanges", placeholder: "status:4xx op:login -session:ci \"text in body\"", spellcheck: "false", autocomplete: "off",
    on: { input: () => go(address("traffic", route().parts, { q: search.value }), true), keydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "ArrowDown") grid.element.focus(); } },
  });
  const pausing = button("Pause", () => pause(!store.paused), { "aria-pressed": "false" });
  const drawn = h("section", { class: "waterfall", "aria-label": "Waterfall", tabindex: 0, hidden: true });
  const turning = button("Waterfall", () => go(address("traffic", route().parts, { waterfall: route().query.get("waterfall") ? null : "1" }), true), { "aria-pressed": "false" });
  const nothing = h("div", { class: "empty" });
  const room = h("div", { class: "traffic" },
    h("div", { class: "head" },
      h("div", { class: "tools" }, h("div", { class: "searchbox" }, search, counter), pausing, turning,
        button("Columns", chooseColumns), button("Compose", () => compose()), button("Export HAR", exportHAR),
        button("Clear", clear, { title: "Empties this list, and the journal of the chosen session" }))),
    drawn, grid.element);
  const pane = exchangePane(() => go(address("traffic", [], { of: null })));
  put(main, room);
  NARROW_SCREEN.addEventListener("change", columns);

  /** @param {{fresh: Exchange[], changed: Exchange[], dropped: number}} news */
  function came({ fresh, changed, dropped }) {
    if (words.texts.length > 0) findTexts();
    if (dropped > 0) return filter();
    const passing = fresh.filter(passes);
    for (const entry of fresh) entry.shown = false;
    for (const entry of passing) entry.shown = true;
    shown.push(...passing);
    if (changed.some((entry) => entry.shown !== passes(entry))) later();
    if (sorted !== "time" && passing.length + changed.length > 0) later();
    if (sorted === "time" && down && passing.length > 0) grid.shift(passing.length); else grid.schedule();
    if (changed.some((entry) => pane.shows(entry))) update();
    summary();
  }

  /** @param {Exchange} entry */
  function passes(entry) { return (lastSession === null || entry.session === lastSession) && words.passes(entry); }

  function later() {
    if (stale) return;
    stale = true;
    setTimeout(() => { stale = false; filter(); }, 400);
  }

  function filter() {
    const kept = grid.selected >= 0 ? rowAt(grid.selected) : undefined;
    shown = store.exchanges.filter((entry) => (entry.shown = passes(entry)));
    const column = COLUMNS.find((one) => one.id === sorted);
    if (column && sorted !== "time") {
      const sign = down ? -1 : 1;
      shown.sort((one, other) => {
        const [left, right] = [column.value(one), column.value(other)];
        return left === right ? one.at - other.at : sign * (typeof left === "string" ? left.localeCompare(String(right)) : Number(left) - Number(right));
      });
    }
    const place = kept ? shown.indexOf(kept) : -1;
    grid.select(place >= 0 && down && sorted === "time" ? shown.length - 1 - place : place);
    summary();
  }

  function summary() {
    put(counter, words.isEmpty && lastSession === null ? plural(shown.length, "exchange") : `${shown.length.toLocaleString()} of ${store.exchanges.length.toLocaleString()}`);
    const isEmpty = shown.length === 0;
    if (isEmpty && nothing.parentNode === null) grid.element.after(nothing);
    if (!isEmpty) nothing.remove();
    grid.element.hidden = isEmpty;
    if (isEmpty) put(nothing, emptyState());
    if (!drawn.hidden) waterfall(drawn, shown, (entry) => go(address("traffic", [String(entry.number)], { of: entry.session || null })));
  }

  function emptyState() {
    if (store.exchanges.length > 0) {
      return [h("h2", null, "No exchange passes"), h("p", null, `${plural(store.exchanges.length, "exchange")} came; the search or the chosen session leaves them out.`),
        button("Show all", () => go(address("traffic", [], { q: null, session: null })))];
    }
    const base = store.contracts.find((one) => location.pathname.startsWith(one.control))?.base_paths[0] ?? store.contracts[0]?.base_paths[0] ?? "/";
    return [h("h2", null, "Nothing was asked yet"), h("p", null, "Requests to the mock appear here as they come. Send one:"),
      h("pre", { class: "box" }, `curl -i ${location.origin}${base === "/" ? "" : base}/`), h("p", null, h("a", { href: address("contract") }, "Or choose an operation of the contract"), " and try it.")];
  }

  function columns() {
    const isNarrow = NARROW_SCREEN.matches;
    grid.setColumns(isNarrow ? [NARROW] : COLUMNS.filter((column) => chosen.has(column.id) && (!room.classList.contains("opened") || FEW.has(column.id))), isNarrow ? 52 : 28, sorted, down);
  }

  function chooseColumns() {
    dialog("Columns", h("div", { class: "columns-choice" }, COLUMNS.map((column) => h("label", null, h("input", {
      type: "checkbox", checked: chosen.has(column.id),
      on: { change: (/** @type {any} */ event) => {
        if (event.target.checked) chosen.add(column.id); else chosen.delete(column.id);
        if (chosen.size === 0) chosen = new Set(["path"]);
        keepColumns(chosen);
        columns();
      } },
    }), " ", column.name))));
  }

  async function exportHAR() {
    /** @type {Exchange[]} */
    const whole = [];
    const wanted = shown.slice(-5000);
    let missing = shown.length - wanted.length;
    for (let start = 0; start < wanted.length; start += 8) {
      await Promise.all(wanted.slice(start, start + 8).map((entry) => opened(entry).then((one) => whole.push(one), () => { missing++; })));
    }
    whole.sort((one, other) => one.at - other.at);
    download("counterpart.har", archive(whole, store.health?.api_version ?? ""), "application/json");
    tell(`${plural(whole.length, "exchange")} exported${missing > 0 ? `; the mock has forgotten ${missing.toLocaleString()}` : ""}.`);
  }

  async function clear() {
    await ask("journal", { method: "DELETE", query: { session: lastSession || undefined } });
    forget();
  }

  function connection() {
    pausing.setAttribute("aria-pressed", String(store.paused));
    put(pausing, store.paused ? `Go on${store.held > 0 ? ` (${store.held.toLocaleString()})` : ""}` : "Pause");
  }

  let asking = false;
  async function findTexts() {
    if (asking) return;
    asking = true;
    try {
      for (const text of words.texts) {
        const numbers = new Set();
        for (const { id } of lastSession === null ? store.sessions : [{ id: lastSession }]) {
          const journal = await ask("journal", { query: { text, limit: 1000, session: id || undefined } }).catch(() => ({ entries: [] }));
          for (const entry of journal.entries) numbers.add(`${id}/${entry.number}`);
        }
        found.set(text, numbers);
      }
    } finally {
      setTimeout(() => { asking = false; }, 1000);
    }
    filter();
  }

  function update() {
    const { parts, query } = route();
    const text = query.get("q") ?? "";
    if (text !== last || chosenSession() !== lastSession) {
      last = text;
      lastSession = chosenSession();
      words = parse(text);
      if (search.value !== text) search.value = text;
      if (words.texts.length > 0) findTexts();
      filter();
    }
    drawn.hidden = !query.get("waterfall");
    turning.setAttribute("aria-pressed", String(!drawn.hidden));
    const number = Number(parts[0] || 0);
    if (room.classList.contains("opened") !== number > 0) {
      room.classList.toggle("opened", number > 0);
      columns();
    }
    if (number > 0) {
      if (!pane.element.parentNode) room.append(pane.element);
      const of = query.get("of") ?? chosenSession() ?? "";
      const at = shown.findIndex((entry) => entry.number === number && entry.session === of);
      if (at >= 0) grid.select(down && sorted === "time" ? shown.length - 1 - at : at);
      pane.show(query.get("of") ?? chosenSession() ?? "", number, query.get("tab") ?? "overview");
    } else {
      pane.element.remove();
    }
    summary();
  }

  columns();
  connection();
  filter();
  update();
  const step = (/** @type {number} */ by) => () => grid.move(by, true);
  return {
    update, end: () => { for (const end of ends) end(); NARROW_SCREEN.removeEventListener("change", columns); },
    keys: { "/": () => search.focus(), j: step(1), k: step(-1), p: () => pause(!store.paused), c: () => compose(), Escape: () => { if (route().parts.length) go(address("traffic", [], { of: null })); } },
  };
}

/**
 * With its contents, asked of the mock once.
 * @param {Exchange} entry
 * @returns {Promise<Exchange>}
 */
export async function opened(entry) {
  if (entry.request && entry.response) return entry;
  const whole = await ask(`journal/${entry.number}`, { query: { session: entry.session || undefined } });
  const known = find(entry.session, entry.number) ?? entry;
  return { ...known, ...whole, session: entry.session, at: Date.parse(whole.time), key: known.key };
}
