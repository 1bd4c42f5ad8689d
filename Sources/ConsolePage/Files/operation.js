// One operation: what it takes, what it answers, a form to try it, what was asked of it lately.

import { tree } from "./tree.js";
import { coverage } from "./contract.js";
import { button, h, put } from "./dom.js";
import { clockTime, duration, statusClass, visible } from "./format.js";
import { resolved } from "./operations.js";
import { onceForm } from "./once.js";
import { prose } from "./prose.js";
import { address } from "./route.js";
import { shape } from "./shape.js";
import { store } from "./store.js";
import { tryForm } from "./tryform.js";

/** @param {Element} place @param {any} document @param {import("./operations.js").Operation} operation */
export function operationPage(place, document, operation) {
  const covered = h("div"), lately = h("div");
  const media = (/** @type {any} */ content) => Object.entries(content ?? {}).map(([type, one]) => h("div", { class: "content-form" }, h("div", null, h("code", null, visible(type))), one.schema !== undefined && shape(document, one.schema), examples(document, one)));
  put(place,
    h("header", { class: "content-form" }, h("div", { class: "tools" }, h("a", { href: address("contract") }, "All operations"), operation.deprecated && h("span", { class: "tag warn" }, "deprecated")),
      h("h2", null, h("span", { class: `method ${operation.method}` }, operation.method), " ", h("span", { class: "mono" }, visible(operation.base + operation.path))),
      h("div", null, h("strong", null, visible(operation.summary || operation.id)), " ", h("span", { class: "soft" }, visible(operation.id))), operation.description && prose(operation.description),
      h("div", { class: "tools" }, button("Answer the next with…", () => onceForm(`Answer the next ${operation.id} with…`, { operation: operation.id })))),
    h("section", { class: "card" }, h("h3", null, "Try it"), tryForm(document, operation)),
    h("section", { class: "card" }, h("h3", null, "Exercised"), covered),
    h("section", { class: "card" }, h("h3", null, "Lately"), lately),
    operation.parameters.length > 0 && h("section", { class: "card" }, h("h3", null, "Parameters"), h("table", null, h("tbody", null, operation.parameters.map((one) => h("tr", null,
      h("td", null, h("code", null, visible(one.name)), one.required && h("span", { class: "bad" }, " required")), h("td", { class: "soft" }, one.in), h("td", null, shape(document, one.schema ?? (Object.values(one.content ?? {})[0] ?? {}).schema ?? {}), one.description && h("p", { class: "soft" }, visible(one.description)))))))),
    operation.body && h("section", { class: "card" }, h("h3", null, "Body", operation.body.required && h("span", { class: "bad" }, " required")), operation.body.description && prose(operation.body.description), media(operation.body.content)),
    h("section", { class: "card" }, h("h3", null, "Answers"), Object.entries(operation.responses).map(([status, one]) => h("details", { open: status.startsWith("2") }, h("summary", null, h("span", { class: `tag ${statusClass(Number(status.replace(/xx/i, "00")) || 200)}` }, status), " ", visible(one.description ?? "")), h("div", { class: "content-form" }, media(one.content))))));

  function update() {
    put(covered, coverage(operation));
    const newest = store.exchanges.filter((entry) => entry.operation === operation.id).slice(-8).reverse();
    put(lately, newest.length === 0 ? h("p", { class: "soft" }, "Nothing was asked of it. Send the form, or let the app.")
      : h("table", null, h("tbody", null, newest.map((entry) => h("tr", null, h("td", null, h("a", { href: address("traffic", [String(entry.number)], { of: entry.session || null }) }, clockTime(entry.at))), h("td", null, h("span", { class: `tag ${statusClass(entry.status)}` }, entry.status ?? "none")), h("td", null, duration(entry.milliseconds)), h("td", { class: "soft" }, visible(entry.decision).replace(/[^\s,]*\/(mock\.)/g, "$1")))))));
  }
  update();
  return { update };
}

/** @param {any} document @param {any} media */
function examples(document, media) {
  const named = Object.entries(media.examples ?? {}).map(([name, one]) => /** @type {[string, any]} */ ([name, resolved(document, one).value]));
  if (media.example !== undefined) named.unshift(["example", media.example]);
  return named.filter(([, value]) => value !== undefined).map(([name, value]) => h("details", null, h("summary", null, `Example ${visible(name)}`), typeof value === "object" ? tree(value) : h("pre", { class: "box" }, visible(String(value)))));
}
