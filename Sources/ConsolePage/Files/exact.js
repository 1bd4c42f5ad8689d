// JSON whose numbers stay what they were: a whole number beyond 2^53 keeps its digits.

const JSONs = /** @type {any} */ (JSON);
const isAble = typeof JSONs.rawJSON === "function";

/** @param {string} text @returns {any} */
export function parse(text) {
  if (!isAble) return JSON.parse(text);
  return JSON.parse(text, /** @type {any} */ ((/** @type {string} */ _, /** @type {any} */ value, /** @type {any} */ context) =>
    typeof value === "number" && context?.source !== undefined && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source) ? JSONs.rawJSON(context.source) : value));
}

/**
 * Whether it is such a number.
 * @param {any} value
 */
export function isExact(value) { return isAble && value !== null && typeof value === "object" && JSONs.isRawJSON(value); }

/**
 * What can be shown of a value that is no list and no object.
 * @param {any} value
 */
export function said(value) { return isExact(value) ? value.rawJSON : value; }
