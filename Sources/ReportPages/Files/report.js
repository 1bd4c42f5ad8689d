// Filters the findings of a report, and leaves of its coverage what was not reached.
"use strict";
(() => {
  const text = /** @type {HTMLInputElement | null} */ (document.getElementById("text"));
  const check = /** @type {HTMLSelectElement | null} */ (document.getElementById("check"));
  const shown = document.getElementById("shown");
  const findings = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".finding")]);
  const filter = () => {
    const words = text ? text.value.toLowerCase().split(" ").filter(Boolean) : [];
    let count = 0;
    for (const finding of findings) {
      const content = (finding.textContent || "").toLowerCase();
      finding.hidden = !((!check || !check.value || finding.dataset.check === check.value) && words.every((word) => content.includes(word)));
      if (!finding.hidden) count += 1;
    }
    if (shown) shown.textContent = `${count} of ${findings.length}`;
  };
  if (text && check) {
    text.addEventListener("input", filter);
    check.addEventListener("change", filter);
    if (text.form) text.form.addEventListener("submit", (event) => event.preventDefault());
    filter();
  }
  const gaps = /** @type {HTMLInputElement | null} */ (document.getElementById("gaps"));
  if (gaps) gaps.addEventListener("change", () => {
    document.body.classList.toggle("gaps", gaps.checked);
    for (const part of document.querySelectorAll("details.operation")) /** @type {HTMLDetailsElement} */ (part).open = gaps.checked && part.querySelector(".not-reached") !== null;
  });
})();
