// One exchange: overview, request, response, why; and what can be done with it.

import { compose, resend } from "./compose.js";
import { content } from "./content.js";
import { curlOf } from "./curl.js";
import { button, copy, h, put } from "./dom.js";
import { clockTime, duration, size, statusClass, visible, wholeTime } from "./format.js";
import { keepDialog } from "./keep.js";
import { onceDialog } from "./once.js";
import { address, go, route } from "./route.js";
import { find } from "./store.js";
import { opened } from "./traffic.js";
import { violations, why } from "./why.js";

/** @typedef {import("./types.js").Exchange} Exchange */

const TABS = ["overview", "request", "response", "why"];

/** @param {() => void} close */
export function exchangePane(close) {
  const element = h("section", { class: "exchange", "aria-label": "Exchange" });
  let drawn = "", asked = "";

  /** @param {string} session @param {number} number @param {string} tab */
  async function show(session, number, tab) {
    const mark = `${session}/${number}/${tab}`;
    const known = find(session, number);
    const version = `${mark}/${known?.milliseconds}/${known?.key}`;
    if (version === drawn || version === asked) return;
    asked = version;
    try {
      const entry = await opened(known ?? /** @type {any} */ ({ session, number, key: "" }));
      if (asked !== version) return;
      drawn = version;
      draw(entry, TABS.includes(tab) ? tab : "overview");
    } catch (error) {
      if (asked !== version) return;
      const message = error instanceof Error ? error.message : String(error);
      put(element, h("header", null, h("div", { class: "top" }, h("h2", null, `Exchange ${number}`), button("✕", close, { class: "plain", "aria-label": "Close the exchange" }))),
        h("div", { class: "empty" }, h("h2", null, "The mock has no such exchange"), h("p", null, message), h("p", null, "A journal keeps the newest 1,000 unless serve was told --journal.")));
    } finally {
      if (asked === version) asked = "";
    }
  }

  /** @param {Exchange} entry @param {string} tab */
  function draw(entry, tab) {
    const panel = h("div", { role: "tabpanel", id: "exchange-panel", "aria-labelledby": `tab-${tab}`, tabindex: 0 }, panels[tab](entry));
    const tabs = h("div", { role: "tablist", "aria-label": "Parts of the exchange", on: { keydown: arrows } }, TABS.map((name) => h("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(name === tab), "aria-controls": "exchange-panel", tabindex: name === tab ? 0 : -1,
      on: { click: () => go(address("traffic", route().parts, { tab: name === "overview" ? null : name }), true) },
    }, name[0].toUpperCase() + name.slice(1))));
    const hadFocus = element.querySelector('[role="tablist"]')?.contains(document.activeElement);
    put(element, h("header", null,
      h("div", { class: "top" }, h("h2", null, h("span", { class: `tag ${statusClass(entry.status)}` }, entry.status ?? "none"), ` ${entry.method} ${visible(entry.target)}`), button("✕", close, { class: "plain", "aria-label": "Close the exchange" })),
      h("div", { class: "tools" },
        button("Copy as cURL", () => copy(curlOf(entry), "The curl line is copied.")), button("Send again", () => resend(entry)), button("Change and send", () => compose(entry)),
        entry.operation && button("Answer the next with…", () => onceDialog(entry)), entry.operation && button("Save as…", () => keepDialog(entry)))), tabs, panel);
    if (hadFocus) /** @type {any} */ (element.querySelector('[aria-selected="true"]')).focus();
  }

  return { element, show, shows: (/** @type {Exchange} */ entry) => drawn.startsWith(`${entry.session}/${entry.number}/`) };
}

/** @param {KeyboardEvent} event */
function arrows(event) {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0) return;
  const now = route().query.get("tab") ?? "overview";
  const next = TABS[(TABS.indexOf(now) + step + TABS.length) % TABS.length];
  go(address("traffic", route().parts, { tab: next === "overview" ? null : next }), true);
}

/** @param {[string, any][]} facts */
function facts(facts) { return h("dl", { class: "facts" }, facts.filter(([, value]) => value !== "" && value !== undefined && value !== null).map(([name, value]) => [h("dt", null, name), h("dd", null, value)])); }

/** @param {import("./types.js").Message} message */
function fields(message) {
  const all = Object.entries(message.headers).flatMap(([name, values]) => values.map((value) => [name, value]));
  if (all.length === 0) return h("p", { class: "soft" }, "No header fields.");
  return h("table", { class: "fields" }, h("tbody", null, all.map(([name, value]) => h("tr", null, h("td", null, visible(name)), h("td", null, visible(value))))));
}

/** @type {Record<string, (entry: Exchange) => any>} */
const panels = {
  overview: (entry) => [
    facts([
      ["Operation", visible(entry.operation ?? "none")], ["Decision", visible(entry.decision)], ["Session", entry.session || "the common one"], ["Time", `${clockTime(entry.at)}, ${wholeTime(entry.at)}`],
      ["Taken", entry.milliseconds === undefined ? "The answer is not out yet." : duration(entry.milliseconds)], ["Asked for", entry.latency_milliseconds ? `${duration(entry.latency_milliseconds)} before the first byte` : "no delay"],
      ["Sizes", `${size(entry.request_bytes)} asked, ${size(entry.response_bytes)} answered`], ["Media type", visible(entry.media_type ?? "")],
      ["Client", entry.client_gone ? "was gone before the answer was out" : ""],
    ]),
    violations("The request breaks the contract", entry.violations), violations("The answer breaks the contract", entry.answer_violations),
    h("h3", null, "Answer"), entry.response && content(entry.response, entry.answer_violations),
  ],
  request: (entry) => [h("h3", null, "Header fields"), entry.request && fields(entry.request), h("h3", null, "Body"), entry.request && content(entry.request, entry.violations)],
  response: (entry) => [h("h3", null, "Header fields"), entry.response && fields(entry.response), h("h3", null, "Body"), entry.response && content(entry.response, entry.answer_violations)],
  why,
};
