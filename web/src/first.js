// What a kit comes to: sheets, cuts, time, ink, and what a player brings.
import { h } from "./dom.js";

export function makeFirst({ words, language }, titles, printerButton, printerChoice) {
  const element = h("aside.first", { "aria-label": words.printMeFirst });
  const ink = h("div", { hidden: true });
  const figure = (number, text) => [h("b", {}, String(number)), h("span", {}, text)];

  function show(plan) {
    const once = plan.made.filter((part) => plan.made.find((other) => other.product === part.product) === part);
    const sum = (key) => once.reduce((total, { work }) => total + work[key], 0);
    const totals = [[plan.sheets, words.sheets], [sum("cuts"), words.cuts], [Math.round(sum("minutes")), words.minutesByHand]];
    ink.hidden = true;
    const needs = [h(plan.sheets ? "h3" : "h2", {}, words.toBring), h("ul", {}, plan.supplies.length ? plan.supplies.map(describeSupply) : h("li", {}, words.nothing))];
    if (!plan.sheets) return element.replaceChildren(...needs); // a shop's pages are no sheets
    element.replaceChildren(h("h2", {}, words.printMeFirst),
      h("div.tot", {}, totals.map((entry) => h("div", {}, figure(...entry))), ink),
      h("table", {},
        h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, words.sheets), h("th", { scope: "col" }, words.byHand))),
        h("tbody", {}, plan.made.filter((part) => part.sheets).map((part) => h("tr", {},
          h("th", { scope: "row" }, part.title), h("td", {}, String(part.sheets)), h("td", {}, part.work.counted || "–", timeOf(part.work)))))),
      ...needs, h("p.note", {}, words.testSheet, " ", printerButton), printerChoice);
  }

  // “40 tokens, about 15 min” on two lines.
  function timeOf({ counted, words: told }) {
    return told.length > counted.length && h("small", {}, told.slice(counted.length + 2));
  }

  function describeSupply({ name, instead }) {
    const product = titles[instead]?.[language] ?? instead;
    return h("li", {}, name, instead && h("small", {}, ` (${words.orPrint(product)})`));
  }

  function showInk(share) {
    ink.hidden = false;
    ink.replaceChildren(...figure(`${Math.round(100 * share)} %`, words.ink));
  }

  return { element, show, showInk };
}
