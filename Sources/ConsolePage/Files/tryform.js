// A form made from an operation's parameters, body and security, and the answer to what it sends.

import { sendAndShow } from "./compose.js";
import { curlLine } from "./curl.js";
import { button, copy, field, h, put, select } from "./dom.js";
import { visible } from "./format.js";
import { mockFile } from "./mockfile.js";
import { resolved } from "./operations.js";
import { session } from "./route.js";
import { beginning } from "./shape.js";

/** @param {any} document @param {import("./operations.js").Operation} operation */
export function tryForm(document, operation) {
  const rows = operation.parameters.filter((one) => !(one.in === "header" && /^(accept|content-type|authorization)$/i.test(one.name))).map((one) => ({ one, input: parameterInput(document, one) }));
  const types = Object.keys(operation.body?.content ?? {});
  const body = h("textarea", { rows: 8, class: "code", spellcheck: "false" });
  const type = select(types.length > 0 ? types : [""], types[0] ?? "", () => fill());
  const named = h("select", { on: { change: () => { const chosen = exampleList()[Number(named.value)]; if (chosen) body.value = text(chosen[1]); } } });
  const answer = h("section", { "aria-live": "polite", "aria-label": "Answer" });
  const wanted = h("input", { placeholder: "code=404, example=…", "aria-label": "Prefer" });
  const schemes = [...new Set(operation.security.flatMap((one) => Object.keys(one)))];
  const credentials = h("div", { class: "values" });
  /** @type {Record<string, any>} */
  const given = {};

  /** @returns {[string, any][]} */
  function exampleList() {
    const media = operation.body?.content?.[type.value] ?? {};
    const all = Object.entries(media.examples ?? {}).map(([name, one]) => /** @type {[string, any]} */ ([name, resolved(document, one).value]));
    if (media.example !== undefined) all.unshift(["example", media.example]);
    return all.filter(([, value]) => value !== undefined);
  }

  function fill() {
    const all = exampleList();
    put(named, all.map(([name], index) => h("option", { value: String(index) }, visible(name))));
    named.closest("label")?.toggleAttribute("hidden", all.length === 0);
    body.value = text(all.length > 0 ? all[0][1] : beginning(document, operation.body?.content?.[type.value]?.schema ?? {}));
  }

  async function drawCredentials() {
    if (schemes.length === 0) return;
    const identities = (await mockFile().catch(() => null))?.value?.identities ?? {};
    put(credentials, schemes.map((name) => {
      const scheme = resolved(document, document.components?.securitySchemes?.[name]);
      const known = Object.entries(identities).map(([who, one]) => /** @type {[string, string]} */ ([who, credential(scheme, one)])).filter(([, value]) => value);
      const input = h("input", { value: known[0]?.[1] ?? (scheme.type === "http" && scheme.scheme === "basic" ? "user:password" : "any-token"), list: `who-${name}`, autocomplete: "off", spellcheck: "false" });
      given[name] = { scheme, input };
      return [field(`${visible(name)}: ${scheme.scheme ?? scheme.type ?? ""}`, input, known.length > 0 ? `From identities: ${known.map(([who]) => who).join(", ")}` : scheme.in === "cookie" ? "Pages cannot send a cookie for you: use the curl line." : undefined),
        h("datalist", { id: `who-${name}` }, known.map(([who, value]) => h("option", { value }, who)))];
    }));
  }

  function request() {
    let path = operation.path;
    /** @type {string[]} */
    const query = [];
    /** @type {[string, string][]} */
    const headers = [];
    for (const { one, input } of rows) {
      const value = input.value;
      if (value === "" && !(one.required && one.in === "path")) continue;
      if (one.in === "path") path = path.replace(`{${one.name}}`, encodeURIComponent(value));
      else if (one.in === "query") query.push(...queryPairs(one, value));
      else if (one.in === "header") headers.push([one.name, value]);
      else headers.push(["Cookie", `${one.name}=${value}`]);
    }
    for (const { scheme, input } of Object.values(given)) {
      if (!input.value) continue;
      if (scheme.type === "apiKey") {
        if (scheme.in === "query") query.push(`${encodeURIComponent(scheme.name)}=${encodeURIComponent(input.value)}`); else headers.push([scheme.in === "cookie" ? "Cookie" : scheme.name, scheme.in === "cookie" ? `${scheme.name}=${input.value}` : input.value]);
      } else {
        headers.push(["Authorization", scheme.scheme?.toLowerCase() === "basic" ? `Basic ${btoa(unescape(encodeURIComponent(input.value)))}` : `Bearer ${input.value}`]);
      }
    }
    if (types.length > 0) headers.push(["Content-Type", type.value]);
    if (wanted.value.trim()) headers.push(["Prefer", wanted.value.trim()]);
    return { method: operation.method, target: operation.base + path + (query.length > 0 ? `?${query.join("&")}` : ""), headers, body: types.length > 0 ? body.value : "", session: session() };
  }

  const form = h("form", { class: "content-form", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); sendAndShow(sendable(request()), answer); } } },
    h("div", { class: "values" }, rows.map(({ one, input }) => field(`${visible(one.name)}${one.required ? " *" : ""}`, input, one.in))), credentials,
    types.length > 0 && [h("div", { class: "values" }, field("Media type", type), field("Example", named)), field("Body", body)],
    h("div", { class: "tools" }, h("button", { class: "main", type: "submit" }, "Send"), button("Copy as cURL", () => { const one = request(); copy(curlLine(one, one.session), "The curl line is copied."); }), wanted), answer);
  if (types.length > 0) fill();
  drawCredentials();
  return form;
}

/**
 * A page may not set a cookie for a request.
 * @param {ReturnType<any>} request
 */
function sendable(request) { return { ...request, headers: request.headers.filter((/** @type {[string, string]} */ [name]) => name !== "Cookie") }; }

/** @param {any} scheme @param {any} identity @returns {string} */
function credential(scheme, identity) {
  if (scheme.type === "apiKey") return identity.key ?? "";
  if (scheme.type === "http" && scheme.scheme?.toLowerCase() === "basic") return identity.username ? `${identity.username}:${identity.password ?? ""}` : "";
  return identity.bearer ?? "";
}

/** @param {any} document @param {any} parameter */
function parameterInput(document, parameter) {
  const schema = resolved(document, parameter.schema ?? {});
  const named = Object.values(parameter.examples ?? {})[0];
  const example = parameter.example ?? (named ? resolved(document, named).value : undefined) ?? (parameter.required ? beginning(document, schema) : undefined);
  const value = example === undefined || example === null ? "" : typeof example === "object" ? JSON.stringify(example) : String(example);
  const choices = Array.isArray(schema.enum) ? schema.enum.map(String) : schema.type === "boolean" ? ["true", "false"] : null;
  if (choices && choices.length <= 100) return select(/** @type {any} */ ([...(parameter.required ? [] : [["", "(not sent)"]]), ...choices]), value, () => {});
  return h("input", { value, spellcheck: "false", placeholder: parameter.required ? "" : "not sent" });
}

/** @param {any} parameter @param {string} value @returns {string[]} */
function queryPairs(parameter, value) {
  const pair = (/** @type {string} */ name, /** @type {any} */ one) => `${encodeURIComponent(name)}=${encodeURIComponent(typeof one === "object" ? JSON.stringify(one) : String(one))}`;
  /** @type {any} */
  let parsed = value;
  try { if (/^[[{]/.test(value)) parsed = JSON.parse(value); } catch { /* it is sent as it stands */ }
  if (Array.isArray(parsed)) return parameter.explode === false ? [`${encodeURIComponent(parameter.name)}=${parsed.map((one) => encodeURIComponent(String(one))).join({ pipeDelimited: "%7C", spaceDelimited: "%20" }[String(parameter.style)] ?? ",")}`] : parsed.map((one) => pair(parameter.name, one));
  if (parsed && typeof parsed === "object" && !parameter.content) return Object.entries(parsed).map(([name, one]) => pair(parameter.style === "deepObject" ? `${parameter.name}[${name}]` : name, one));
  return [pair(parameter.name, parsed)];
}

/** @param {any} value */
function text(value) { return typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value, null, 2); }
