// Numbers, times and sizes as people read them.

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23" });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

/**
 * In the reader's zone.
 * @param {number} time
 */
export function clockTime(time) { return clock.format(time); }

/** @param {number} time */
export function wholeTime(time) { return whole.format(time); }

/** @param {number | undefined} milliseconds */
export function duration(milliseconds) {
  if (milliseconds === undefined) return "";
  if (milliseconds >= 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds >= 10 ? `${Math.round(milliseconds)} ms` : `${milliseconds.toFixed(1)} ms`;
}

/** @param {number | undefined} bytes */
export function size(bytes) {
  if (bytes === undefined) return "";
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * Of a status, for its colour.
 * @param {number | undefined} status
 */
export function statusClass(status) {
  return !status || status >= 500 ? "bad" : status >= 400 ? "warn" : status >= 300 ? "mild" : "good";
}

/** @param {string} target */
export function splitTarget(target) {
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/**
 * Control characters made visible, so that no text can move what stands around it.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (mark) => mark.charCodeAt(0) < 32 ? String.fromCharCode(0x2400 + mark.charCodeAt(0)) : `‹${mark.charCodeAt(0).toString(16)}›`);
}

/** @param {number} count @param {string} one @param {string} [many] */
export function plural(count, one, many) { return `${count.toLocaleString()} ${count === 1 ? one : many ?? `${one}s`}`; }
