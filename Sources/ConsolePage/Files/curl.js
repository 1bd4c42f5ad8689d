// A request as the line that sends it again, and exchanges as HTTP Archive 1.2.

import { splitTarget } from "./format.js";

/** Not sent by hand: they follow from the rest. */
const FOLLOWING = new Set(["host", "content-length", "connection", "transfer-encoding", "accept-encoding", "expect", "user-agent", "keep-alive", "te", "upgrade"]);
/** What a page may not set, or what says only that a page has sent it. */
const BROWSERS = /^(sec-|proxy-|origin$|referer$|cookie$|date$|dnt$|via$|priority$|access-control-request-|accept-charset$|counterpart-session$)/;

/** @param {import("./types.js").Exchange} entry @returns {[string, string][]} */
export function headers(entry) {
  return Object.entries(entry.request?.headers ?? {}).flatMap(([name, values]) => values.map((value) => /** @type {[string, string]} */ ([name, value])))
    .filter(([name]) => !FOLLOWING.has(name) && !name.startsWith("sec-"));
}

/**
 * Those that a page can send.
 * @param {import("./types.js").Exchange} entry
 */
export function sendable(entry) { return headers(entry).filter(([name]) => !BROWSERS.test(name)); }

/** @param {string} text in single quotes, as shells take it */
function quoted(text) { return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`; }

/** @param {{method: string, target: string, headers: [string, string][], body: string}} request @param {string} session */
export function curlLine(request, session) {
  const target = session ? `/_counterpart/sessions/${encodeURIComponent(session)}${request.target}` : request.target;
  const parts = ["curl"];
  if (request.method === "HEAD") parts.push("--head");
  else if (!(request.method === "GET" && !request.body) && !(request.method === "POST" && request.body)) parts.push(`-X ${request.method}`);
  for (const [name, value] of request.headers) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (request.body) parts.push(`--data-raw ${quoted(request.body)}`);
  parts.push(quoted(location.origin + target));
  return parts.join(" ");
}

/** @param {import("./types.js").Exchange} entry opened */
export function curlOf(entry) {
  return curlLine({ method: entry.method, target: entry.target, headers: headers(entry), body: entry.request?.text ?? "" }, entry.session);
}

/** @param {import("./types.js").Exchange[]} entries opened @param {string} creator */
export function archive(entries, creator) {
  return JSON.stringify({ log: { version: "1.2", creator: { name: "Counterpart", version: creator }, entries: entries.map(harEntry) } }, null, 2);
}

/** @param {import("./types.js").Exchange} entry */
function harEntry(entry) {
  const fields = (/** @type {import("./types.js").Message | undefined} */ message) =>
    Object.entries(message?.headers ?? {}).flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const type = (/** @type {import("./types.js").Message | undefined} */ message) => message?.headers["content-type"]?.[0] ?? "";
  const { request, response } = entry;
  const query = [...new URLSearchParams(splitTarget(entry.target).query)].map(([name, value]) => ({ name, value }));
  const wait = Math.min(entry.latency_milliseconds ?? 0, entry.milliseconds ?? 0);
  return {
    startedDateTime: entry.time, time: entry.milliseconds ?? 0,
    request: {
      method: entry.method, url: location.origin + entry.target, httpVersion: "HTTP/1.1", cookies: [], headers: fields(request), queryString: query,
      headersSize: -1, bodySize: request?.bytes ?? 0,
      ...(request?.text !== undefined ? { postData: { mimeType: type(request), text: request.text } } : {}),
    },
    response: {
      status: entry.status ?? 0, statusText: "", httpVersion: "HTTP/1.1", cookies: [], headers: fields(response), redirectURL: response?.headers.location?.[0] ?? "",
      headersSize: -1, bodySize: response?.bytes ?? 0,
      content: {
        size: response?.bytes ?? 0, mimeType: type(response) || "x-unknown",
        ...(response?.text !== undefined ? { text: response.text } : response?.base64 !== undefined ? { text: response.base64, encoding: "base64" } : {}),
      },
    },
    cache: {}, timings: { send: 0, wait, receive: Math.max((entry.milliseconds ?? 0) - wait, 0) },
    _counterpart: { decision: entry.decision, operation: entry.operation, session: entry.session },
  };
}
