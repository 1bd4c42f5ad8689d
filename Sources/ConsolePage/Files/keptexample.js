// An answer as an example of the contract: what would change in its file is shown, then saved where that is let.

import { ask } from "./api.js";
import { json } from "./content.js";
import { button, copy, field, h, put, tell } from "./dom.js";
import { visible } from "./format.js";

/** @param {import("./types.js").Exchange} entry opened @param {() => void} done */
export function exampleForm(entry, done) {
  const value = entry.response ? json(entry.response) : undefined;
  if (value === undefined) return h("p", { class: "note" }, "The answer is no JSON, or not kept as a whole: it cannot become an example from here.");
  const name = h("input", { value: `seen-${entry.number}`, pattern: "[A-Za-z0-9._\\-]+", spellcheck: "false" });
  const result = h("div", { class: "content-form", "aria-live": "polite" });
  const request = (/** @type {boolean} */ trial) => ask("contract/examples", { method: "POST", body: { operation: entry.operation, status: entry.status, name: name.value.trim(), value, trial } });

  async function draw() {
    try {
      const told = await request(true);
      const trouble = h("div", { class: "trouble", role: "alert" });
      const save = async () => {
        try {
          const saved = await request(false);
          tell(`${saved.path} is saved.`);
          done();
        } catch (error) {
          put(trouble, error instanceof Error ? error.message : String(error));
        }
      };
      put(result, h("h3", null, `What changes in ${told.path}`), patchBox(told.patch), trouble, h("div", { class: "tools" },
        told.editable ? button(`Save to ${told.path}`, save, { class: "main" }) : h("span", { class: "soft" }, "Start serve with --edit, and with the contract’s folder, to save it from here."),
        button("Copy the patch", () => copy(told.patch, "The patch is copied: git apply takes it."))));
    } catch (error) {
      put(result, h("div", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
  }
  let timer = 0;
  name.addEventListener("input", () => { clearTimeout(timer); timer = window.setTimeout(draw, 300); });
  draw();
  return [field("Name", name, "Request examples of the same name make it the answer to their values."), result];
}

/** @param {string} patch in the unified format */
export function patchBox(patch) {
  const kinds = /** @type {Record<string, string>} */ ({ "+": "added", "-": "removed", "@": "gap" });
  const lines = patch.replace(/\n$/, "").split("\n").filter((line) => !/^(---|\+\+\+) /.test(line));
  return h("div", { class: "diff box", tabindex: 0, role: "group", "aria-label": "Difference" }, lines.map((line) => h("span", { class: kinds[line[0]] ?? "same" }, visible(line))));
}
