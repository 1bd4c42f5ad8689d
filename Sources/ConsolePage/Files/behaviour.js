// The room of behaviour: latency, faults, answers for once, rules, state, sessions of the chosen session.

import { answersPanel } from "./answers.js";
import { h, put } from "./dom.js";
import { faultsPanel } from "./faults.js";
import { latencyPanel } from "./latency.js";
import { address, chosenSession, go, route } from "./route.js";
import { rulesPanel } from "./rules.js";
import { sessionsPanel } from "./sessions.js";
import { statePanel } from "./state.js";
import { on } from "./store.js";

/**
 * Each draws itself into the element, and gives what ends it.
 * @type {[string, string, (place: Element) => (() => void) | void][]}
 */
const PANELS = [
  ["latency", "Latency", latencyPanel], ["faults", "Faults", faultsPanel], ["answers", "Answers and expectations", answersPanel],
  ["rules", "Rules", rulesPanel], ["state", "State", statePanel], ["sessions", "Sessions", sessionsPanel],
];

/** @param {Element} main */
export function behaviourRoom(main) {
  const tabs = h("div", { role: "tablist", "aria-label": "Behaviour", on: { keydown: arrows } });
  const panel = h("div", { role: "tabpanel", id: "behaviour-panel", class: "panel", tabindex: 0 });
  put(main, h("div", { class: "room" }, tabs, panel));
  /** @type {(() => void) | void} */
  let end;
  let shown = "";
  const ends = [on("contract", () => { shown = ""; update(); })];

  function update() {
    const name = PANELS.some(([id]) => id === route().parts[0]) ? route().parts[0] : "latency";
    const mark = `${name}/${chosenSession()}`;
    if (mark === shown) return;
    shown = mark;
    const hadFocus = tabs.contains(document.activeElement);
    put(tabs, PANELS.map(([id, text]) => h("button", {
      type: "button", role: "tab", id: `tab-${id}`, "aria-selected": String(id === name), "aria-controls": "behaviour-panel", tabindex: id === name ? 0 : -1,
      on: { click: () => go(address("behaviour", [id])) },
    }, text)));
    const chosen = tabs.querySelector('[aria-selected="true"]');
    tabs.scrollLeft = Math.max(0, chosen.offsetLeft - tabs.clientWidth / 2 + chosen.offsetWidth / 2);
    if (hadFocus) tabs.querySelector('[aria-selected="true"]').focus();
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    end?.();
    const place = h("div", { class: "content-form" });
    put(panel, place);
    end = PANELS.find(([id]) => id === name)?.[2](place);
  }

  /** @param {KeyboardEvent} event */
  function arrows(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const at = PANELS.findIndex(([id]) => id === (route().parts[0] ?? "latency"));
    if (step !== 0) go(address("behaviour", [PANELS[(at + step + PANELS.length) % PANELS.length][0]]));
  }

  return { update, end: () => { end?.(); for (const one of ends) one(); } };
}
