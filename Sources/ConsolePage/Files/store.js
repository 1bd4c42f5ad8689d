// What the page knows: exchanges, sessions, contracts. Bounded: the oldest exchanges make room.

import { ask } from "./api.js";
import { listen } from "./events.js";

/** Exchanges that are kept; a tenth of them goes at a time. */
export const LIMIT = 50_000;

export const store = {
  /** @type {import("./types.js").Exchange[]} oldest first */
  exchanges: [],
  /** @type {import("./types.js").Session[]} */
  sessions: [],
  /** @type {import("./types.js").ServedContract[]} */
  contracts: [],
  /** @type {any} */
  health: null,
  /** @type {"connecting" | "live" | "lost" | "again"} */
  connection: "connecting",
  trouble: "",
  paused: false,
  /** How many came while it was paused. */
  held: 0,
};

/** @type {Map<string, import("./types.js").Exchange>} */
const byKey = new Map();
/** @type {[string, any][]} */
let waiting = [];
/** @type {Map<string, Set<(detail: any) => void>>} */
const listeners = new Map();

/**
 * `exchanges`, `sessions`, `connection`, `contract`, `cleared`.
 * @param {string} event
 * @param {(detail: any) => void} listener
 * @returns {() => void} ends it
 */
export function on(event, listener) {
  const all = listeners.get(event) ?? new Set();
  listeners.set(event, all.add(listener));
  return () => all.delete(listener);
}

/** @param {string} event @param {any} [detail] */
export function emit(event, detail) { for (const listener of [...(listeners.get(event) ?? [])]) listener(detail); }

/** @param {any[]} entries */
export function take(entries) {
  /** @type {import("./types.js").Exchange[]} */
  const fresh = [], changed = [];
  for (const entry of entries) {
    const key = `${entry.session}/${entry.number}/${entry.time}`;
    const known = byKey.get(key);
    if (known) {
      changed.push(Object.assign(known, entry));
      continue;
    }
    entry.key = key;
    entry.at = Date.parse(entry.time);
    byKey.set(key, entry);
    fresh.push(entry);
  }
  // Every session tells its own in their order; those of several come one session after another.
  fresh.sort((one, other) => one.at - other.at);
  const last = store.exchanges.at(-1);
  const isBehind = last !== undefined && fresh.length > 0 && fresh[0].at < last.at;
  for (const entry of fresh) store.exchanges.push(entry);
  if (isBehind) store.exchanges.sort((one, other) => one.at - other.at);
  let dropped = isBehind ? 1 : 0;
  if (store.exchanges.length > LIMIT) {
    dropped = store.exchanges.length - LIMIT + LIMIT / 10;
    for (const entry of store.exchanges.splice(0, dropped)) byKey.delete(entry.key);
  }
  emit("exchanges", { fresh, changed, dropped });
}

/** Forgets what the page shows, not what the mock keeps. */
export function forget() {
  store.exchanges = [];
  emit("cleared");
}

/** @param {boolean} paused */
export function pause(paused) {
  store.paused = paused;
  store.held = 0;
  const missed = waiting;
  if (!paused) {
    waiting = [];
    for (const [, data] of missed) take(data);
  }
  emit("connection");
}

/** @param {string} session @param {number} number */
export function find(session, number) {
  for (let index = store.exchanges.length - 1; index >= 0; index--) {
    const entry = store.exchanges[index];
    if (entry.number === number && entry.session === session) return entry;
  }
  return undefined;
}

export async function refreshContract() {
  store.health = await ask("health");
  emit("contract");
}

export function connect() {
  listen((event, data) => {
    if (event === "sessions") {
      store.sessions = data;
      emit("sessions");
    } else if (event === "exchanges" && store.paused) {
      store.held += data.length;
      waiting.push([event, data]);
      // While it is paused no more is held than would be shown.
      while (waiting.length > 0 && store.held > LIMIT) store.held -= waiting.shift()?.[1].length ?? 0;
      emit("connection");
    } else if (event === "exchanges") {
      take(data);
    }
  }, (connection, trouble) => {
    const was = store.connection;
    store.connection = connection;
    store.trouble = trouble;
    emit("connection");
    // Whatever was read of contract and mock file may be another now.
    if (connection === "live" && was !== "connecting") refreshContract().catch(() => {});
  });
}
