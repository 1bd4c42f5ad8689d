// The columns of the list of exchanges: what each shows, and what it is sorted by.

import { h } from "./dom.js";
import { clockTime, duration, size, statusClass, visible } from "./format.js";

/** @typedef {import("./types.js").Exchange} Exchange */
/**
 * @typedef {{id: string, name: string, width: string, end?: boolean, first?: boolean, value: (entry: Exchange) => string | number,
 *   cell: (entry: Exchange) => any}} Column
 */

/** @param {Exchange} entry */
function status(entry) {
  return h("span", { class: `tag ${statusClass(entry.status)}` }, entry.status ?? (entry.milliseconds === undefined ? "…" : "none"));
}

/** @param {Exchange} entry */
function marks(entry) {
  const refused = entry.violations?.some((one) => one.severity !== "note");
  return [refused && "⚠ ", entry.answer_violations && "✱ "].filter(Boolean).join("");
}

/**
 * Without the folder of the mock file.
 * @param {Exchange} entry
 */
function decision(entry) { return visible(entry.decision).replace(/[^\s,]*\/(mock\.(?:ya?ml|json):)/g, "$1"); }

/** Where there is little room, beside an exchange. */
export const FEW = new Set(["time", "method", "path", "status", "taken", "decision", "narrow"]);

/** @type {Column[]} */
export const COLUMNS = [
  { id: "number", name: "#", width: "64px", end: true, value: (entry) => entry.number, cell: (entry) => entry.number },
  { id: "time", name: "Time", width: "108px", first: true, value: (entry) => entry.at, cell: (entry) => clockTime(entry.at) },
  { id: "method", name: "Method", width: "88px", first: true, value: (entry) => entry.method, cell: (entry) => entry.method },
  { id: "path", name: "Path", width: "minmax(160px, 3fr)", first: true, value: (entry) => entry.target, cell: (entry) => visible(entry.target.slice(0, 500)) },
  { id: "operation", name: "Operation", width: "minmax(90px, 1.2fr)", first: true, value: (entry) => entry.operation ?? "", cell: (entry) => visible(entry.operation ?? "–") },
  { id: "status", name: "Status", width: "84px", first: true, value: (entry) => entry.status ?? 0, cell: status },
  { id: "taken", name: "Taken", width: "90px", end: true, first: true, value: (entry) => entry.milliseconds ?? Infinity, cell: (entry) => entry.milliseconds === undefined ? "…" : duration(entry.milliseconds) },
  { id: "asked", name: "Asked for", width: "104px", end: true, first: true, value: (entry) => entry.latency_milliseconds ?? 0, cell: (entry) => entry.latency_milliseconds ? duration(entry.latency_milliseconds) : "–" },
  { id: "size", name: "Size", width: "74px", end: true, first: true, value: (entry) => entry.response_bytes ?? 0, cell: (entry) => size(entry.response_bytes) },
  { id: "decision", name: "Decision", width: "minmax(110px, 1.6fr)", first: true, value: (entry) => entry.decision, cell: (entry) => marks(entry) + decision(entry) },
  { id: "session", name: "Session", width: "minmax(96px, .6fr)", first: true, value: (entry) => entry.session, cell: (entry) => entry.session || "–" },
  { id: "type", name: "Media type", width: "130px", value: (entry) => entry.media_type ?? "", cell: (entry) => visible(entry.media_type ?? "–") },
];

const STORED = "counterpart-columns";

/**
 * The ids of those that are shown.
 * @returns {Set<string>}
 */
export function chosenColumns() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "null");
    if (Array.isArray(stored) && stored.length > 0) return new Set(stored);
  } catch { /* what cannot be read is as if it was not there */ }
  // Of a window of middling width, paths need the room more.
  const isNarrow = innerWidth < 1100;
  return new Set(COLUMNS.filter((column) => column.first && !(isNarrow && ["asked", "size", "session"].includes(column.id))).map((column) => column.id));
}

/** @param {Set<string>} chosen */
export function keepColumns(chosen) { localStorage.setItem(STORED, JSON.stringify([...chosen])); }

/**
 * Of a narrow screen: one cell with two lines.
 * @type {Column}
 */
export const NARROW = {
  id: "narrow", name: "Exchange", width: "minmax(0, 1fr)", value: (entry) => entry.at,
  cell: (entry) => [
    h("div", { class: "mono" }, h("strong", null, entry.method), " ", visible(entry.target.slice(0, 300))),
    h("div", { class: "soft" }, status(entry), " ", duration(entry.milliseconds), " · ", clockTime(entry.at), " · ", marks(entry), decision(entry)),
  ],
};
