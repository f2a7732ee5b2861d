// What a kit comes to: sheets, cuts, time, ink, and what a player brings.
import { h } from "./dom.js";

const CUT_SECONDS = 10; // a straight cut with a ruler and a knife

export function makeFirst({ words, language }, titles, printerButton, printerChoice) {
  const element = h("aside.first", { "aria-label": words.printMeFirst });
  const ink = h("div", { hidden: true });
  const figure = (number, text) => [h("b", {}, String(number)), h("span", {}, text)];

  function show(plan) {
    const minutes = Math.round((plan.cuts * CUT_SECONDS) / 60);
    const totals = [[plan.sheets, words.sheets], [plan.cuts, words.cuts], [minutes, words.minutesKnife]];
    ink.hidden = true;
    element.replaceChildren(h("h2", {}, words.printMeFirst),
      h("div.tot", {}, totals.map((entry) => h("div", {}, figure(...entry))), ink),
      h("table", {},
        h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, words.sheets), h("th", { scope: "col" }, words.cuts))),
        h("tbody", {}, plan.made.filter((part) => part.sheets).map((part) => h("tr", {},
          h("th", { scope: "row" }, part.title), h("td", {}, String(part.sheets)), h("td", {}, part.cuts ? String(part.cuts) : "–"))))),
      h("h3", {}, words.toBring),
      h("ul", {}, plan.supplies.length ? plan.supplies.map(describeSupply) : h("li", {}, words.nothing)),
      h("p.note", {}, words.testSheet, " ", printerButton), printerChoice);
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
