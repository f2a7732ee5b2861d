// The deck that a player owns: which card stands for which, the chart to print, stickers, and what
// the game needs beside the cards. The table works before the program is there.
import { siteAddress, usualPaper } from "./choices.js";
import { face, faultBox, fetchJson, h } from "./dom.js";
import { makeFilm } from "./film.js";
import { makeLinks, print } from "./files.js";
import { keepGame } from "./keep.js";
import { storage } from "./storage.js";

const FEW = 6; // cards that stay in the box and are listed at once
const CHART = ["chart", "pocket"], STICKERS = ["labels"];
const state = { game: "casino", deck: storage.read("deck", "tarot"), paper: "", language: "", focus: "" };

const papersOf = ({ options }) => options.find((item) => item.name === "paper").choices;

/** The address of the choices. */
function address() {
  const query = new URLSearchParams({ deck: state.deck, paper: state.paper, ...(state.language && { lang: state.language }) });
  return `#/map/${state.game}?${query}`;
}

export async function show(main, app, slug, query) {
  const { words, language, engine, catalogue } = app;
  const { papers } = catalogue, declared = await fetchJson("data/options.json");
  const deckEntry = () => catalogue.decks.find((item) => item.slug === state.deck);
  const playable = (item) => item.shown && deckEntry().games.includes(item.slug);
  if (catalogue.decks.some((item) => item.slug === query.get("deck"))) state.deck = query.get("deck");
  if (!deckEntry()) state.deck = catalogue.decks[0].slug;
  if (catalogue.games.some((item) => item.slug === slug && item.shown)) state.game = slug;
  if (query.get("paper") in papersOf(declared)) state.paper = query.get("paper");
  if (query.get("lang") in words.languages) state.language = query.get("lang");
  const games = catalogue.games.filter(playable);
  // A game that this deck cannot stand in for gives way to one that it can.
  if (!games.some((item) => item.slug === state.game)) state.game = games[0].slug;
  const game = games.find((item) => item.slug === state.game);
  state.paper ||= usualPaper(papers, navigator.language);
  const printed = state.language || language;
  storage.write("deck", state.deck);
  history.replaceState(null, "", address());
  const table = await fetchJson(`data/game-${game.slug}.json`);
  const strip = table.strips[language], deck = table.decks.find((item) => item.slug === state.deck);
  const cards = new Map(table.cards.map((card) => [card.id, card]));
  const nameOf = (id) => (cards.get(id)?.name ?? deck.others[id])?.[language] ?? id;

  // A choice is in the address; the view is drawn anew from it.
  const pick = (label, value, entries, choose) => h("select.sel", { "aria-label": label, onchange: ({ target }) => {
    choose(target.value);
    state.focus = label;
    location.hash = address();
  } }, entries.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
  const part = (lead, select, mark) => [`${lead} `, h("span.together", {}, select, mark), " "];
  const [own, play, edition, on, end] = words.mapSentence;
  const sentence = h("p.say", {},
    part(own, pick(words.deckLabel, state.deck, catalogue.decks.map((item) => [item.slug, item.name[language]]), (value) => { state.deck = value; }), ","),
    part(play, pick(words.game, game.slug, games.map((item) => [item.slug, item.name[language]]), (value) => { state.game = value; }), ","),
    part(edition, pick(words.languageLabel, printed, Object.entries(words.languages).filter(([code]) => code.length === 2), (value) => { state.language = value; }), ","),
    part(on, pick(words.paperLabel, state.paper, Object.entries(papersOf(declared)).map(([key, names]) => [key, words.paper(names[language])]), (value) => { state.paper = value; }), end));

  const film = makeFilm(app), links = makeLinks();
  const status = h("p", { role: "status" }), fault = h("div"), result = h("div.get");
  const job = (products) => ({ variant: game.slug, deck: state.deck, products, languages: [printed], options: {
    ...(products === STICKERS ? {} : { paper: state.paper }),
    ...(products.includes("booklet") && game.usual ? { players: game.usual, ...(siteAddress(location) && { site: siteAddress(location) }) } : {}),
  } });
  const kinds = [
    ...(deck.charted ? [[words.chart, words.chartHelp, CHART]] : []),
    [words.stickers, deck.charted ? words.stickersHelp : words.stickersOnly, STICKERS],
    [words.restOfKit, words.restOfKitHelp, [...(deck.charted ? CHART : STICKERS), ...table.aids]],
  ];
  const buttons = kinds.map(([text, , products], i) => h(i ? "button.btn" : "button.btn.main", { onclick: () => make(products) }, text));
  const stop = h("button.btn", { hidden: true, onclick: () => engine.stop() }, words.stop);

  async function make(products) {
    for (const button of buttons) button.disabled = true;
    stop.hidden = false;
    links.clear();
    result.replaceChildren();
    fault.replaceChildren();
    status.textContent = words.boot[0];
    try {
      const { files, bytes } = await engine.ask("build", { job: job(products), language });
      const pdfs = files.flatMap((name, i) => (name.endsWith(".pdf") ? [[name, bytes[i]]] : []));
      status.textContent = words.mapReady(pdfs.length);
      const [first] = pdfs, isWhole = pdfs.length > CHART.length;
      const zip = bytes.at(-1), zipName = `${state.deck}-${game.slug}-${printed}.zip`;
      result.replaceChildren(...(isWhole
        ? [links.link(zipName, zip, words.zip((zip.byteLength / 1e6).toFixed(1)), "a.btn.main")]
        : [links.link(...first, words.savePdf, "a.btn.main"), h("button.btn", { onclick: () => print(links.url(...first)) }, words.print)]),
      h("ul.files", {}, pdfs.slice(isWhole ? 0 : 1).map(([name, data]) => h("li", {}, links.link(name, data, name, "a.lk")))));
      result.querySelector("a").focus();
    } catch (found) {
      status.textContent = found.isStopped ? words.stopped : "";
      fault.replaceChildren(...(found.isStopped ? [] : [faultBox(words, found, () => make(products))]));
    } finally {
      for (const button of buttons) button.disabled = false;
      stop.hidden = true;
    }
  }
  app.progress.add((stage, done, total) => {
    if (stop.hidden) return;
    status.textContent = stage === "load" ? `${words.boot[0]} · ${words.loaded(done, total)}` : stage === "boot" ? words.boot[done]
      : `${stage === "layout" ? words.laying : words.writing} · ${words.of(done, total)}`;
  });

  // The chart as a page to read: the owned cards by suit, each beside the card that it stands for.
  const suits = [...deck.suits, { id: "", name: { [language]: words.others }, sign: "" }];
  const groups = suits.map((suit) => [suit, deck.cards.filter((item) => suit.id === item.suit || (!suit.id && !deck.suits.some(({ id }) => id === item.suit)))]).filter(([, items]) => items.length);
  const legend = deck.suits.filter((suit) => suit.sign).map((suit) => `${suit.sign} ${suit.name[language]}`);
  const copy = (item) => (item.copy ? ` · ${words.deckNumber(item.copy)}` : "");
  const rows = ([suit, items]) => h("section.stands", {}, h("h3", {}, suit.sign && h("span.sign", { "aria-hidden": "true" }, suit.sign), suit.name[language]),
    h("table.standin", {},
      h("thead.vh", {}, h("tr", {}, h("th", { scope: "col" }, words.yourCard), h("th", { scope: "col" }, words.standsFor))),
      h("tbody", {}, items.map((item) => h("tr", {}, h("th", { scope: "row" }, h("b", {}, item.code[language]), " ", item.name[language], copy(item)),
        h("td", {}, h("span.stood", {}, strip.order.includes(item.is) && face(strip, item.is), h("span", {}, nameOf(item.is)))))))));
  const notes = [...deck.notes.map((note) => note[language]),
    ...(deck.missing.length ? [words.listed(words.isMissing, deck.missing.map((name) => name[language]).join(", "))] : [])];
  main.replaceChildren(h("div.wrap", {}, h("h1.sm", {}, words.map), sentence,
    h("div.ways", {}, kinds.map(([, help], i) => h("div", {}, buttons[i], h("small", {}, help)))),
    h("div.making", {}, h("div.t", {}, status), stop), fault, result,
    h("p.acts", {}, game.judged && h("a.lk", { href: `#/table/${game.slug}?deck=${state.deck}` }, words.judgeHands), h("a.lk", { href: `#/${game.slug}` }, words.oneScreen),
      h("a.lk", { href: `rules/${game.slug}-${language}.html` }, words.readRules)),
    h("div.rule", {}, h("h2", {}, words.standIn), h("small", {}, words.countCards(deck.cards.length))),
    legend.length > 0 && h("p.legend", {}, words.listed(words.suits, legend.join(" · "))),
    notes.map((text) => h("p.note", {}, text)),
    deck.unused.length > 0 && h("details.more", { open: deck.unused.length <= FEW }, h("summary", {}, words.staysOut, h("small", {}, ` · ${words.countCards(deck.unused.length)}`)), h("p.note", {}, deck.unused.map((item) => item.name[language]).join(", "))),
    h("div.standing", {}, groups.map(rows))),
  h("div.wrap", {}, h("div.rule.pages", { hidden: true }, h("h2", {}, words.thePages)), film.element), film.zoom);
  film.element.hidden = true;
  if (state.focus) main.querySelector(`select[aria-label="${state.focus}"]`)?.focus();
  state.focus = "";
  keepGame(game, app);
  drawPages();

  // The pages as they will be printed, when the program is there.
  async function drawPages() {
    const title = main.querySelector(".rule.pages"), shown = job(deck.charted ? CHART : STICKERS);
    const isStale = () => !title.isConnected;
    try {
      const plan = await engine.ask("plan", { job: shown, language });
      if (isStale()) return;
      title.hidden = film.element.hidden = false;
      engine.keep(film.draw(plan, shown, isStale));
    } catch { /* the buttons report what is wrong */ }
  }
}
