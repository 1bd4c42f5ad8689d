// What a message holds, as it can best be read: a tree, a picture, text, or bytes.

import { button, copy, download, h } from "./dom.js";
import { parse } from "./exact.js";
import { size, visible } from "./format.js";
import { tree } from "./tree.js";

/** Characters of a text, and bytes of anything else, that are shown at once. */
const SHOWN = 20_000;
const LARGEST_TREE = 2_000_000;

/** @param {import("./types.js").Message | undefined} message */
export function mediaType(message) { return (message?.headers["content-type"]?.[0] ?? "").split(";")[0].trim().toLowerCase(); }

/** @param {import("./types.js").Message} message @returns {any} undefined where it is no JSON */
export function json(message) {
  if (message.text === undefined || message.text.length > LARGEST_TREE || !/^\s*[[{"\-\dtfn]/.test(message.text)) return undefined;
  try { return parse(message.text); } catch { return undefined; }
}

/** @param {import("./types.js").Message} message @param {import("./types.js").Violation[]} [violations] of its body */
export function content(message, violations = []) {
  if (message.left_out) return h("p", { class: "note" }, message.left_out);
  if (message.text === undefined && message.base64 === undefined) return h("p", { class: "soft" }, message.bytes > 0 ? "The mock did not keep it." : "No body.");
  const kept = message.text !== undefined ? new TextEncoder().encode(message.text).length : Math.floor((message.base64 ?? "").length * 3 / 4);
  const cut = kept < message.bytes && h("p", { class: "note" }, `The beginning, of ${size(message.bytes)}. The mock keeps no more of a body.`);
  const value = json(message);
  const raw = h("pre", { class: "box", tabindex: 0 });
  const tools = h("div", { class: "tools" });
  if (message.text !== undefined) {
    const text = message.text;
    tools.append(button("Copy body", () => copy(text, "The body is copied.")));
  }
  if (value !== undefined) {
    const drawn = tree(value, new Map(violations.map((one) => [place(one), `found ${one.found}, expected ${one.expected}`])));
    raw.hidden = true;
    longText(raw, message.text ?? "");
    const turn = button("Raw", () => {
      raw.hidden = !raw.hidden;
      drawn.hidden = !raw.hidden;
      turn.setAttribute("aria-pressed", String(!raw.hidden));
    }, { "aria-pressed": "false" });
    tools.append(turn);
    return [cut, drawn, raw, tools];
  }
  const type = mediaType(message);
  if (message.base64 !== undefined) {
    const bytes = Uint8Array.from(atob(message.base64), (mark) => mark.charCodeAt(0));
    return [cut, /^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(type) && picture(message.base64, type), hex(bytes)];
  }
  longText(raw, message.text ?? "");
  return [cut, raw, tools];
}

/** @param {import("./types.js").Violation} violation */
function place(violation) {
  const match = violation.location.match(/body(?: at)? (\/.*)$/);
  return match ? match[1] : violation.pointer ?? "";
}

/** @param {string} base64 @param {string} type */
function picture(base64, type) { return h("img", { class: "picture", alt: "The body of the message, as a picture", src: `data:${type};base64,${base64}` }); }

/** @param {any} element @param {string} text */
function longText(element, text) {
  element.append(visibleLines(text.slice(0, SHOWN)));
  if (text.length <= SHOWN) return;
  const rest = button(`Show all ${text.length.toLocaleString()} characters`, () => { rest.remove(); element.append(visibleLines(text.slice(SHOWN))); });
  element.append("\n", rest);
}

/** @param {string} text */
function visibleLines(text) { return text.split("\n").map(visible).join("\n"); }

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  const lines = [];
  for (let start = 0; start < Math.min(bytes.length, SHOWN / 10); start += 16) {
    const line = [...bytes.slice(start, start + 16)];
    const digits = line.map((byte) => byte.toString(16).padStart(2, "0")).join(" ").padEnd(47);
    const letters = line.map((byte) => byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·").join("");
    lines.push(`${start.toString(16).padStart(6, "0")}  ${digits}  ${letters}`);
  }
  const rest = bytes.length - SHOWN / 10;
  return h("div", null, h("div", { class: "hex box", tabindex: 0, role: "group", "aria-label": "Bytes" }, lines.join("\n"), rest > 0 && `\n… ${size(rest)} more`),
    rest > 0 && button("Save all bytes as hexadecimal text", () => download("body.txt", [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" "), "text/plain")));
}
