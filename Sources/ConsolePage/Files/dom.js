// Elements, made of texts: nothing that a client or a contract says is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, any> | null} [properties] `on` has listeners, `style` CSS properties, `data` data attributes; the rest are attributes
 * @param {...any} children texts, numbers, elements, lists of them; what is null or false is left out
 * @returns {any}
 */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * The same for drawings.
 * @param {string} tag
 * @param {Record<string, any> | null} [properties]
 * @param {...any} children
 * @returns {any}
 */
export function svg(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** @param {any} element @param {Record<string, any> | null | undefined} properties @param {any[]} children */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, String(text));
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flat(children));
  return element;
}

/** @param {any[]} children @returns {(Node | string)[]} */
function flat(children) {
  return children.flat(9).filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => child instanceof Node ? child : String(child));
}

/**
 * Puts other children in the place of those that are there.
 * @param {Element} element
 * @param {...any} children
 */
export function put(element, ...children) {
  element.replaceChildren(...flat(children));
}

/** @param {string} text @param {(event: Event) => void} action @param {Record<string, any>} [properties] */
export function button(text, action, properties) {
  return h("button", { type: "button", ...properties, on: { click: action } }, text);
}

let fields = 0;

/**
 * A field under its label, which is its name; the hint describes it.
 * @param {string} label
 * @param {any} control
 * @param {string} [hint]
 */
export function field(label, control, hint) {
  const id = `field-${++fields}`;
  control.setAttribute("aria-labelledby", id);
  if (hint) control.setAttribute("aria-describedby", `${id}-hint`);
  return h("label", { class: "field" }, h("span", { id }, label), control, hint && h("small", { id: `${id}-hint` }, hint));
}

/** @param {string[] | [string, string][]} options values, or values with their texts @param {string} value @param {(value: string) => void} changed @param {Record<string, any>} [properties] */
export function select(options, value, changed, properties) {
  return h("select", { ...properties, on: { change: (/** @type {any} */ event) => changed(event.target.value) } },
    options.map((option) => {
      const [id, text] = Array.isArray(option) ? option : [option, option];
      return h("option", { value: id, selected: id === value }, text);
    }));
}

/**
 * Tells a screen reader, and shows for a moment.
 * @param {string} text
 */
export function tell(text) {
  const place = document.getElementById("told");
  if (!place) return;
  put(place, text);
  place.classList.remove("unseen");
  clearTimeout(Number(place.dataset.timer));
  place.dataset.timer = String(setTimeout(() => place.classList.add("unseen"), 3500));
}

/** @param {string} text @param {string} [what] */
export async function copy(text, what = "Copied") {
  try {
    await navigator.clipboard.writeText(text);
    tell(what);
  } catch {
    // Off loopback without TLS there is no clipboard.
    dialog("Copy this", h("textarea", { rows: 12, class: "code", readonly: true, "aria-label": "Text to copy" }, text));
  }
}

/** @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * A dialog over the page, which Escape and its button close.
 * @param {string} title @param {any} content @param {any[]} [actions] @returns {{close: () => void, element: any}}
 */
export function dialog(title, content, actions = []) {
  const before = /** @type {any} */ (document.activeElement);
  const close = () => element.close();
  const element = h("dialog", { "aria-label": title, on: { close: () => { element.remove(); before?.focus?.(); } } },
    h("header", null, h("h2", null, title), button("✕", close, { class: "plain", "aria-label": "Close" })),
    h("div", { class: "content" }, content),
    actions.length > 0 && h("footer", null, actions));
  document.body.append(element);
  element.showModal();
  return { close, element };
}
