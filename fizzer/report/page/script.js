"use strict";
(() => {
  const root = document.documentElement;
  const theme = () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };
  document.getElementById("theme").addEventListener("click", theme);

  const missed = [...document.querySelectorAll(".code li")].filter((line) => line.querySelector("details"));
  let current = -1;
  const go = (step) => {
    if (missed.length === 0) return;
    if (current >= 0) missed[current].classList.remove("current");
    current = current < 0 && step < 0 ? missed.length - 1 : (current + step + missed.length) % missed.length;
    const line = missed[current];
    line.classList.add("current");
    tell(line);
    line.querySelector("details").open = true;
    line.querySelector("summary").focus({ preventScroll: true });
    line.scrollIntoView({ block: "center" });
  };

  const by = document.getElementById("by");
  const names = [...document.querySelectorAll("tr.test")].map((test) => test.id);
  const tell = (line) => {
    if (!by) return;
    const numbers = line.dataset.by ? line.dataset.by.split(" ") : [];
    by.textContent = `Line ${line.value}: ` + (numbers.length === 0 ? "no test executes it." : "executed by ");
    numbers.forEach((number, i) => {
      const link = document.createElement("a");
      link.href = "#" + names[number - 1];
      link.textContent = names[number - 1];
      by.append(i > 0 ? ", " : "", link);
    });
    if (line.dataset.more) by.append(` and ${line.dataset.more} more`);
  };
  document.querySelectorAll(".code").forEach((code) => code.addEventListener("click", (event) => {
    const line = event.target.closest("li[value]");
    if (line) tell(line);
  }));

  const filter = document.getElementById("filter");
  const tests = [...document.querySelectorAll("tr.test")];
  filter.addEventListener("input", () => {
    const wanted = filter.value.trim();
    let shown = 0;
    for (const test of tests) {
      const values = [...test.querySelectorAll(".value")];
      test.hidden = wanted !== "" && !values.some((value) => value.textContent.includes(wanted));
      if (!test.hidden) shown++;
    }
    document.getElementById("shown").textContent = wanted === "" ? "" : `${shown} of ${tests.length}`;
  });

  const all = (open) => document.querySelectorAll(".tree details").forEach((branch) => { branch.open = open; });
  document.getElementById("unfold")?.addEventListener("click", () => all(true));
  document.getElementById("fold")?.addEventListener("click", () => all(false));

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
    const actions = { n: () => go(1), p: () => go(-1), t: theme, "/": () => filter.focus() };
    if (actions[event.key]) {
      event.preventDefault();
      actions[event.key]();
    }
  });
})();
