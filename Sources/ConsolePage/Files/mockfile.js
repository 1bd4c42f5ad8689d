// mock.yaml: read, changed line by line so that comments stay, checked and saved by the mock.

import { ask } from "./api.js";
import { isExact } from "./exact.js";

/** @returns {Promise<import("./types.js").MockFile>} */
export function mockFile() { return ask("mock-file"); }

/**
 * The text with another section of that name, or with it at the end.
 * @param {string} text @param {string} name @param {string} lines of the section, its name included
 */
export function withSection(text, name, lines) {
  const all = text.split("\n");
  const range = section(all, name);
  const fresh = lines.replace(/\n+$/, "").split("\n");
  if (!range) return `${text.replace(/\n*$/, "")}${text.trim() ? "\n\n" : ""}${fresh.join("\n")}\n`;
  return [...all.slice(0, range[0]), ...fresh, ...all.slice(range[1])].join("\n");
}

/**
 * The text with a rule before all others of its operation, where it is heard first.
 * @param {string} text @param {string} operation @param {string} rule a list's element, as lines that start at the margin
 */
export function withRule(text, operation, rule) {
  const all = text.split("\n");
  const range = section(all, "operations");
  const key = yamlKey(operation);
  if (!range) return withSection(text, "operations", `operations:\n  ${key}:\n${indented(rule, 4)}`);
  if (/^operations:\s*\{\s*\}\s*(#.*)?$/.test(all[range[0]])) all[range[0]] = "operations:";
  const inside = all.slice(range[0] + 1, range[1]);
  const margin = (inside.find((line) => /^\s+[^\s#]/.test(line))?.match(/^\s+/) ?? ["  "])[0];
  const names = [`${margin}${key}:`, `${margin}"${operation}":`, `${margin}'${operation}':`];
  const at = inside.findIndex((line) => names.some((name) => line === name || line.startsWith(`${name} #`)));
  if (at < 0) {
    const added = [`${margin}${key}:`, ...indented(rule, margin.length + 2).split("\n")];
    return [...all.slice(0, range[1]), ...added, ...all.slice(range[1])].join("\n");
  }
  const first = inside.slice(at + 1).find((line) => /^\s*-/.test(line));
  const depth = first ? first.length - first.trimStart().length : margin.length + 2;
  return [...all.slice(0, range[0] + at + 2), ...indented(rule, depth).split("\n"), ...all.slice(range[0] + at + 2)].join("\n");
}

/**
 * The text with another value of a name under `state`, or with it at the end of that.
 * @param {string} text @param {string} name @param {any} value
 */
export function withState(text, name, value) {
  const lines = yaml({ [name]: value });
  const all = text.split("\n");
  const range = section(all, "state");
  if (!range || /^state:\s*\{/.test(all[range[0]])) return withSection(text, "state", `state:\n${indented(lines, 2)}`);
  const inside = all.slice(range[0] + 1, range[1]);
  const margin = (inside.find((line) => /^\s+[^\s#]/.test(line))?.match(/^\s+/) ?? ["  "])[0];
  const start = inside.findIndex((line) => [yamlKey(name), `"${name}"`, `'${name}'`].some((key) => line.startsWith(`${margin}${key}:`)));
  const from = start < 0 ? inside.length : start;
  let end = start < 0 ? from : from + 1;
  while (end < inside.length && !(inside[end].startsWith(margin) && /^[^\s-]/.test(inside[end].slice(margin.length)))) end++;
  return [...all.slice(0, range[0] + 1 + from), ...indented(lines, margin.length).split("\n"), ...all.slice(range[0] + 1 + end)].join("\n");
}

/**
 * From its name to the line after its last.
 * @param {string[]} lines
 * @param {string} name
 * @returns {[number, number] | null}
 */
function section(lines, name) {
  const start = lines.findIndex((line) => line.startsWith(`${name}:`));
  if (start < 0) return null;
  let end = start + 1;
  while (end < lines.length && !/^[^\s#-]/.test(lines[end])) end++;
  while (end > start + 1 && /^\s*(#.*)?$/.test(lines[end - 1]) && !/^\s+#/.test(lines[end - 1])) end--;
  return [start, end];
}

/** @param {string} text @param {number} depth */
function indented(text, depth) { return text.replace(/\n+$/, "").split("\n").map((line) => line ? " ".repeat(depth) + line : line).join("\n"); }

/** @param {string} text */
export function yamlKey(text) { return /^[A-Za-z_][\w-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text); }

/**
 * A value in block style, as lines that start at the margin.
 * @param {any} value
 * @param {number} [depth]
 * @returns {string}
 */
export function yaml(value, depth = 0) {
  const margin = " ".repeat(depth);
  if (value === null || typeof value !== "object" || isExact(value)) return scalar(value);
  const entries = Array.isArray(value) ? value.map((one) => /** @type {[null, any]} */ ([null, one])) : Object.entries(value);
  if (entries.length === 0) return Array.isArray(value) ? "[]" : "{}";
  return entries.map(([key, one]) => {
    const isPlain = one === null || typeof one !== "object" || isExact(one) || Object.keys(one).length === 0;
    if (key === null) return `${margin}- ${yaml(one, depth + 2).trimStart()}`;
    return isPlain ? `${margin}${yamlKey(key)}: ${yaml(one)}` : `${margin}${yamlKey(key)}:\n${yaml(one, depth + 2)}`;
  }).join("\n");
}

/** @param {any} value */
function scalar(value) {
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = /^[A-Za-z_./][\w ./@()=&|<>!+'-]*$|^\d+(ms|s|m)$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n|~)$/i.test(value) && !/\s$/.test(value);
  return isPlain ? value : JSON.stringify(value);
}

/** @param {string} text @param {string} version @param {boolean} trial */
export function save(text, version, trial) { return ask("mock-file", { method: "PUT", body: { text, version, trial } }); }

/**
 * The lines of two texts, as they were taken away, added and kept.
 * @param {string} before
 * @param {string} after
 * @returns {["same" | "added" | "removed", string][]}
 */
export function differences(before, after) {
  const old = before.split("\n"), fresh = after.split("\n");
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++;
  const mark = (/** @type {"same" | "added" | "removed"} */ kind) => (/** @type {string} */ line) => /** @type {["same" | "added" | "removed", string]} */ ([kind, line]);
  return [
    ...old.slice(0, start).map(mark("same")), ...old.slice(start, old.length - end).map(mark("removed")),
    ...fresh.slice(start, fresh.length - end).map(mark("added")), ...old.slice(old.length - end).map(mark("same")),
  ];
}
