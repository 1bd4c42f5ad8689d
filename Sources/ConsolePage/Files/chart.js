// A distribution of times, and how often what was measured over it.

import { h, svg } from "./dom.js";
import { duration } from "./format.js";

const WIDTH = 520, HEIGHT = 220, LEFT = 10, BOTTOM = 26, BINS = 36;

/** @typedef {{at: (time: number) => number, low: number, high: number} | null} Density */

/** @param {string} model @param {Record<string, number>} values in milliseconds @returns {Density} */
export function density(model, values) {
  const bell = (/** @type {number} */ x) => Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  if (model === "fixed") return { at: (time) => Math.abs(time - values.fixed) <= Math.max(values.fixed * .01, 1) ? 1 : 0, low: 0, high: values.fixed * 1.6 };
  if (model === "uniform" && values.to > values.from) return { at: (time) => time >= values.from && time <= values.to ? 1 / (values.to - values.from) : 0, low: 0, high: values.to * 1.25 };
  if (model === "normal" && values.deviation > 0) return { at: (time) => bell((time - values.mean) / values.deviation) / values.deviation, low: 0, high: values.mean + 4 * values.deviation };
  if (model === "lognormal" && values.median > 0 && values.p95 > values.median) {
    const sigma = Math.log(values.p95 / values.median) / 1.6448536;
    return { at: (time) => time <= 0 ? 0 : bell(Math.log(time / values.median) / sigma) / (time * sigma), low: 0, high: values.p95 * 1.6 };
  }
  return null;
}

/** @param {Density} wanted @param {number[]} measured */
export function drawing(wanted, measured) {
  const sorted = [...measured].sort((one, other) => one - other);
  const quantile = (/** @type {number} */ part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  const high = Math.max(wanted?.high ?? 0, sorted.length > 0 ? quantile(.98) * 1.1 : 0, 10);
  const x = (/** @type {number} */ time) => LEFT + time / high * (WIDTH - 2 * LEFT);
  const floor = HEIGHT - BOTTOM;
  const bins = Array(BINS).fill(0);
  for (const time of sorted) if (time < high) bins[Math.floor(time / high * BINS)]++;
  const tallest = Math.max(...bins, 1);
  const bars = sorted.length === 0 ? [] : bins.map((count, index) => count > 0 && svg("rect", {
    class: "measured", x: x(index / BINS * high) + 1, width: (WIDTH - 2 * LEFT) / BINS - 2, y: floor - count / tallest * (floor - 16), height: count / tallest * (floor - 16),
  }));
  let line = null;
  if (wanted) {
    const points = Array.from({ length: 261 }, (_, index) => index / 260 * high);
    const top = Math.max(...points.map(wanted.at), 1e-12);
    line = svg("path", { class: "wanted", d: points.map((time, index) => `${index === 0 ? "M" : "L"}${x(time).toFixed(1)} ${(floor - wanted.at(time) / top * (floor - 16)).toFixed(1)}`).join("") });
  }
  const ticks = [0, .25, .5, .75, 1].map((part) => svg("text", { class: "axis", x: x(part * high), y: HEIGHT - 8, "text-anchor": part === 0 ? "start" : part === 1 ? "end" : "middle" }, duration(part * high)));
  const told = sorted.length > 0 ? `Measured of ${sorted.length} exchanges: half below ${duration(quantile(.5))}, 95 in 100 below ${duration(quantile(.95))}, longest ${duration(sorted[sorted.length - 1])}` : "Nothing was measured yet.";
  return [
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told }, bars, line, svg("line", { x1: LEFT, x2: WIDTH - LEFT, y1: floor, y2: floor }), ticks),
    h("p", { class: "legend" }, wanted && [h("span", { class: "key-wanted" }), " as it is set  "], h("span", { class: "key-measured" }), ` ${told}`),
  ];
}
