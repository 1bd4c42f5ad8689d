// Answers that are given once, or a few times, before anything else has a say.

import { ask } from "./api.js";
import { json } from "./content.js";
import { button, dialog, field, h, put, tell } from "./dom.js";
import { parse } from "./exact.js";
import { changeOfFile, literal, sectionDialog } from "./keep.js";
import { withRule, yaml } from "./mockfile.js";
import { session as chosen } from "./route.js";
import { opened } from "./traffic.js";

export const FAULTS = ["reset", "close", "stall", "garbage", "truncate", "malformed-chunk", "expired-token"];

/** @param {import("./types.js").Exchange} entry */
export async function onceDialog(entry) {
  const whole = await opened(entry);
  const value = whole.response ? json(whole.response) : undefined;
  onceForm(`Answer the next ${entry.operation} with…`, { operation: entry.operation ?? "", status: entry.status ?? 200, body: value === undefined ? "" : JSON.stringify(value, null, 2), session: entry.session });
}

/** @param {string} title @param {{operation: string, status?: number, body?: string, session?: string}} start @param {() => void} [done] */
export function onceForm(title, { operation, status = 503, body = "", session = chosen() }, done = () => {}) {
  const name = h("input", { value: operation, list: "operation-ids" });
  const code = h("input", { type: "number", min: 200, max: 599, value: String(status) });
  const times = h("input", { type: "number", min: 1, max: 1000, value: "1" });
  const text = h("textarea", { rows: 8, class: "code", value: body, spellcheck: "false" });
  const fault = h("input", { list: "fault-names", placeholder: "none" });
  const force = h("input", { type: "checkbox" });
  const trouble = h("div", { class: "trouble", role: "alert" });
  const { close } = dialog(title, [
    h("div", { class: "columns-choice" }, field("Operation", name), field("Status", code), field("Times", times), field("Or a fault", fault, "reset, stall, … instead of an answer")),
    h("datalist", { id: "fault-names" }, FAULTS.map((one) => h("option", { value: one }))),
    field("Body", text, "JSON; left empty, the contract’s example for that status"),
    h("label", null, force, " It is meant to break the contract"), trouble,
  ], [button("Lines of mock.yaml", lasting), button("Answer so", give, { class: "main" })]);

  /** What would always answer so. */
  function lasting() {
    const value = told();
    if (!value) return;
    if (value.fault !== undefined) return sectionDialog("faults", [{ operations: [value.operation], fault: value.fault }]);
    const rule = yaml([{ respond: { status: value.status, ...(value.body === undefined ? {} : { body: literal(value.body) }) } }]);
    dialog("The rule in mock.yaml", changeOfFile((file) => withRule(file, value.operation, rule)));
  }

  /**
   * What the form says; null where that is no answer.
   * @returns {any}
   */
  function told() {
    /** @type {any} */
    const answer = { operation: name.value.trim(), times: Number(times.value) || 1 };
    if (fault.value.trim()) {
      answer.fault = fault.value.trim();
    } else {
      answer.status = Number(code.value);
      if (force.checked) answer.force = true;
      if (text.value.trim()) {
        try { answer.body = parse(text.value); } catch (error) {
          put(trouble, `The body is no JSON: ${error instanceof Error ? error.message : error}`);
          return null;
        }
      }
    }
    return answer;
  }

  async function give() {
    const answer = told();
    if (!answer) return;
    try {
      await ask("answers", { method: "POST", query: { session: session || undefined }, body: answer });
      close();
      tell(`The next ${answer.operation} is answered so.`);
      done();
    } catch (error) {
      put(trouble, error instanceof Error ? error.message : String(error));
    }
  }
}
