// The shapes of what the control API says (control.openapi.yaml), for the type checker.

/**
 * @typedef {{check: string, location: string, message: string, found: string, expected: string, pointer?: string, keyword?: string,
 *   severity?: string, contract?: string}} Violation
 * @typedef {{operation: string, method: string, path: string, score: number, why_not: string[], fix: string}} NearMiss
 * @typedef {{headers: Record<string, string[]>, bytes: number, text?: string, base64?: string, left_out?: string}} Message
 */

/**
 * An exchange, with `request` and `response` once it was opened.
 * @typedef {{number: number, time: string, method: string, target: string, operation?: string, status?: number, milliseconds?: number,
 *   latency_milliseconds?: number, request_bytes?: number, response_bytes?: number, media_type?: string, decision: string, kind: string,
 *   client_gone?: boolean, violations?: Violation[], answer_violations?: Violation[], not_judged?: string[], nearest?: NearMiss[],
 *   session: string, request?: Message, response?: Message, at: number, key: string, shown?: boolean, row?: number}} Exchange
 */

/**
 * @typedef {{id: string, prefix: string, started_at: string, idle_seconds: number, ends_after_idle_seconds?: number, requests: number,
 *   journal_entries: number, journal_bytes: number}} Session
 * @typedef {{name: string, title: string, api_version: string, base_paths: string[], operations: number, control: string}} ServedContract
 * @typedef {{path: string, exists: boolean, editable: boolean, version: string, text: string, value?: any}} MockFile
 * @typedef {{room: string, parts: string[], query: URLSearchParams}} Route
 */

export {};
