// Answers that wait for their calls, and requests that are expected, with their fate.

import { ask } from "./api.js";
import { button, dialog, field, h, put, tell } from "./dom.js";
import { parse } from "./exact.js";
import { clockTime, plural, statusClass, visible } from "./format.js";
import { onceForm } from "./once.js";
import { contract } from "./operations.js";
import { address, session } from "./route.js";
import { on, store } from "./store.js";

/** @param {Element} place */
export function answersPanel(place) {
  const answers = h("div"), expectations = h("div");
  const query = () => ({ session: session() || undefined });
  put(place, h("datalist", { id: "operation-ids" }),
    h("section", { class: "card" }, h("header", null, h("h2", null, "Answers for once"), h("div", { class: "tools" },
      button("Answer with…", () => onceForm("Answer the next call with…", { operation: "" }, load)), button("Forget all", () => change("answers")))), answers),
    h("section", { class: "card" }, h("header", null, h("h2", null, "Expectations"), h("div", { class: "tools" }, button("Expect…", expect), button("Forget all", () => change("expectations")))), expectations));
  contract().then(({ operations }) => put(/** @type {Element} */ (place.querySelector("#operation-ids")), operations.map((one) => h("option", { value: one.id }))), () => {});

  /** @param {string} path */
  async function change(path) {
    await ask(path, { method: "DELETE", query: query() });
    load();
  }

  async function load() {
    const [waiting, verified] = await Promise.all([ask("answers", { query: query() }).catch(() => []), ask("expectations", { query: query() }).catch(() => ({ expectations: [], out_of_order: [] }))]);
    put(answers, waiting.length === 0 ? h("p", { class: "soft" }, "None waits. An answer for once comes before everything else, as often as it is told to.")
      : h("table", null, h("thead", null, h("tr", null, ["#", "Operation", "Answer", "Left"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", null, waiting.map((/** @type {any} */ one) =>
        h("tr", null, h("td", null, one.number), h("td", null, visible(one.operation)), h("td", null, String(one.answer)), h("td", null, one.left))))));
    const given = store.exchanges.filter((entry) => entry.session === session() && /one-off answer \d+/.test(entry.decision)).slice(-10).reverse();
    if (given.length > 0) answers.append(h("h3", null, "Given"), h("table", null, h("tbody", null, given.map((entry) => h("tr", null,
      h("td", null, `# ${entry.decision.match(/one-off answer (\d+)/)?.[1]}`), h("td", null, visible(entry.operation ?? "")), h("td", null, h("span", { class: `tag ${statusClass(entry.status)}` }, entry.status ?? "none")),
      h("td", null, h("a", { href: address("traffic", [String(entry.number)], { of: entry.session || null }) }, clockTime(entry.at))))))));
    put(expectations, verified.expectations.length === 0 ? h("p", { class: "soft" }, "Nothing is expected. Expected requests have to come in their order; others may come between them.") : [
      h("p", null, h("span", { class: `tag ${verified.met ? "good" : "warn"}` }, verified.met ? "met" : "open"), " ", visible(verified.message)),
      h("table", null, h("thead", null, h("tr", null, ["Expected", "Came", "Closest"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", null, verified.expectations.map((/** @type {any} */ one) => h("tr", null,
        h("td", null, h("code", null, visible(JSON.stringify(one.expected)))), h("td", null, h("span", { class: `tag ${one.met ? "good" : "warn"}` }, `${one.requests.length} of ${one.times}`)), h("td", { class: "soft" }, visible(one.nearest ?? "")))))),
      verified.out_of_order.length > 0 && h("p", { class: "note warn" }, `${plural(verified.out_of_order.length, "request")} came before its turn.`),
    ]);
  }

  function expect() {
    const operation = h("input", { list: "operation-ids" });
    const status = h("input", { type: "number", min: 100, max: 599 });
    const times = h("input", { type: "number", min: 1, max: 1000, value: "1" });
    const body = h("textarea", { rows: 5, class: "code" });
    const trouble = h("div", { class: "trouble", role: "alert" });
    const { close } = dialog("Expect a request", [h("div", { class: "columns-choice" }, field("Operation", operation), field("Status", status, "Any, where it is empty"), field("Times", times)), field("Members that its body has", body, "JSON, or empty"), trouble], [
      button("Expect it", async () => {
        try {
          const one = { operation: operation.value.trim(), times: Number(times.value) || 1, ...(status.value ? { status: Number(status.value) } : {}), ...(body.value.trim() ? { body: parse(body.value) } : {}) };
          await ask("expectations", { method: "POST", query: query(), body: [one] });
          close();
          tell("It is expected.");
          load();
        } catch (error) {
          put(trouble, error instanceof Error ? error.message : String(error));
        }
      }, { class: "main" })]);
  }

  let soon = 0;
  const end = on("exchanges", () => { clearTimeout(soon); soon = window.setTimeout(load, 400); });
  load();
  return () => { clearTimeout(soon); end(); };
}
