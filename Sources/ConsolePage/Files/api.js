// Requests to the control API of the contract that the page is about, and to the API that is mocked.

import { parse } from "./exact.js";

const own = location.pathname.match(/^\/_counterpart\/contracts\/([^/]+)/);

/** The name in the page's address; empty where the server has one contract, or none was chosen. */
export const contractName = own ? decodeURIComponent(own[1]) : "";
const base = own ? `/_counterpart/contracts/${own[1]}/` : "/_counterpart/";
const STORED = "counterpart-token";

/** What went wrong, as the problem says it. */
export class Refusal extends Error {
  /** @param {number} status @param {string} title @param {string} detail @param {any} [problem] */
  constructor(status, title, detail, problem) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.problem = problem;
  }
}

/** @type {() => void} */
let tokenWanted = () => {};
/** @param {() => void} action */
export function onTokenWanted(action) { tokenWanted = action; }

/**
 * Kept for this tab.
 * @param {string} token
 */
export function keepToken(token) { sessionStorage.setItem(STORED, token); }

/** The token that serve printed behind the # of the address is kept, and taken out of the address. */
export function takeTokenOfAddress() {
  const token = location.hash.startsWith("#token=") ? new URLSearchParams(location.hash.slice(1)).get("token") : null;
  if (!token) return;
  keepToken(token);
  history.replaceState(null, "", location.pathname + "#/traffic");
}

/** @returns {Record<string, string>} */
function credentials() {
  const token = sessionStorage.getItem(STORED);
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/**
 * @param {string} path below the control API
 * @param {{query?: Record<string, any>, method?: string, body?: any, signal?: AbortSignal, whole?: boolean, server?: boolean}} [options]
 *   `whole` gives the response; `server` asks the server and not one contract
 * @returns {Promise<any>}
 */
export async function ask(path, options = {}) {
  const { query = {}, method = "GET", body, signal, whole, server } = options;
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const headers = { ...credentials(), ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
  let response;
  try {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    response = await fetch((server ? "/_counterpart/" : base) + path + (search ? `?${search}` : ""), { method, headers, signal, body: sent, cache: "no-store" });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, "The mock is gone", "The mock does not answer. Start it again: this page then goes on by itself.");
  }
  if (!response.ok) throw await refusal(response);
  if (whole) return response;
  if (response.status === 204) return null;
  return (response.headers.get("Content-Type") ?? "").includes("json") ? parse(await response.text()) : response.text();
}

/** @param {Response} response */
async function refusal(response) {
  const text = await response.text();
  /** @type {any} */
  let problem = {};
  try { problem = JSON.parse(text); } catch { problem = { title: `Status ${response.status}`, detail: text.slice(0, 500) }; }
  if (response.status === 403 && /token/i.test(problem.detail ?? "") && path403(response)) tokenWanted();
  return new Refusal(response.status, problem.title ?? "Refused", problem.detail ?? "", problem);
}

/** @param {Response} response */
function path403(response) { return !response.url.includes("/mock-file"); }

/**
 * A path of the mocked API, in a session.
 * @param {string} target
 * @param {string} session
 */
export function inSession(target, session) {
  return session ? `/_counterpart/sessions/${encodeURIComponent(session)}${target}` : target;
}

/**
 * Sends to the mocked API, as an app would.
 * @param {{method: string, target: string, headers: [string, string][], body: string, session: string}} request
 */
export async function send({ method, target, headers, body, session }) {
  const begun = performance.now();
  const response = await fetch(inSession(target, session), {
    method, headers, body: body === "" || method === "GET" || method === "HEAD" ? undefined : body, cache: "no-store",
    redirect: "manual", credentials: "omit",
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { response, bytes, milliseconds: performance.now() - begun };
}
