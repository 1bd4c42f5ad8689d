// The room of the contract: operations by tag, and one of them to read and to try.

import { h, put } from "./dom.js";
import { visible } from "./format.js";
import { operationPage } from "./operation.js";
import { contract } from "./operations.js";
import { prose } from "./prose.js";
import { address, route } from "./route.js";
import { on, store } from "./store.js";

/** @param {Element} main */
export function contractRoom(main) {
  const search = h("input", { type: "search", placeholder: "Search operations", "aria-label": "Search operations", on: { input: () => drawList() } });
  const lists = h("div"), page = h("section", { class: "operation", tabindex: 0, "aria-label": "Operation" });
  const room = h("div", { class: "contract" }, h("nav", { "aria-label": "Operations" }, search, lists), page);
  put(main, room);
  /** @type {{document: any, operations: import("./operations.js").Operation[]}} */
  let known = { document: {}, operations: [] };
  let shown = "";
  const ends = [on("contract", load), on("exchanges", () => drawn?.update())];
  /** @type {{update: () => void} | null} */
  let drawn = null;

  async function load() {
    try {
      known = await contract();
      shown = "";
      update();
    } catch (error) {
      put(page, h("div", { class: "trouble" }, error instanceof Error ? error.message : String(error)));
    }
  }

  function drawList() {
    const wanted = search.value.toLowerCase();
    /** @type {Map<string, import("./operations.js").Operation[]>} */
    const tags = new Map();
    for (const one of known.operations) {
      if (!`${one.id} ${one.method} ${one.path} ${one.summary} ${one.tags.join(" ")}`.toLowerCase().includes(wanted)) continue;
      const tag = one.tags[0] ?? "";
      tags.set(tag, [...(tags.get(tag) ?? []), one]);
    }
    const asked = new Map();
    for (const entry of store.exchanges) if (entry.operation) asked.set(entry.operation, (asked.get(entry.operation) ?? 0) + 1);
    const now = route().parts[0];
    put(lists, tags.size === 0 && h("p", { class: "soft" }, "No operation is called so."), [...tags].map(([tag, operations]) => h("section", null, h("h2", null, visible(tag || "Operations")), h("ul", null, operations.map((one) =>
      h("li", null, h("a", { href: address("contract", [one.id]), "aria-current": one.id === now ? "page" : null, title: visible(one.summary) },
        h("span", { class: `method ${one.method}` }, one.method), h("span", null, visible(one.path)), asked.has(one.id) && h("span", { class: "tag", title: "Exchanges" }, asked.get(one.id)))))))));
  }

  function update() {
    const id = route().parts[0] ?? "";
    room.classList.toggle("opened", id !== "");
    drawList();
    if (id === shown && id !== "") return;
    shown = id;
    drawn = null;
    const operation = known.operations.find((one) => one.id === id);
    if (operation) drawn = operationPage(page, known.document, operation);
    else if (id && known.operations.length > 0) put(page, h("div", { class: "empty" }, h("h2", null, "No such operation"), h("p", null, `The contract has no ${visible(id)}.`)));
    else put(page, overview());
    page.scrollTop = 0;
  }

  function overview() {
    const info = known.document.info ?? {};
    const covered = new Set(store.exchanges.map((entry) => entry.operation).filter(Boolean));
    return [h("h2", null, visible(info.title ?? ""), " ", h("span", { class: "soft" }, visible(info.version ?? ""))), info.description && prose(info.description),
      h("p", null, `${covered.size} of ${known.operations.length} operations were asked.`), h("p", { class: "soft" }, "Choose one to read what it takes and answers, and to try it."),
      h("div", { class: "sheet", tabindex: 0, role: "group", "aria-label": "Coverage" }, h("table", null, h("thead", null, h("tr", null, h("th", { scope: "col" }, "Operation"), h("th", { scope: "col" }, "Statuses and media types"))), h("tbody", null, known.operations.map((one) => h("tr", null,
        h("td", null, h("a", { href: address("contract", [one.id]) }, visible(one.id))), h("td", null, coverage(one))))))) ];
  }

  load();
  return { update, end: () => { for (const end of ends) end(); }, keys: { "/": () => search.focus() } };
}

/**
 * The statuses that an operation declares, and those that were given.
 * @param {import("./operations.js").Operation} operation
 */
export function coverage(operation) {
  /** @type {Map<string, number>} */
  const given = new Map();
  for (const entry of store.exchanges) if (entry.operation === operation.id && entry.status) given.set(String(entry.status), (given.get(String(entry.status)) ?? 0) + 1);
  const declared = Object.keys(operation.responses);
  const count = (/** @type {string} */ status) => [...given].filter(([one]) => one === status || (/xx$/i.test(status) && one[0] === status[0] && !declared.includes(one)) || (status === "default" && !declared.includes(one) && !declared.some((other) => /xx$/i.test(other) && other[0] === one[0]))).reduce((sum, [, many]) => sum + many, 0);
  const others = [...given].filter(([one]) => !declared.includes(one) && !declared.includes("default") && !declared.some((other) => /xx$/i.test(other) && other[0] === one[0]));
  const types = new Map();
  for (const entry of store.exchanges) if (entry.operation === operation.id && entry.media_type) types.set(essence(entry.media_type), (types.get(essence(entry.media_type)) ?? 0) + 1);
  const wanted = [...new Set(Object.values(operation.responses).flatMap((one) => Object.keys(one.content ?? {})).map(essence))];
  return h("div", { class: "coverage" }, declared.map((status) => {
    const many = count(status);
    return h("span", { class: `tag ${many > 0 ? "good" : ""}` }, many > 0 ? `${status} ✓ ${many}` : `${status} –`);
  }), others.map(([status, many]) => h("span", { class: "tag warn" }, `${status} undeclared, ${many}`)),
    wanted.map((type) => {
      const many = [...types].filter(([one]) => fits(one, type)).reduce((sum, [, count]) => sum + count, 0);
      return h("span", { class: `tag ${many > 0 ? "good" : ""}` }, many > 0 ? `${visible(type)} ✓ ${many}` : `${visible(type)} –`);
    }),
    [...types].filter(([one]) => !wanted.some((type) => fits(one, type))).map(([type, many]) => h("span", { class: "tag warn" }, `${visible(type)} undeclared, ${many}`)));
}

/** @param {string} type without its parameters */
function essence(type) { return type.split(";")[0].trim().toLowerCase(); }

/** @param {string} type @param {string} range which may have a `*` */
function fits(type, range) { return range === "*/*" || range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1))); }
