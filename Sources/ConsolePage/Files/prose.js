// Descriptions as contracts have them, in CommonMark: paragraphs, lists, strong words and code; all else as it stands.

import { h } from "./dom.js";
import { visible } from "./format.js";

/** @param {string} text */
export function prose(text) {
  const blocks = String(text).slice(0, 20_000).replace(/\r\n?/g, "\n").split(/\n\s*\n/).filter((block) => block.trim());
  return h("div", { class: "prose" }, blocks.map((block) => {
    const lines = block.split("\n");
    if (/^\s*[-*] /.test(lines[0])) {
      return h("ul", null, block.split(/\n(?=\s*[-*] )/).map((item) => h("li", null, inline(item.replace(/^\s*[-*] /, "")))));
    }
    return h("p", null, inline(block.replace(/^#+ /, "")));
  }));
}

/** @param {string} text */
function inline(text) {
  return text.replace(/\s*\n\s*/g, " ").split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) =>
    /^\*\*.*\*\*$/.test(part) ? h("strong", null, visible(part.slice(2, -2))) : /^`.*`$/.test(part) ? h("code", null, visible(part.slice(1, -1))) : visible(part));
}
