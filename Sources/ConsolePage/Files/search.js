// The words of the search field: `status:4xx op:login -session:ci time>200 "text in a body"`.

/** @typedef {import("./types.js").Exchange} Exchange */

/**
 * What a field of the search looks at.
 * @type {Record<string, (entry: Exchange) => string>}
 */
const FIELDS = {
  status: (entry) => String(entry.status ?? "none"),
  op: (entry) => entry.operation ?? "",
  operation: (entry) => entry.operation ?? "",
  method: (entry) => entry.method,
  path: (entry) => entry.target,
  session: (entry) => entry.session,
  decision: (entry) => `${entry.kind} ${entry.decision}`,
  type: (entry) => entry.media_type ?? "",
  is: (entry) => [
    entry.violations?.some((one) => one.severity !== "note") && "refused", entry.answer_violations && "drifted",
    entry.milliseconds === undefined && "open", entry.client_gone && "gone", entry.nearest && "lost",
  ].filter(Boolean).join(" "),
};
/** @type {Record<string, (entry: Exchange) => number | undefined>} */
const NUMBERS = {
  time: (entry) => entry.milliseconds, asked: (entry) => entry.latency_milliseconds, size: (entry) => entry.response_bytes,
  status: (entry) => entry.status, number: (entry) => entry.number,
};

/** For the help. */
export const WORDS = [
  ["status:4xx", "statuses from 400 to 499; also 404, none"], ["op:login", "the operation’s id contains it"],
  ["method:post path:/cart", "what was asked"], ["session:ci", "one session; session: alone is the common one"],
  ["decision:rule", "the kind of decision, or a part of its text"], ["is:refused", "refused, drifted, lost, open, gone"],
  ["time>200 size>10000", "milliseconds, bytes; also asked and number"], ["type:json", "the media type"],
  ["-op:login", "everything else"], ["\"text in a body\"", "in a body that the mock still keeps"],
];

/**
 * @param {string} text
 * @returns {{passes: (entry: Exchange) => boolean, texts: string[], isEmpty: boolean}} `texts` are to be found in bodies; `passes` takes what
 *   `found` says of those
 */
export function parse(text) {
  /** @type {((entry: Exchange) => boolean)[]} */
  const tests = [];
  /** @type {string[]} */
  const texts = [];
  for (const match of text.matchAll(/(-?)(?:"([^"]*)"?|(\w+):"([^"]*)"?|(\S+))/g)) {
    const [, minus, quoted, name, value, word] = match;
    /** @type {((entry: Exchange) => boolean) | undefined} */
    let test;
    if (quoted !== undefined) {
      if (!quoted) continue;
      texts.push(quoted);
      test = (entry) => found.get(quoted)?.has(`${entry.session}/${entry.number}`) ?? false;
    } else if (name !== undefined) {
      test = named(name, value);
    } else {
      test = wordTest(word);
    }
    if (test) {
      const plain = test;
      tests.push(minus ? (entry) => !plain(entry) : plain);
    }
  }
  return { passes: (entry) => tests.every((test) => test(entry)), texts, isEmpty: tests.length === 0 };
}

/**
 * By a quoted text: `session/number` of the exchanges whose bodies have it.
 * @type {Map<string, Set<string>>}
 */
export const found = new Map();

/** @param {string} word @returns {((entry: Exchange) => boolean) | undefined} */
function wordTest(word) {
  const number = word.match(/^(\w+)([<>]=?)(\d+(?:\.\d+)?)$/);
  if (number && NUMBERS[number[1]]) {
    const [, name, sign, bound] = number;
    return (entry) => {
      const value = NUMBERS[name](entry);
      if (value === undefined) return false;
      return sign === ">" ? value > +bound : sign === "<" ? value < +bound : sign === ">=" ? value >= +bound : value <= +bound;
    };
  }
  const colon = word.indexOf(":");
  if (colon > 0 && FIELDS[word.slice(0, colon).toLowerCase()]) return named(word.slice(0, colon).toLowerCase(), word.slice(colon + 1));
  const wanted = word.toLowerCase();
  return (entry) => `${entry.method} ${entry.target} ${entry.operation ?? ""} ${entry.status ?? ""} ${entry.decision}`.toLowerCase().includes(wanted);
}

/** @param {string} name @param {string} value @returns {((entry: Exchange) => boolean) | undefined} */
function named(name, value) {
  const field = FIELDS[name];
  if (!field) return undefined;
  const wanted = value.toLowerCase();
  if (name === "status") {
    const pattern = new RegExp(`^${wanted.replace(/[^0-9a-z]/g, "").replace(/x/g, "\\d")}`);
    return (entry) => wanted === "" || pattern.test(field(entry));
  }
  if (name === "session") return (entry) => field(entry) === value;
  if (name === "method") return (entry) => field(entry).toLowerCase() === wanted;
  return (entry) => field(entry).toLowerCase().includes(wanted);
}
