// Requests made by hand: an exchange sent again, changed and sent, or made anew.

import { send } from "./api.js";
import { content } from "./content.js";
import { curlLine, sendable } from "./curl.js";
import { button, copy, dialog, field, h, put, select, tell } from "./dom.js";
import { parse } from "./exact.js";
import { duration, size, statusClass, visible } from "./format.js";
import { session as chosen } from "./route.js";
import { store } from "./store.js";
import { opened } from "./traffic.js";

/** @typedef {{method: string, target: string, headers: [string, string][], body: string, session: string}} Sending */

/** @param {import("./types.js").Exchange} entry */
async function sendingOf(entry) {
  const whole = await opened(entry);
  return { method: whole.method, target: whole.target, headers: sendable(whole), body: whole.request?.text ?? "", session: whole.session };
}

/** @param {import("./types.js").Exchange} entry */
export async function resend(entry) {
  const sending = await sendingOf(entry);
  const hidden = sending.headers.find(([, value]) => /redacted-/i.test(value));
  if (hidden) {
    tell("A secret of this request is not kept. Put it in again.");
    return compose(entry);
  }
  try {
    const { response } = await send(sending);
    tell(`Sent again: ${response.status || "no status"}`);
  } catch {
    tell("Sent again: no answer, the connection ended.");
  }
}

/** @param {import("./types.js").Exchange} [entry] */
export async function compose(entry) {
  const sending = entry ? await sendingOf(entry) : { method: "GET", target: "/", headers: [], body: "", session: chosen() };
  const editor = requestEditor(sending);
  const { element } = dialog(entry ? "Change and send" : "Compose a request", [editor.form, editor.answer], [
    button("Copy as cURL", () => { const request = editor.request(); copy(curlLine(request, request.session), "The curl line is copied."); }),
    button("Send", editor.send, { class: "main" }),
  ]);
  element.classList.add("composer");
}

/**
 * Form and answer of one request.
 * @param {Sending} sending
 */
export function requestEditor(sending) {
  const method = select(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"], sending.method, () => {}, { "aria-label": "Method" });
  if (method.value !== sending.method) method.append(h("option", { selected: true }, sending.method));
  const target = h("input", { value: sending.target, "aria-label": "Path and query", class: "code", spellcheck: "false" });
  const body = h("textarea", { rows: 7, class: "code", spellcheck: "false", value: pretty(sending.body) });
  const pairs = h("div", { class: "pairs" });
  const add = (name = "", value = "") => {
    const row = h("div", null, h("input", { value: name, "aria-label": "Name of a header field", class: "code", list: "field-names" }), h("input", { value, "aria-label": "Value of the header field", class: "code" }), button("✕", () => row.remove(), { class: "plain", "aria-label": "Remove the header field" }));
    pairs.append(row);
  };
  for (const [name, value] of sending.headers) add(name, value);
  const sessions = select(store.sessions.map((one) => /** @type {[string, string]} */ ([one.id, one.id || "(common)"])), sending.session, () => {});
  const answer = h("section", { "aria-live": "polite", "aria-label": "Answer" });
  const request = () => ({
    method: method.value, target: target.value.startsWith("/") ? target.value : `/${target.value}`, body: body.value, session: sessions.value,
    headers: [...pairs.children].map((row) => /** @type {[string, string]} */ ([...row.querySelectorAll("input")].map((input) => input.value.trim()))).filter(([name]) => name),
  });
  const form = h("div", { class: "content-form" },
    h("div", { class: "inline" }, method, target, sessions),
    h("datalist", { id: "field-names" }, ["Accept", "Authorization", "Content-Type", "If-None-Match", "Prefer", "X-Request-ID"].map((name) => h("option", { value: name }))),
    h("h3", null, "Header fields"), pairs, h("div", { class: "tools" }, button("Add a header field", () => add()), button("Prefer: code=…", () => add("Prefer", "code=500"))),
    field("Body", body));
  sessions.setAttribute("aria-label", "Session");
  return { form, answer, request, send: () => sendAndShow(request(), answer) };
}

/** @param {Sending} request @param {Element} place */
export async function sendAndShow(request, place) {
  put(place, h("p", { class: "soft" }, "Waiting for the answer…"));
  try {
    const { response, bytes, milliseconds } = await send(request);
    const decision = response.headers.get("Counterpart-Decision");
    /** @type {import("./types.js").Message} */
    const message = { headers: {}, bytes: bytes.length };
    for (const [name, value] of response.headers) message.headers[name] = [value];
    try { if (bytes.length > 0) message.text = new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch { message.base64 = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join("")); }
    put(place, h("div", { class: "tools" }, h("h3", null, "Answer"), h("span", { class: `tag ${statusClass(response.status)}` }, response.status || "redirection"), h("span", null, duration(milliseconds)), h("span", null, size(bytes.length)), decision && h("span", { class: "soft" }, visible(decision).replace(/[^\s,]*\/(mock\.)/g, "$1"))),
      content(message));
  } catch (error) {
    put(place, h("p", { class: "trouble" }, `No answer came: ${error instanceof Error ? error.message : error}. A fault may have ended the connection; the list of exchanges says why.`));
  }
}

/** @param {string} text */
function pretty(text) {
  try { return text.length < 100_000 && /^\s*[[{]/.test(text) ? JSON.stringify(parse(text), null, 2) : text; } catch { return text; }
}
