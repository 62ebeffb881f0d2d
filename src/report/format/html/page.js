"use strict";
// Shows the findings that the form asks for, and keeps what it asks in the
// address, so that a view can be sent to somebody.
(() => {
  const form = document.getElementById("filter");
  const shown = document.getElementById("shown");
  const fields = ["text", "severity", "check", "environment"];
  const findings = [...document.querySelectorAll(".finding")].map((item) => ({
    item,
    list: item.parentElement,
    severity: item.dataset.severity,
    check: item.dataset.check,
    environments: (item.dataset.environments || "").split(" ").filter(Boolean),
    words: null,
  }));
  const lists = [...new Set(findings.map((finding) => finding.list))];
  const together = 50;
  const count = new Intl.NumberFormat("en");

  const wanted = () => {
    const chosen = form.elements.environment.selectedOptions[0];
    return {
      words: form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean),
      severity: form.elements.severity.value,
      check: form.elements.check.value,
      environment: chosen ? chosen.dataset.number : undefined,
    };
  };

  const fits = (finding, want) => {
    if (want.severity && finding.severity !== want.severity) return false;
    if (want.check && finding.check !== want.check) return false;
    // A finding of no environment is about the repository, and so about all.
    const { environments } = finding;
    if (want.environment && environments.length && !environments.includes(want.environment)) return false;
    if (!want.words.length) return true;
    finding.words ??= (finding.check + " " + finding.item.textContent).toLowerCase();
    return want.words.every((word) => finding.words.includes(word));
  };

  const show = () => {
    const want = wanted();
    const numbers = new Map(lists.map((list) => [list, 0]));
    let number = 0;
    for (const finding of findings) {
      const isShown = fits(finding, want);
      finding.item.hidden = !isShown;
      if (isShown) {
        number += 1;
        numbers.set(finding.list, numbers.get(finding.list) + 1);
      }
    }
    // The room that the style gives a list out of sight is that of a full one.
    for (const [list, number] of numbers) {
      list.hidden = number === 0;
      list.classList.toggle("full", number === together);
    }
    for (const section of new Set(lists.map((list) => list.parentElement))) {
      section.hidden = !section.querySelector("ol:not([hidden])");
    }
    shown.value = number === findings.length
      ? `${count.format(number)} findings`
      : `${count.format(number)} of ${count.format(findings.length)} findings`;
  };

  const keep = () => {
    const asked = new URLSearchParams();
    for (const name of fields) {
      if (form.elements[name].value) asked.set(name, form.elements[name].value);
    }
    history.replaceState(null, "", "#" + asked);
  };

  // An address names a view, or one finding, which is then shown whatever the view was.
  const follow = () => {
    const address = location.hash.slice(1);
    const asked = new URLSearchParams(address);
    const target = [...asked.keys()].every((name) => fields.includes(name)) ? null : document.getElementById(address);
    for (const name of fields) form.elements[name].value = target ? "" : asked.get(name) ?? "";
    show();
    if (target) target.scrollIntoView();
  };

  let later;
  form.addEventListener("input", () => {
    clearTimeout(later);
    later = setTimeout(() => { show(); keep(); }, 120);
  });
  form.addEventListener("reset", () => setTimeout(() => { show(); keep(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);
  form.hidden = false;
  follow();
})();
