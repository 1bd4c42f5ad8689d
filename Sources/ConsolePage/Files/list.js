// A list of very many rows, of which only those that can be seen are in the page.

import { h, put } from "./dom.js";

/** @typedef {import("./types.js").Exchange} Exchange */

/**
 * @param {{label: string, open: (entry: Exchange) => void, sort: (id: string) => void, menu: (id: string) => void, rowAt: (index: number) => Exchange | undefined, count: () => number}} owner
 */
export function list(owner) {
  /** @type {import("./columns.js").Column[]} */
  let columns = [];
  let rowHeight = 28, selected = -1, scheduled = false;
  const heads = h("div", { role: "row", class: "line", "aria-rowindex": 1 });
  const rows = h("div", { role: "rowgroup", class: "rows" });
  const element = h("div", { class: "grid", role: "grid", tabindex: 0, "aria-label": owner.label, on: { scroll: schedule, keydown, click } },
    h("div", { role: "rowgroup", class: "heads" }, heads), rows);
  /** @type {any[]} */
  let pool = [];
  new ResizeObserver(schedule).observe(element);

  function schedule() {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => { scheduled = false; draw(); });
  }

  function draw() {
    const count = owner.count();
    rows.style.setProperty("height", `${count * rowHeight}px`);
    element.setAttribute("aria-rowcount", String(count + 1));
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - 4);
    const wanted = Math.min(count - first, Math.ceil(element.clientHeight / rowHeight) + 9);
    while (pool.length < wanted) {
      const line = h("div", { role: "row", class: "line" });
      pool.push(line);
      rows.append(line);
    }
    pool.forEach((line, index) => {
      if (index >= wanted) { line.hidden = true; line.drawn = null; return; }
      drawLine(line, first + index);
    });
    const active = pool.find((line) => !line.hidden && line.index === selected);
    if (active) element.setAttribute("aria-activedescendant", active.id); else element.removeAttribute("aria-activedescendant");
  }

  /** @param {any} line @param {number} index */
  function drawLine(line, index) {
    const entry = owner.rowAt(index);
    line.hidden = !entry;
    if (!entry) return;
    const mark = `${entry.key} ${entry.milliseconds} ${entry.status}`;
    if (line.index !== index) {
      line.index = index;
      line.id = `row-${index}`;
      line.setAttribute("aria-rowindex", index + 2);
      line.style.setProperty("transform", `translateY(${index * rowHeight}px)`);
    }
    line.setAttribute("aria-selected", index === selected);
    if (line.drawn === mark && line.columns === columns) return;
    line.drawn = mark;
    line.columns = columns;
    put(line, columns.map((column) => h("div", { role: "gridcell", class: column.end ? "end" : column.id === "path" ? "mono" : null }, column.cell(entry))));
  }

  /** @param {any} event */
  function click(event) {
    const line = event.target.closest(".rows .line");
    if (line) choose(line.index, true);
  }

  /** @param {KeyboardEvent} event */
  function keydown(event) {
    const page = Math.max(1, Math.floor(element.clientHeight / rowHeight) - 2);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = /** @type {any} */ (steps)[event.key];
    if (event.target !== element) return;
    if (step !== undefined) move(step); else if (event.key === "Enter") choose(selected, true); else return;
    event.preventDefault();
  }

  /** @param {number} step @param {boolean} [opens] */
  function move(step, opens) {
    choose(Math.min(Math.max(selected + step, 0), owner.count() - 1), opens ?? false);
  }

  /** @param {number} index @param {boolean} opens */
  function choose(index, opens) {
    const entry = owner.rowAt(index);
    if (!entry) return;
    selected = index;
    const top = index * rowHeight, bottom = top + rowHeight, head = 29;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom + head > element.scrollTop + element.clientHeight) element.scrollTop = bottom + head - element.clientHeight;
    schedule();
    if (opens) owner.open(entry);
  }

  return {
    element, schedule, move,
    get selected() { return selected; },
    /** @param {number} index */
    select(index) { selected = index; schedule(); },
    /**
     * Rows came in above what is seen: what is seen stays.
     * @param {number} count
     */
    shift(count) {
      if (selected >= 0) selected = Math.max(-1, selected + count);
      if (element.scrollTop > rowHeight) element.scrollTop += count * rowHeight;
      schedule();
    },
    /** @param {import("./columns.js").Column[]} wanted @param {number} height @param {string} sorted @param {boolean} down */
    setColumns(wanted, height, sorted, down) {
      if (columns.map((column) => column.id).join() !== wanted.map((column) => column.id).join() || height !== rowHeight) {
        columns = wanted;
        rowHeight = height;
        for (const line of pool) line.index = -1;
        element.style.setProperty("--columns", columns.map((column) => column.width).join(" "));
      }
      put(heads, columns.map((column) => h("div", { role: "columnheader", class: column.end ? "end" : null, "aria-sort": column.id === sorted ? (down ? "descending" : "ascending") : null },
        h("button", { type: "button", on: { click: () => owner.sort(column.id) } }, column.name, column.id === sorted ? (down ? " ↓" : " ↑") : ""),
        column.id !== "narrow" && h("button", { type: "button", class: "menu", "aria-label": `Filter ${column.name}`, title: "Filter, sort, hide", on: { click: () => owner.menu(column.id) } }, "▾"))));
      schedule();
    },
  };
}
