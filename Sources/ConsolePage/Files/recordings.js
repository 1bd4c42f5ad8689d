// Recordings: HTTP Archives opened in the page, their timeline, and two of them compared.

import { content } from "./content.js";
import { archive } from "./curl.js";
import { button, copy, dialog, download, h, put, select, tell } from "./dom.js";
import { parse } from "./exact.js";
import { clockTime, duration, plural, size, splitTarget, statusClass, visible } from "./format.js";
import { diffBox } from "./keep.js";
import { store } from "./store.js";
import { opened } from "./traffic.js";
import { waterfall } from "./waterfall.js";

/** @typedef {import("./types.js").Exchange} Exchange */

/** Those that were opened, for as long as the page is. @type {{name: string, entries: Exchange[]}[]} */
const recordings = [];
const LARGEST = 64_000_000;

/** @param {Element} main */
export function recordingsRoom(main) {
  let chosen = 0, other = 1;
  const file = h("input", { type: "file", accept: ".har,application/json", multiple: true, class: "unseen", "aria-label": "Open recordings", tabindex: -1, on: { change: () => open(file.files) } });
  const drop = h("div", { class: "drop" }, "Drop HAR files here, of counterpart record, a browser, Proxyman or Charles, or ", button("open some", () => file.click()), " or ", button("take the present traffic", present), file);
  const body = h("div", { class: "content-form" });
  put(main, h("div", { class: "room" }, h("div", { class: "panel", tabindex: 0, role: "group", "aria-label": "Recordings" }, h("div", { class: "content-form" }, drop, body))));
  for (const kind of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (/** @type {any} */ event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
      if (kind === "drop") open(event.dataTransfer.files);
    });
  }

  /** @param {Iterable<File>} files */
  async function open(files) {
    for (const one of files) {
      try {
        if (one.size > LARGEST) throw new Error(`${one.name} has ${size(one.size)}; the page opens up to ${size(LARGEST)}.`);
        recordings.push({ name: one.name, entries: exchangesOf(JSON.parse(await one.text())) });
        chosen = recordings.length - 1;
      } catch (error) {
        tell(`${one.name} is no HTTP Archive: ${error instanceof Error ? error.message : error}`);
      }
    }
    draw();
  }

  async function present() {
    const entries = (await Promise.all(store.exchanges.slice(-1000).map((entry) => opened(entry).catch(() => null)))).filter((entry) => entry !== null);
    if (entries.length === 0) return tell("There is no traffic yet.");
    recordings.push({ name: `traffic at ${clockTime(Date.now())}`, entries: /** @type {Exchange[]} */ (entries) });
    chosen = recordings.length - 1;
    draw();
  }

  function draw() {
    if (recordings.length === 0) {
      const lines = ["counterpart record Contracts/api --backend http://127.0.0.1:9000 --to app.har", "counterpart serve Contracts/api --replay app.har"];
      return put(body, h("div", { class: "empty" }, h("h2", null, "No recording is open"), h("p", null, "Record a backend through a proxy, then answer from what was recorded:"), lines.map((line) => h("div", { class: "copyable" }, h("pre", { class: "box" }, line), button("Copy", () => copy(line))))));
    }
    const names = recordings.map((one, index) => /** @type {[string, string]} */ ([String(index), one.name]));
    const one = recordings[chosen];
    const drawn = h("section", { class: "waterfall box", "aria-label": "Timeline", tabindex: 0 });
    const compared = h("div", { class: "content-form", "aria-live": "polite" });
    if (other === chosen || other < 0 || other >= recordings.length) other = recordings.findIndex((_, index) => index !== chosen);
    put(body, h("div", { class: "tools" }, select(names, String(chosen), (index) => { chosen = Number(index); draw(); }, { "aria-label": "Recording" }), h("span", { class: "soft" }, plural(one.entries.length, "exchange")),
      button("Save as HAR", () => download(one.name.endsWith(".har") ? one.name : "traffic.har", archive(one.entries, ""), "application/json")), button("Close", () => { recordings.splice(chosen, 1); chosen = 0; draw(); })),
    drawn, h("section", { class: "card" }, h("h2", null, "Compare"), recordings.length < 2 ? h("p", { class: "soft" }, "Open a second recording to compare them.")
      : h("div", { class: "tools" }, visible(one.name), " with ", select(names.filter(([index]) => index !== String(chosen)), String(other), (index) => { other = Number(index); }, { "aria-label": "The other recording" }), button("Compare", () => compare(one, recordings[other], compared))), compared),
    h("section", { class: "card" }, h("h2", null, "Exchanges"), table(one.entries)));
    waterfall(drawn, one.entries, show);
  }
  draw();
  return { update() {}, end() {} };
}

/** @param {Exchange[]} entries */
function table(entries) {
  return h("div", { class: "sheet", tabindex: 0, role: "group", "aria-label": "Exchanges of the recording" }, h("table", null, h("thead", null, h("tr", null, ["Time", "Request", "Status", "Taken", "Size"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, entries.slice(0, 1000).map((entry) => h("tr", null, h("td", null, clockTime(entry.at)), h("td", null, button(`${entry.method} ${visible(entry.target.slice(0, 200))}`, () => show(entry), { class: "plain mono" })), h("td", null, h("span", { class: `tag ${statusClass(entry.status)}` }, entry.status ?? "none")), h("td", null, duration(entry.milliseconds)), h("td", null, size(entry.response_bytes)))))));
}

/** @param {Exchange} entry */
function show(entry) {
  dialog(`${entry.method} ${visible(entry.target.slice(0, 300))}`, [h("h3", null, "Request"), entry.request && content(entry.request), h("h3", null, `Answer ${entry.status ?? ""}`), entry.response && content(entry.response)]);
}

/** By method and path, the exchanges of two recordings one after another. @param {{name: string, entries: Exchange[]}} one @param {{name: string, entries: Exchange[]}} other @param {Element} place */
function compare(one, other, place) {
  const grouped = (/** @type {Exchange[]} */ entries) => {
    /** @type {Map<string, Exchange[]>} */
    const groups = new Map();
    for (const entry of entries) groups.set(`${entry.method} ${splitTarget(entry.target).path}`, [...(groups.get(`${entry.method} ${splitTarget(entry.target).path}`) ?? []), entry]);
    return groups;
  };
  const [ours, theirs] = [grouped(one.entries), grouped(other.entries)];
  const rows = [...new Set([...ours.keys(), ...theirs.keys()])].sort().map((name) => {
    const [left, right] = [ours.get(name) ?? [], theirs.get(name) ?? []];
    const statuses = (/** @type {Exchange[]} */ list) => [...new Set(list.map((entry) => entry.status ?? "none"))].sort().join(", ") || "–";
    const bodies = [left, right].map((list) => shapeText(list[0]?.response?.text));
    const isSame = statuses(left) === statuses(right) && bodies[0] === bodies[1];
    const median = (/** @type {Exchange[]} */ list) => duration(list.map((entry) => entry.milliseconds ?? 0).sort((a, b) => a - b)[list.length >> 1]);
    return h("tr", null, h("td", { class: "mono" }, visible(name)), h("td", null, `${left.length} / ${right.length}`), h("td", null, `${statuses(left)} / ${statuses(right)}`), h("td", null, `${median(left) || "–"} / ${median(right) || "–"}`),
      h("td", null, left.length === 0 ? h("span", { class: "tag warn" }, "new") : right.length === 0 ? h("span", { class: "tag warn" }, "gone") : isSame ? h("span", { class: "tag good" }, "same") : button("differs", () => dialog(`Answers of ${name}`, diffBox(bodies[0], bodies[1])), { class: "plain warn" })));
  });
  put(place, h("div", { class: "across", tabindex: 0, role: "group", "aria-label": "Comparison" }, h("table", null, h("thead", null, h("tr", null, ["Request", "Exchanges", "Statuses", "Median", "Answers"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", null, rows))));
}

/** JSON in one form, so that only what it says differs. @param {string | undefined} text */
function shapeText(text) {
  try { return JSON.stringify(parse(text ?? ""), null, 2); } catch { return text ?? ""; }
}

/** @param {any} har HTTP Archive 1.2 @returns {Exchange[]} */
function exchangesOf(har) {
  if (!Array.isArray(har?.log?.entries)) throw new Error("it has no log.entries");
  return har.log.entries.map((/** @type {any} */ one, /** @type {number} */ index) => {
    let target = String(one.request?.url ?? "");
    try { const url = new URL(target); target = url.pathname + url.search; } catch { /* shown as it stands */ }
    const at = Date.parse(one.startedDateTime) || 0;
    const isBase64 = one.response?.content?.encoding === "base64";
    return {
      number: index + 1, time: String(one.startedDateTime ?? ""), at, key: `${index}`, method: String(one.request?.method ?? ""), target, status: Number(one.response?.status) || undefined, milliseconds: Number(one.time) || 0,
      latency_milliseconds: 0, request_bytes: Math.max(Number(one.request?.bodySize) || 0, 0), response_bytes: Math.max(Number(one.response?.content?.size) || 0, 0), decision: "", kind: "", session: "",
      request: message(one.request?.headers, one.request?.postData?.text, undefined), response: message(one.response?.headers, isBase64 ? undefined : one.response?.content?.text, isBase64 ? one.response.content.text : undefined),
    };
  });
}

/** @param {any} fields @param {any} text @param {any} base64 @returns {import("./types.js").Message} */
function message(fields, text, base64) {
  /** @type {Record<string, string[]>} */
  const headers = {};
  for (const field of Array.isArray(fields) ? fields : []) headers[String(field.name).toLowerCase()] = [...(headers[String(field.name).toLowerCase()] ?? []), String(field.value)];
  const kept = typeof text === "string" && text !== "" ? { text } : typeof base64 === "string" ? { base64 } : {};
  return { headers, bytes: kept.text ? new TextEncoder().encode(kept.text).length : 0, ...kept };
}
