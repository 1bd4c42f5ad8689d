// The address of what is shown, behind its #: `#/traffic/7?session=ci&q=status:4xx`.

import { emit } from "./store.js";

/** @returns {import("./types.js").Route} */
export function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [room = "", ...parts] = path.split("/").map(decode);
  return { room, parts, query: new URLSearchParams(query) };
}

/** @param {string} text */
function decode(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

/**
 * @param {string} room @param {string[]} [parts] @param {Record<string, string | null>} [changes] of the query; what is null goes
 * @returns {string} with the chosen session, and in the same room with its query
 */
export function address(room, parts = [], changes = {}) {
  const now = route();
  const query = new URLSearchParams(now.room === room ? now.query : undefined);
  const session = now.query.get("session");
  if (session !== null) query.set("session", session);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || (value === "" && name !== "session")) query.delete(name); else query.set(name, value);
  }
  const search = query.toString();
  return `#/${[room, ...parts].map(encodeURIComponent).join("/")}${search ? `?${search}` : ""}`;
}

/** @param {string} hash @param {boolean} [replaces] the present one in the history */
export function go(hash, replaces) {
  if (hash === location.hash) return;
  if (!replaces) { location.hash = hash; return; }
  history.replaceState(null, "", hash);
  emit("route");
}

/** The chosen session: its id, empty for the common one, null for all. */
export function chosenSession() { return route().query.get("session"); }

/** The one that behaviour and requests belong to. */
export function session() { return chosenSession() ?? ""; }
