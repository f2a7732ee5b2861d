// The gallery: each card of a game, which turns over. Works without the program.
import { face, fetchJson, h } from "./dom.js";

export async function show(main, app, slug) {
  const { words, language, catalogue } = app;
  const shown = catalogue.games.filter((game) => game.shown);
  const game = shown.find((item) => item.slug === slug) ?? shown[0];
  const table = await fetchJson(`data/game-${game.slug}.json`);
  const strip = table.strips[language];
  const backs = strip.order.filter((name) => name.startsWith("back-"));
  const families = [...new Set(table.cards.map((card) => card.family))];
  const backOf = (card) => backs[Math.min(families.indexOf(card.family), backs.length - 1)];
  const turning = (card) => {
    const button = h("button.turning", { "aria-pressed": "false", "aria-label": card.name[language], onclick: () => {
      const isTurned = button.getAttribute("aria-pressed") === "true";
      button.setAttribute("aria-pressed", String(!isTurned));
    } }, h("span.sides", {}, face(strip, card.id, card.code[language]), h("span.verso", {}, backs.length ? face(strip, backOf(card)) : h("span.card"))));
    return h("figure.look", {}, button, h("figcaption", {}, card.name[language], card.copies > 1 && ` × ${card.copies}`));
  };
  const groups = [...table.suits.map((suit) => [suit.name[language], table.cards.filter((card) => card.suit === suit.id)]),
    [words.others, table.cards.filter((card) => !table.suits.some((suit) => suit.id === card.suit))]].filter(([, cards]) => cards.length);
  const select = h("select.sel", { "aria-label": words.game, onchange: (event) => { location.hash = `#/cards/${event.target.value}`; } },
    shown.map((item) => h("option", { value: item.slug, selected: item === game }, item.name[language])));
  main.replaceChildren(h("div.wrap", {}, h("h1.sm", {}, words.cards), h("p.say", {}, select),
    h("p.note", {}, `${words.countCards(game.cards)} · ${words.turnOver}`),
    groups.map(([name, cards]) => h("section", {}, h("div.rule", {}, h("h2", {}, name), h("small", {}, String(cards.length))),
      h("div.looks-grid", {}, cards.filter((card) => strip.order.includes(card.id)).map(turning))))));
}
