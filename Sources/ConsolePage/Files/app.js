// The frame: rooms, contracts, sessions, connection, keys.

import { ask, contractName, keepToken, onTokenWanted, takeTokenOfAddress } from "./api.js";
import { button, dialog, field, h, put, select } from "./dom.js";
import { help } from "./help.js";
import { address, chosenSession, go, route } from "./route.js";
import { connect, emit, on, refreshContract, store } from "./store.js";

/** @typedef {{update: () => void, end: () => void, keys?: Record<string, () => void>}} Room */

/** @type {[string, string, () => Promise<(main: Element) => Room>][]} */
const ROOMS = [
  ["traffic", "Traffic", () => import("./traffic.js").then((file) => file.trafficRoom)],
  ["contract", "Contract", () => import("./contract.js").then((file) => file.contractRoom)],
  ["behaviour", "Behaviour", () => import("./behaviour.js").then((file) => file.behaviourRoom)],
  ["recordings", "Recordings", () => import("./recordings.js").then((file) => file.recordingsRoom)],
];

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {Room | null} */
let room = null;
let shown = "", drawing = 0;

const title = h("h1", null, h("span", { class: "mark", "aria-hidden": "true" }), "Counterpart");
const nav = h("nav", { "aria-label": "Rooms" });
const contracts = h("span");
const sessions = h("span");
const state = h("span", { class: "state", role: "status" });
const THEMES = ["", "light", "dark"];
const theme = button("", () => { setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? "") + 1) % 3]); }, { class: "plain" });

/** @param {string} name empty for that of the system */
function setTheme(name) {
  if (name) document.documentElement.dataset.theme = name; else delete document.documentElement.dataset.theme;
  localStorage.setItem("counterpart-theme", name);
  put(theme, name === "light" ? "☀" : name === "dark" ? "☾" : "◐");
  for (const attribute of ["aria-label", "title"]) theme.setAttribute(attribute, `Colours: ${name || "as the system has them"}`);
}

function drawBar() {
  const now = route();
  put(nav, ROOMS.map(([id, name]) => h("a", { href: address(id), "aria-current": now.room === id ? "page" : null }, name)));
  const all = store.contracts;
  put(contracts, all.length > 1 && h("label", null, h("span", { class: "wide" }, "Contract"), select(all.map((one) => /** @type {[string, string]} */ ([one.control, one.name])), all.find((one) => one.name === contractName)?.control ?? "", (control) => { location.href = control + location.hash; }, { "aria-label": "Contract" })));
  const ids = store.sessions.map((one) => one.id);
  const chosen = chosenSession();
  if (chosen !== null && !ids.includes(chosen)) ids.push(chosen);
  if (!ids.includes("")) ids.unshift("");
  put(sessions, h("label", null, h("span", { class: "wide" }, "Session"), select([...(now.room === "traffic" ? [/** @type {[string, string]} */ (["*", "All sessions"])] : []), ...ids.map((id) => /** @type {[string, string]} */ ([id, id || "(common)"]))], chosen ?? (now.room === "traffic" ? "*" : ""),
    (id) => go(address(route().room, route().room === "traffic" ? [] : route().parts, { session: id === "*" ? null : id, of: null })), { "aria-label": "Session" })));
}

function drawState() {
  const texts = { connecting: "Connecting…", live: "Live", again: "Connecting…", lost: "Not connected" };
  const text = store.paused && store.connection === "live" ? "Paused" : texts[store.connection];
  state.className = `state ${store.paused && store.connection === "live" ? "paused" : store.connection}`;
  state.title = store.trouble;
  if (state.textContent !== text) put(state, text);
}

async function update() {
  const now = route();
  if (store.contracts.length > 1 && !contractName) return chooseContract();
  const wanted = ROOMS.find(([id]) => id === now.room);
  if (!wanted) return go(address("traffic"), true);
  drawBar();
  if (shown === now.room && room) return room.update();
  const turn = ++drawing;
  shown = now.room;
  room?.end();
  room = null;
  const make = await wanted[2]();
  if (turn !== drawing) return;
  document.title = `${wanted[1]} – ${store.health?.title ?? "Counterpart"}`;
  put(main);
  room = make(main);
  room.update();
}

function chooseContract() {
  document.title = "Contracts – Counterpart";
  put(nav); put(sessions); put(contracts); put(state);
  put(main, h("div", { class: "chooser" }, h("h2", null, "Contracts of this server"), store.contracts.map((one) => h("a", { class: "card", href: one.control + (location.hash || "#/traffic") },
    h("h3", null, one.title), h("span", { class: "soft" }, `${one.name}, ${one.api_version}`), h("span", null, `${one.operations} operations under ${one.base_paths.join(", ")}`)))));
}

function askForToken() {
  if (document.querySelector("dialog.token")) return;
  const token = h("input", { type: "password", autocomplete: "off" });
  const enter = () => { keepToken(token.value.trim()); location.reload(); };
  const { element } = dialog("The mock asks for its token", h("form", { on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); enter(); } } }, field("Token", token, "What serve printed, or was given with --admin-token. It is kept for this tab.")), [button("Enter", enter, { class: "main" })]);
  element.classList.add("token");
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  if (isTyping && event.key === "Escape") return target.blur();
  if (isTyping) return;
  const rooms = Number(event.key);
  const action = event.key === "?" ? help : rooms >= 1 && rooms <= ROOMS.length ? () => go(address(ROOMS[rooms - 1][0])) : room?.keys?.[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

async function begin() {
  takeTokenOfAddress();
  setTheme(localStorage.getItem("counterpart-theme") ?? "");
  put(/** @type {Element} */ (document.getElementById("bar")), title, nav, h("span", { class: "grow" }), contracts, sessions, state, theme, button("?", help, { class: "plain", "aria-label": "Keys and words", title: "Keys and words" }));
  onTokenWanted(askForToken);
  addEventListener("hashchange", () => emit("route"));
  addEventListener("keydown", key);
  on("route", update);
  on("sessions", drawBar);
  on("connection", drawState);
  on("contract", () => { put(title, h("span", { class: "mark", "aria-hidden": "true" }), `${store.health.title} `, h("small", { class: "soft wide" }, store.health.api_version)); room?.update(); });
  try {
    store.contracts = await ask("contracts", { server: true });
    if (store.contracts.length > 1 && !contractName) return chooseContract();
    await refreshContract();
  } catch (error) {
    put(main, h("div", { class: "empty" }, h("h2", null, "The console cannot ask the mock"), h("p", null, error instanceof Error ? error.message : String(error)), button("Try again", () => location.reload())));
    return;
  }
  connect();
  await update();
}

begin();
