// The operations of the contract, as its document has them.

import { ask, contractName } from "./api.js";
import { on, store } from "./store.js";

/**
 * @typedef {{id: string, method: string, path: string, base: string, tags: string[], summary: string, description: string, deprecated: boolean,
 *   parameters: any[], body: any, responses: Record<string, any>, security: any[]}} Operation
 */

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** @type {Promise<{document: any, operations: Operation[]}> | null} */
let known = null;
on("contract", () => { known = null; });

/** @returns {Promise<{document: any, operations: Operation[]}>} */
export function contract() {
  known ??= ask("contract").then((document) => ({ document, operations: operationsOf(document) }));
  known.catch(() => { known = null; });
  return known;
}

/**
 * What a `$ref` of the document leads to.
 * @param {any} document
 * @param {any} value
 * @returns {any}
 */
export function resolved(document, value) {
  for (let depth = 0; depth < 20 && value && typeof value.$ref === "string" && value.$ref.startsWith("#/"); depth++) {
    let target = document;
    for (const token of value.$ref.slice(2).split("/")) target = target?.[decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~")];
    if (target === undefined) return {};
    value = target;
  }
  return value ?? {};
}

/** @param {any} document @returns {Operation[]} */
function operationsOf(document) {
  const bases = store.contracts.find((one) => one.name === contractName)?.base_paths ?? store.contracts[0]?.base_paths ?? ["/"];
  const base = bases[0] === "/" ? "" : bases[0];
  return Object.entries(document.paths ?? {}).flatMap(([path, written]) => {
    const item = resolved(document, written);
    return METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method];
      /** @type {Map<string, any>} */
      const parameters = new Map();
      for (const one of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
        const parameter = resolved(document, one);
        parameters.set(`${parameter.in} ${parameter.name}`, parameter);
      }
      const upper = method.toUpperCase();
      return {
        id: operation.operationId ?? `${upper} ${path}`, method: upper, path, base: bases.length === 1 ? base : baseOf(document, item, operation) ?? base,
        tags: operation.tags ?? [], summary: operation.summary ?? item.summary ?? "", description: operation.description ?? "", deprecated: operation.deprecated === true,
        parameters: [...parameters.values()], body: operation.requestBody ? resolved(document, operation.requestBody) : null,
        responses: Object.fromEntries(Object.entries(operation.responses ?? {}).map(([status, response]) => [status, resolved(document, response)])),
        security: operation.security ?? document.security ?? [],
      };
    });
  });
}

/** @param {any} document @param {any} item @param {any} operation */
function baseOf(document, item, operation) {
  const server = (operation.servers ?? item.servers ?? document.servers)?.[0]?.url;
  if (typeof server !== "string" || server.includes("{")) return undefined;
  try { return new URL(server, location.origin).pathname.replace(/\/$/, ""); } catch { return undefined; }
}
