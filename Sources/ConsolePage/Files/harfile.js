// The exchanges of an HTTP Archive, as the page shows them.

/** @typedef {import("./types.js").Exchange} Exchange */

/** @param {any} har HTTP Archive 1.2 @returns {Exchange[]} */
export function exchangesOf(har) {
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
