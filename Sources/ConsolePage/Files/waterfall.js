// The timeline of exchanges: when each came, how long it was to wait, how long it took.

import { h, put, svg } from "./dom.js";
import { duration, statusClass } from "./format.js";

/** Exchanges that are drawn: the newest. */
const DRAWN = 60;
const ROW = 18, LEFT = 220;

/** @param {Element} place @param {import("./types.js").Exchange[]} entries @param {(entry: import("./types.js").Exchange) => void} open */
export function waterfall(place, entries, open) {
  const shown = entries.slice(-DRAWN).sort((one, other) => one.at - other.at);
  if (shown.length === 0) return put(place);
  const from = shown[0].at;
  const to = Math.max(...shown.map((entry) => entry.at + (entry.milliseconds ?? 0)), from + 1);
  const width = Math.max(place.clientWidth, 320), left = Math.min(LEFT, width / 3), scale = (width - left - 70) / (to - from);
  const height = shown.length * ROW + 22;
  const ticks = [0, .25, .5, .75, 1].map((part) => {
    const x = left + part * (to - from) * scale;
    return [svg("line", { x1: x, x2: x, y1: 18, y2: height }), svg("text", { class: "axis", x, y: 13, "text-anchor": part === 1 ? "end" : "middle" }, duration(part * (to - from)))];
  });
  const rows = shown.map((entry, index) => {
    const y = 22 + index * ROW, x = left + (entry.at - from) * scale;
    const asked = (entry.latency_milliseconds ?? 0) * scale, taken = Math.max((entry.milliseconds ?? 0) * scale, 2);
    const name = `${entry.method} ${entry.target}`;
    const letters = Math.floor(left / 6.8);
    return svg("g", { on: { click: () => open(entry) } }, svg("title", null, `${name}: ${entry.status ?? "none"}, ${duration(entry.milliseconds)}`),
      svg("text", { x: 10, y: y + 12 }, name.length > letters ? `${name.slice(0, letters - 1)}…` : name),
      svg("rect", { class: statusClass(entry.status), x, y: y + 3, width: taken, height: ROW - 7, rx: 2 }),
      asked > 1 && svg("rect", { class: "asked", x, y: y + 3, width: Math.min(asked, taken), height: ROW - 7, rx: 2, opacity: .75 }),
      svg("text", { class: "axis", x: x + taken + 5, y: y + 12 }, duration(entry.milliseconds)));
  });
  put(place, svg("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": `Timeline of the newest ${shown.length} exchanges; grey is the delay that was asked for` }, ticks, rows),
    entries.length > DRAWN && h("p", { class: "soft" }, `The newest ${DRAWN} of ${entries.length.toLocaleString()}.`));
}
