// A schema as a person reads it, and a value that fits it to begin with.

import { h } from "./dom.js";
import { said } from "./exact.js";
import { visible } from "./format.js";
import { resolved } from "./operations.js";

/** @param {any} document @param {any} schema */
export function shape(document, schema) { return h("div", { class: "shape" }, h("ul", null, line(document, null, schema, false, [], 0))); }

/** @param {any} schema @returns {string} */
function kind(schema) {
  if (schema === true || schema === undefined) return "any";
  if (schema === false) return "nothing";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.slice(0, 12).map((/** @type {any} */ one) => JSON.stringify(one)).join(" | ") + (schema.enum.length > 12 ? " | …" : "");
  const types = [schema.type ?? (schema.properties ? "object" : schema.items ? "array" : schema.allOf ? "object" : schema.oneOf || schema.anyOf ? "one of" : "any")].flat();
  if (schema.nullable) types.push("null");
  return types.join(" | ") + (schema.format ? ` (${schema.format})` : "");
}

/**
 * What a value has to keep to.
 * @param {any} schema
 */
function bounds(schema) {
  /** @type {string[]} */
  const told = [];
  const pair = (/** @type {string} */ low, /** @type {string} */ high, /** @type {string} */ what) => {
    if (schema[low] !== undefined && schema[high] !== undefined) told.push(`${said(schema[low])} to ${said(schema[high])}${what}`);
    else if (schema[low] !== undefined) told.push(`at least ${said(schema[low])}${what}`);
    else if (schema[high] !== undefined) told.push(`at most ${said(schema[high])}${what}`);
  };
  pair("minimum", "maximum", "");
  pair("minLength", "maxLength", " characters");
  pair("minItems", "maxItems", " items");
  if (schema.pattern) told.push(`matches ${schema.pattern}`);
  if (schema.default !== undefined) told.push(`default ${JSON.stringify(schema.default)}`);
  if (schema.readOnly) told.push("read only");
  if (schema.writeOnly) told.push("write only");
  return told.join(", ");
}

/** @param {any} document @param {string | null} name @param {any} written @param {boolean} must @param {string[]} above @param {number} depth @returns {any} */
function line(document, name, written, must, above, depth) {
  const reference = written?.$ref;
  const schema = merged(document, written);
  const title = reference ? String(reference).split("/").pop() : schema.title;
  const label = [name !== null && [h("span", { class: "name" }, visible(name)), must && h("span", { class: "must", title: "required" }, "*"), " "], h("span", null, visible(kind(schema))), title && h("span", { class: "said" }, ` ${visible(title)}`),
    bounds(schema) && h("span", { class: "said" }, ` · ${visible(bounds(schema))}`), schema.description && h("span", { class: "said" }, ` – ${visible(String(schema.description).split("\n")[0].slice(0, 200))}`)];
  if (reference && above.includes(reference)) return h("li", null, label, h("span", { class: "said" }, " ↺"));
  const path = reference ? [...above, reference] : above;
  const children = parts(schema).map(([key, one, isMust]) => [key, one, isMust]);
  if (children.length === 0) return h("li", null, label);
  const list = h("ul");
  const draw = () => { if (!list.firstChild) list.append(...children.slice(0, 200).map(([key, one, isMust]) => line(document, key, one, isMust, path, depth + 1))); };
  const details = h("details", { open: depth < 2, on: { toggle: () => { if (details.open) draw(); } } }, h("summary", null, label), list);
  if (depth < 2) draw();
  return h("li", null, details);
}

/** @param {any} schema @returns {[string, any, boolean][]} */
function parts(schema) {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return [
    ...Object.entries(schema.properties ?? {}).map(([name, one]) => /** @type {[string, any, boolean]} */ ([name, one, required.has(name)])),
    ...(schema.items && typeof schema.items === "object" ? [/** @type {[string, any, boolean]} */ (["[ ]", schema.items, false])] : []),
    ...(schema.additionalProperties && typeof schema.additionalProperties === "object" ? [/** @type {[string, any, boolean]} */ (["{ }", schema.additionalProperties, false])] : []),
    ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((one, index) => /** @type {[string, any, boolean]} */ ([`or ${index + 1}`, one, false])),
  ];
}

/**
 * With what `allOf` joins.
 * @param {any} document
 * @param {any} written
 * @returns {any}
 */
function merged(document, written) {
  const schema = resolved(document, written);
  if (!Array.isArray(schema.allOf)) return schema;
  return schema.allOf.slice(0, 20).reduce((/** @type {any} */ all, /** @type {any} */ one) => {
    const part = resolved(document, one);
    return { ...part, ...all, properties: { ...part.properties, ...all.properties }, required: [...(part.required ?? []), ...(all.required ?? [])] };
  }, { ...schema, allOf: undefined, type: schema.type ?? "object" });
}

/** @param {any} document @param {any} written @param {number} [depth] @returns {any} a value to begin with */
export function beginning(document, written, depth = 0) {
  const schema = merged(document, written);
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choice = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (choice && depth < 6) return beginning(document, choice, depth + 1);
  const type = [schema.type].flat().find((one) => one !== "null") ?? (schema.properties ? "object" : schema.items ? "array" : undefined);
  switch (type) {
  case "object": {
    if (depth > 6) return {};
    const required = schema.required ?? [];
    return Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name, one]) => (required.includes(name) || depth < 2) && !resolved(document, one).readOnly).map(([name, one]) => [name, beginning(document, one, depth + 1)]));
  }
  case "array": return depth > 6 ? [] : Array.from({ length: Math.min(schema.minItems ?? 1, 3) }, () => beginning(document, schema.items ?? {}, depth + 1));
  case "integer": case "number": return schema.minimum ?? (schema.exclusiveMinimum !== undefined && typeof schema.exclusiveMinimum === "number" ? schema.exclusiveMinimum + 1 : 1);
  case "boolean": return true;
  case "string": return { date: "2026-01-31", "date-time": "2026-01-31T12:00:00Z", email: "anna@example.com", uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6", uri: "urn:example:1" }[String(schema.format)] ?? "a".repeat(Math.min(Math.max(schema.minLength ?? 4, 1), 64));
  default: return null;
  }
}
