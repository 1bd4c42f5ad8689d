// Recordings: those of the mock, HTTP Archives opened in the page, and what was recorded here; their timeline, and two of them compared.

import { ask } from "./api.js";
import { compare } from "./comparison.js";
import { content } from "./content.js";
import { archive } from "./curl.js";
import { button, dialog, download, h, put, select, tell } from "./dom.js";
import { clockTime, duration, plural, size, statusClass, visible, wholeTime } from "./format.js";
import { exchangesOf } from "./harfile.js";
import { recordCard, replayCard, replayFrom } from "./replay.js";
import { store } from "./store.js";
import { opened } from "./traffic.js";
import { waterfall } from "./waterfall.js";

/** @typedef {import("./types.js").Exchange} Exchange */
/** @typedef {import("./comparison.js").Recording} Recording */

/**
 * Those that were opened, for as long as the page is.
 * @type {Recording[]}
 */
const recordings = [];
const LARGEST = 64_000_000;

/** @param {Element} main */
export function recordingsRoom(main) {
  let chosen = 0, other = 1;
  /** @type {{number: number, name: string, exchanges: number, started?: string}[]} */
  let kept = [];
  const file = h("input", { type: "file", accept: ".har,application/json", multiple: true, class: "unseen", "aria-label": "Open recordings", tabindex: -1, on: { change: () => open(file.files) } });
  const drop = h("div", { class: "drop" }, "Drop HAR files here, of counterpart record, a browser, Proxyman or Charles, or ", button("open some", () => file.click()), " or ", button("take the present traffic", present), file);
  const replaying = h("section", { class: "card" }), recording = h("section", { class: "card" });
  const own = h("div"), body = h("div", { class: "content-form" });
  put(main, h("div", { class: "room" }, h("div", { class: "panel", tabindex: 0, role: "group", "aria-label": "Recordings" }, h("div", { class: "content-form" }, h("div", { class: "two" }, replaying, recording), own, drop, body))));
  const replay = replayCard(replaying);
  const end = recordCard(recording, (entries) => add(`recorded at ${clockTime(Date.now())}.har`, entries));
  for (const kind of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (/** @type {any} */ event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
      if (kind === "drop") open(event.dataTransfer.files);
    });
  }

  /** @param {string} name @param {Exchange[]} entries @param {any} [har] */
  function add(name, entries, har) {
    recordings.push({ name, entries, har: () => har ?? JSON.parse(archive(entries, store.health?.api_version ?? "")) });
    chosen = recordings.length - 1;
    draw();
  }

  /** @param {Iterable<File>} files */
  async function open(files) {
    for (const one of files) {
      try {
        if (one.size > LARGEST) throw new Error(`it has ${size(one.size)}; the page opens up to ${size(LARGEST)}`);
        const har = JSON.parse(await one.text());
        add(one.name, exchangesOf(har), har);
      } catch (error) {
        tell(`${one.name} cannot be opened: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  async function present() {
    const entries = (await Promise.all(store.exchanges.slice(-1000).map((entry) => opened(entry).catch(() => null)))).filter((entry) => entry !== null);
    if (entries.length === 0) return tell("There is no traffic yet.");
    add(`traffic at ${clockTime(Date.now())}.har`, /** @type {Exchange[]} */ (entries));
  }

  /** @param {{number: number, name: string}} one */
  async function fetchOne(one) {
    try {
      const har = await ask(`recordings/${one.number}`);
      add(one.name.split("/").pop() ?? one.name, exchangesOf(har), har);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  }

  async function load() {
    kept = await ask("recordings").catch(() => []);
    put(own, kept.length > 0 && h("section", { class: "card" }, h("h2", null, "Of the mock"), h("table", null, h("thead", null, h("tr", null, ["Recording", "Exchanges", "Begun"].map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, h("span", { class: "unseen" }, "Actions")))),
      h("tbody", null, kept.map((one) => h("tr", null, h("td", { class: "mono" }, visible(one.name)), h("td", null, one.exchanges), h("td", null, one.started ? wholeTime(Date.parse(one.started)) : "–"), h("td", null, button("Open", () => fetchOne(one), { "aria-label": `Open ${visible(one.name)}` }))))))));
  }

  /** @param {Recording} one */
  async function answerFrom(one) {
    try {
      await replayFrom(one.name, one.har());
      tell(`${one.name} answers from the next request on.`);
    } catch (error) {
      dialog("It cannot be replayed", h("p", null, error instanceof Error ? error.message : String(error)));
    }
    await replay.load();
  }

  function draw() {
    if (recordings.length === 0) return put(body, h("div", { class: "empty" }, h("h2", null, "No recording is open"), h("p", null, "An open recording shows its timeline and its exchanges, can be compared with another one, and can answer in place of the mock.")));
    const names = recordings.map((one, index) => /** @type {[string, string]} */ ([String(index), one.name]));
    const one = recordings[chosen];
    const drawn = h("section", { class: "waterfall box", "aria-label": "Timeline", tabindex: 0 });
    const compared = h("div", { class: "content-form", "aria-live": "polite" });
    if (other === chosen || other < 0 || other >= recordings.length) other = recordings.findIndex((_, index) => index !== chosen);
    put(body, h("div", { class: "tools" }, select(names, String(chosen), (index) => { chosen = Number(index); draw(); }, { "aria-label": "Recording" }), h("span", { class: "soft" }, plural(one.entries.length, "exchange")),
      button("Replay it", () => answerFrom(one)), button("Save as HAR", () => download(one.name.endsWith(".har") ? one.name : `${one.name}.har`, JSON.stringify(one.har(), null, 2), "application/json")), button("Close", () => { recordings.splice(chosen, 1); chosen = 0; draw(); })),
    drawn, h("section", { class: "card" }, h("h2", null, "Compare"), recordings.length < 2 ? h("p", { class: "soft" }, "Open a second recording to compare them.")
      : h("div", { class: "tools" }, visible(one.name), " with ", select(names.filter(([index]) => index !== String(chosen)), String(other), (index) => { other = Number(index); }, { "aria-label": "The other recording" }), button("Compare", () => compare(one, recordings[other], compared))), compared),
    h("section", { class: "card" }, h("h2", null, "Exchanges"), table(one.entries)));
    waterfall(drawn, one.entries, show);
  }
  draw();
  load();
  let shown = location.hash;
  return { update() { if (shown !== location.hash) { shown = location.hash; replay.load(); } }, end };
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
