// What answers a session out of recordings, and the recording of what a backend behind the mock answers.

import { ask } from "./api.js";
import { button, copy, h, put, tell } from "./dom.js";
import { plural, visible } from "./format.js";
import { session } from "./route.js";
import { on } from "./store.js";
import { opened } from "./traffic.js";

/** @typedef {import("./types.js").Exchange} Exchange */

const query = () => ({ session: session() || undefined });

/** @param {Element} place @returns {{load: () => Promise<void>}} */
export function replayCard(place) {
  const trouble = h("div", { class: "trouble", role: "alert" });

  /** @param {() => Promise<any>} action @param {string} told */
  async function act(action, told) {
    try {
      await action();
      put(trouble);
      tell(told);
    } catch (error) {
      put(trouble, error instanceof Error ? error.message : String(error));
    }
    await load();
  }

  async function load() {
    const now = await ask("replay", { query: query() }).catch(() => null);
    if (!now) return;
    const files = now.files.map((/** @type {string} */ name) => name.split("/").pop()).join(", ");
    put(place, h("header", null, h("h2", null, "Replaying"), h("div", { class: "tools" },
      now.on && button("Turn off", () => act(() => ask("replay", { method: "PUT", query: query(), body: { on: false } }), "No recording answers any more.")),
      !now.on && now.files.length > 0 && button("Turn on", () => act(() => ask("replay", { method: "PUT", query: query(), body: { on: true } }), "The recordings answer again.")),
      now.set && button("As started", () => act(() => ask("replay", { method: "DELETE", query: query() }), "Replaying is as the mock was started.")))),
    h("p", null, h("span", { class: `tag ${now.on ? "good" : ""}` }, now.on ? "on" : "off"), " ",
      now.on ? `${plural(now.exchanges, "exchange")} of ${visible(files)} answer${now.alone ? ", and nothing else does" : " before rules and examples"}.` : now.files.length > 0 ? `${visible(files)} could answer.` : "No recording answers. Replay one of the list below, or start the mock with one:"),
    !now.on && now.files.length === 0 && line("counterpart serve Contracts/api --replay app.har"),
    now.left_out.length > 0 && h("details", null, h("summary", null, `${plural(now.left_out.length, "exchange")} left out`), h("ul", { class: "plain-list" }, now.left_out.map((/** @type {any} */ one) => h("li", null, `Entry ${one.entry}: ${visible(one.reason)}`)))), trouble);
  }
  load();
  return { load };
}

/**
 * Answers the session from a recording.
 * @param {string} name
 * @param {any} har
 */
export function replayFrom(name, har) { return ask("replay", { method: "PUT", query: query(), body: { on: true, name: name.slice(0, 200), har } }); }

/**
 * What is being recorded, for as long as the page is.
 * @type {{entries: Map<string, Exchange>, waiting: Set<Promise<any>>, end: () => void} | null}
 */
let recording = null;
/** Of the card that is shown; a recording goes on in the other rooms. */
let redraw = () => {};

/**
 * @param {Element} place @param {(entries: Exchange[]) => void} done takes what was recorded
 * @returns {() => void} ends the drawing, not the recording
 */
export function recordCard(place, done) {
  let isBehind = false;

  function begin() {
    const [entries, waiting] = [new Map(), new Set()];
    const end = on("exchanges", (/** @type {{fresh: Exchange[], changed: Exchange[]}} */ { fresh, changed }) => {
      for (const entry of [...fresh, ...changed]) {
        if (entry.kind !== "forwarded" || entry.milliseconds === undefined || entries.has(entry.key)) continue;
        entries.set(entry.key, entry);
        // Before the journal forgets its contents.
        const reading = opened(entry).then((whole) => { entries.set(entry.key, whole); }, () => { entries.delete(entry.key); });
        waiting.add(reading);
        reading.finally(() => waiting.delete(reading));
      }
      redraw();
    });
    recording = { entries, waiting, end };
    draw();
  }

  async function finish() {
    const finished = recording;
    if (!finished) return;
    finished.end();
    recording = null;
    await Promise.all([...finished.waiting]);
    draw();
    if (finished.entries.size === 0) return tell("The backend was asked nothing meanwhile.");
    done([...finished.entries.values()].sort((one, other) => one.at - other.at));
  }

  function draw() {
    put(place, h("header", null, h("h2", null, "Recording"), isBehind && (recording ? button(`Stop (${recording.entries.size.toLocaleString()})`, finish, { class: "main" }) : button("Record", begin, { class: "main" }))),
      isBehind ? h("p", { class: "soft" }, recording ? "Whatever the backend answers is recorded, without its secrets." : "Records what the backend behind the mock answers, from here on, until it is stopped.")
        : [h("p", { class: "soft" }, "No backend is behind the mock. Put it between the app and one, or record through a proxy:"), line("counterpart serve Contracts/api --mode spy --backend http://127.0.0.1:9000"), line("counterpart record Contracts/api --backend http://127.0.0.1:9000 --to app.har")]);
  }

  redraw = draw;
  ask("behaviour").then((behaviour) => { isBehind = behaviour.backend; draw(); }, () => {});
  draw();
  return () => { redraw = () => {}; };
}

/**
 * A command to copy.
 * @param {string} text
 */
export function line(text) { return h("div", { class: "copyable" }, h("pre", { class: "box" }, text), button("Copy", () => copy(text))); }
