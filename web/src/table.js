// At the table: hands laid with a finger, judged by the program, in its words.
import { face, faultBox, fetchJson, h, orbits } from "./dom.js";
import { keepGame } from "./keep.js";
import { makeReferee, newShowdown, signed } from "./referee.js";
import { storage } from "./storage.js";

const state = { game: storage.read("table", "kessel"), deck: {}, preset: {}, hands: {}, table: {}, at: "0" };
const START = { kessel: [["blood-2", "sand-2"], ["blood-6", "sand-6"], ["blood-1", "sand-3"]] };

export async function show(main, app, slug, query) {
  const { words, language, engine, catalogue } = app;
  const judged = catalogue.games.filter((game) => game.shown && game.judged);
  if (judged.some((game) => game.slug === slug)) state.game = slug;
  if (!judged.some((game) => game.slug === state.game)) state.game = judged[0].slug;
  const game = judged.find((item) => item.slug === state.game);
  if (query.get("deck")) state.deck[game.slug] = query.get("deck");
  if (query.has("preset")) state.preset[game.slug] = query.get("preset");
  const preset = game.presets.find((item) => item.id === state.preset[game.slug]);
  const played = preset ? `${game.slug}@${preset.id}` : game.slug;
  storage.write("table", game.slug);
  const described = await fetchJson(`data/game-${game.slug}.json`);
  const table = { ...described, ...described.presets.find((item) => item.id === preset?.id)?.table };
  const strip = table.strips[language];
  const cards = new Map(table.cards.map((card) => [card.id, card]));
  const deck = table.decks.find((item) => item.slug === state.deck[game.slug]);
  const hands = (state.hands[game.slug] ??= structuredClone(START[game.slug] ?? [[]]).map((ids) => ids.map((id) => ({ id }))));
  const inPlay = (state.table[game.slug] ??= { tokens: {}, options: [], rule_set: "", target: ["", ""], showdown: newShowdown() });
  const { showdown } = inPlay, isCommon = table.asks[""].keys.includes("common");
  inPlay.held = () => Object.entries(inPlay.tokens).map(([id, value]) => (value === "" ? id : `${id}=${value}`));
  // Where cards lie: hands, cards for all, new cards in a tie. A common card completes each hand.
  const [least, most] = [0, 1].map((end) => () => table.size[end] - (table.size[end] > 0 && showdown.common.length > 0));
  const spots = () => [...hands.map((held, i) => ({ key: String(i), held, most: most(), name: i ? words.seat(i + 1) : `${words.seat(1)} · ${words.you}` })),
    ...(isCommon ? [{ key: "common", held: showdown.common, name: words.asks.common }] : []),
    ...showdown.again.flatMap((round, r) => Object.entries(round).map(([i, held]) => ({ key: `${r}/${i}`, held, most: table.again, name: words.newCards(words.seat(Number(i) + 1)) })))];
  const spot = () => spots().find(({ key }) => key === state.at) ?? spots()[0];

  // A card on the table: its face, or the card of the owned deck that stands for it.
  const picture = ({ id, owned }) => {
    const card = cards.get(id);
    if (!owned) return h("span.held", { role: "img", "aria-label": card.name[language], title: card.name[language] }, face(strip, id, card.code[language]));
    return h("span.held", { role: "img", "aria-label": `${owned.name[language]} · ${card.name[language]}`, title: owned.name[language] }, h("span.card.paper", {}, h("b", {}, owned.code[language]), h("small", {}, card.code[language])));
  };
  const startAgain = () => {
    state.hands[game.slug] = [[]];
    Object.assign(showdown, newShowdown());
    state.at = "0";
    show(main, app, game.slug, new URLSearchParams());
  };
  const change = (hash) => { location.hash = hash; };
  const chips = h("div.chips", { role: "group", "aria-label": words.game }, judged.map((item) =>
    h("button", { "aria-pressed": String(item === game), onclick: () => change(`#/table/${item.slug}`) }, item.name[language])));
  const win = h("section.win", { "aria-live": "polite" }), list = h("div.hands"), pad = h("div.pad"), fault = h("div"), arriving = h("p.note", { hidden: true });

  const decks = table.decks.length > 0 && h("label.pickdeck", {}, words.dealt, " ", h("select", { onchange: (event) => {
    state.deck[game.slug] = event.target.value; startAgain();
  } }, [["", words.printedDeck], ...table.decks.map((item) => [item.slug, item.name[language]])].map(([key, text]) => h("option", { value: key, selected: key === (deck?.slug ?? "") }, text))));
  const presets = game.presets.length > 0 && h("label.pickdeck", {}, words.asPlayed, " ", h("select", { onchange: ({ target }) => { state.preset[game.slug] = target.value; inPlay.options = []; startAgain(); } },
    [["", words.noPreset], ...game.presets.map((item) => [item.id, item.name[language]])].map(([key, text]) => h("option", { value: key, selected: key === (preset?.id ?? "") }, text))));
  const ruleSet = table.sets.length > 0 && h("label.pickdeck", {}, words.ruleSet, " ", h("select", { onchange: (event) => { inPlay.rule_set = event.target.value; renew(); } },
    [["", words.anySet], ...table.sets.map((item) => [item.id, item.name[language]])].map(([key, text]) => h("option", { value: key, selected: key === inPlay.rule_set }, text))));
  // What the dice show: a number and a suit, both asked for.
  inPlay.shown = () => (inPlay.target.every((part) => part !== "") ? inPlay.target.join(" ") : "");
  const lacksTarget = () => table.target && !inPlay.shown();
  const choosePart = (i, name, parts) => h("label.pickdeck", {}, name, " ", h("select", { onchange: (event) => { inPlay.target[i] = event.target.value; renew(); } },
    [["", "–"], ...parts].map(([key, text]) => h("option", { value: key, selected: key === inPlay.target[i] }, text))));
  const target = table.target && [choosePart(0, words.targetNumber, table.target.numbers.map((number) => [String(number), number > 0 ? `+${number}` : String(number).replace("-", "−")])),
    choosePart(1, words.targetSuit, table.target.suits.map((suit) => [suit.id, suit.name[language]]))];
  const effects = [...table.tokens.map((item) => [item, "token"]), ...table.options.map((item) => [item, "option"])];
  const inEffect = effects.length > 0 && h("details.more", {}, h("summary", {}, words.inPlay), effects.map(([item, kind]) => {
    const values = item.values?.length ? h("select", { "aria-label": words.choiceOf(item.name[language]), onchange: (event) => { if (item.id in inPlay.tokens) inPlay.tokens[item.id] = event.target.value; renew(); } }, item.values.map((value) => h("option", { value }, String(value)))) : null;
    const isOn = kind === "token" ? item.id in inPlay.tokens : inPlay.options.includes(item.id);
    const toggle = (event) => {
      if (kind === "token") { if (event.target.checked) inPlay.tokens[item.id] = values?.value ?? ""; else delete inPlay.tokens[item.id]; }
      else inPlay.options = event.target.checked ? [...inPlay.options, item.id] : inPlay.options.filter((id) => id !== item.id);
      renew();
    };
    const id = `effect-${item.id}`;
    return h("div.q", {}, h("label", { for: id }, h("b", {}, item.name[language]), h("small", {}, item.how[language])), values, h("input.sw", { id, type: "checkbox", role: "switch", checked: isOn, onchange: toggle }));
  }));

  // The pad: the cards of the game, or of the owned deck, by suit.
  const choices = deck
    ? deck.cards.map((item) => ({ key: `${item.name.en}/${item.copy}`, id: item.is, suit: item.suit, name: item.name, code: item.code, copies: 1, owned: item }))
    : table.cards.filter((card) => strip.order.includes(card.id)).map((card) => ({ key: card.id, id: card.id, suit: card.suit, name: card.name, code: card.code, copies: card.copies }));
  const suits = deck ? deck.suits : table.suits;
  const rows = [...suits.map((suit) => [suit.name[language], choices.filter((item) => item.suit === suit.id)]),
    [words.others, choices.filter((item) => !suits.some((suit) => suit.id === item.suit))]].filter(([, items]) => items.length);
  const entries = (title, items, kind = "ol") => items.length > 0 && h("section.beats", {}, h("h3", {}, title), h(kind, {}, items.map((item) => h("li", {}, h("span", {}, h("b", {}, item.name[language]), " · ", item.how[language])))));
  const standIn = deck && h("details.more", {}, h("summary", {}, `${words.standIn} · ${deck.name[language]}`), h("table.standin", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.yourCard), h("th", { scope: "col" }, words.standsFor))),
    h("tbody", {}, deck.cards.map((item) => h("tr", {}, h("th", { scope: "row" }, `${item.code[language]} · ${item.name[language]}`), h("td", {}, cards.get(item.is)?.name[language] ?? item.is))))),
  deck.unused.length > 0 && h("p.note", {}, words.listed(words.staysOut, deck.unused.map((item) => item.name[language]).join(", "))),
  deck.missing.length > 0 && h("p.note", {}, words.listed(words.isMissing, deck.missing.map((name) => name[language]).join(", "))));

  const written = ({ id, value }) => (value ? `${id}=${value}` : id);
  const referee = makeReferee(app, game, played, table, inPlay, written, tell);
  main.replaceChildren(h("div.wrap", {}, h("h1.vh", {}, words.table), chips, h("div.settings", {}, presets, decks, ruleSet, target, h("a.lk", { href: `#/${game.slug}${preset ? `/${preset.id}` : ""}` }, words.oneScreen), deck && h("a.lk", { href: `#/map/${game.slug}?deck=${deck.slug}` }, words.chart)), win, arriving, fault,
    h("div.atable", {}, h("div.laid", {}, list, inEffect, standIn),
      h("section.dealt", {}, h("div.rule", {}, h("h2", {}, words.yourCards), h("small", {}, words.tap)), pad), referee.element,
      h("div.known", {}, entries(words.beats, table.hands), table.payments.length > 0 && h("details.more", {}, h("summary", {}, words.paid), entries(words.paid, table.payments, "ul"))))));

  chips.querySelector("[aria-pressed=true]").scrollIntoView({ block: "nearest", inline: "center" });

  const isHeld = (item, held) => held.id === item.id && held.owned?.name.en === item.owned?.name.en && held.owned?.copy === item.owned?.copy;
  function tap(item) {
    const { key, held: hand, most: limit } = spot(), most = limit || 99;
    const here = hand.filter((held) => isHeld(item, held)).length;
    const everywhere = spots().flatMap(({ held }) => held).filter((held) => isHeld(item, held)).length;
    if (here && (here >= item.copies || everywhere >= item.copies || hand.length >= most)) {
      hand.splice(0, hand.length, ...hand.filter((held) => !isHeld(item, held)));
    } else {
      if (hand.length >= most) {
        const family = cards.get(item.id).family;
        const same = hand.findIndex((held) => cards.get(held.id).family === family);
        hand.splice(Math.max(same, 0), 1);
      }
      hand.push({ id: item.id, owned: item.owned });
    }
    if (!key.includes("/")) showdown.again = []; // another tie, or none
    renew();
  }

  let turn = 0, moves = {}, drawn = {}, isAsking = false, isHere = false;
  keepGame(game, app);
  // How much of the program has arrived, while the first hands wait for it.
  app.progress.add((stage, done, total) => {
    arriving.hidden = !isAsking || isHere;
    if (!arriving.hidden) arriving.textContent = stage === "load" ? `${words.boot[0]} · ${words.loaded(done, total)}` : words.boot[done];
  });
  async function renew() {
    const mine = ++turn, full = hands.map((held, i) => [held, i]).filter(([held]) => held.length >= least());
    fillPad(spot().held);
    moves = {};
    isAsking = full.length > 0 && !lacksTarget();
    draw(null);
    fault.replaceChildren();
    referee.fill(hands, full.map(([, i]) => i));
    if (!isAsking) return referee.settle();
    const asked = { variant: played, language, hands: full.map(([held]) => held.map(written).join(" ")).join(" / "),
      tokens: inPlay.held(), options: inPlay.options.filter((id) => table.options.some((item) => item.id === id && item.judged)), common: showdown.common.map(written).join(" ") };
    if (inPlay.rule_set) asked.rule_set = inPlay.rule_set;
    if (table.target) asked.target = inPlay.shown();
    try {
      const answer = await engine.ask("judge", asked);
      if (mine !== turn) return;
      isAsking = false;
      isHere = arriving.hidden = true;
      draw(answer, full.map(([, i]) => i));
      referee.settle();
    } catch (found) {
      if (mine !== turn) return;
      isAsking = false;
      arriving.hidden = true;
      draw(null);
      referee.clear();
      fault.replaceChildren(faultBox(words, found, found.isBroken || found.isSlow ? renew : null));
    }
  }

  // What each hand gains or loses, beside it; rows for new cards come and go with ties.
  function tell(found) {
    moves = found;
    if (drawn.keys !== spots().map(({ key }) => key).join()) draw(drawn.answer, drawn.places);
    for (const net of list.querySelectorAll(".net")) net.replaceWith(gain(net.dataset.hand));
  }
  const gain = (i) => h(moves[i] < 0 ? "b.net.loss" : "b.net", { "data-hand": i }, moves[i] ? signed(moves[i]) : "");

  function fillPad(hand) {
    const focus = document.activeElement?.dataset?.key;
    pad.replaceChildren(...rows.map(([name, items]) => h("div", {}, h("h3", {}, name), h("div.row", {}, items.map((item) => {
      const count = hand.filter((held) => isHeld(item, held)).length;
      return h(count ? "button.k.on" : "button.k", { "data-key": item.key, "aria-pressed": String(count > 0), "aria-label": item.owned ? null : item.name[language], title: item.name[language], onclick: () => tap(item) },
        item.owned && h("span.vh", {}, item.name[language]), item.owned ? h("span.card.paper", {}, h("b", {}, item.code[language]), h("small", {}, cards.get(item.id)?.code[language] ?? "")) : face(strip, item.id, item.code[language]), count > 1 && h("i", {}, String(count)));
    })))));
    if (focus) [...pad.querySelectorAll("[data-key]")].find((button) => button.dataset.key === focus)?.focus();
  }

  function draw(answer, places = []) {
    const verdictOf = (i) => answer?.hands[places.indexOf(i)];
    const focus = document.activeElement?.dataset?.spot, all = spots(), now = spot().key;
    drawn = { answer, places, keys: all.map(({ key }) => key).join() };
    list.replaceChildren(...all.map(({ key, held: hand, most: limit, name }, i) => {
      const verdict = verdictOf(i), lacks = (i < hands.length ? least() : limit ?? 0) - hand.length;
      const chosen = hand.filter((held) => cards.get(held.id).values.length > 1);
      return h(`div.hand${key === now ? ".mine" : ""}${verdict?.bombed ? ".lost" : ""}`, {},
        h("span.rk", verdict?.rank ? { role: "img", "aria-label": words.rank(verdict.rank) } : { "aria-hidden": "true" }, verdict?.rank ? String(verdict.rank) : "–"),
        h("div.cs", {}, hand.map(picture)),
        h("div", {}, h("button.pick", { "data-spot": key, "aria-pressed": String(key === now), onclick: () => { state.at = key; renew(); } }, name),
          verdict?.hand && h("b", {}, verdict.hand.name), h("small", {}, verdict ? verdict.why[0] : lacks > 0 && hand.length ? words.more(lacks) : hand.length ? "" : words.emptyHelp),
          chosen.map((held) => h("label.value", {}, cards.get(held.id).name[language], " ", h("select", { "aria-label": words.choiceOf(cards.get(held.id).name[language]), onchange: (event) => { held.value = event.target.value; renew(); } },
            [["", words.automatic], ...cards.get(held.id).values.map((value) => [value, String(value).replace("-", "−")])].map(([key, text]) => h("option", { value: key, selected: String(key) === String(held.value ?? "") }, text)))))),
        h("span.val", { "aria-hidden": "true" }, String(verdict?.best ?? "").replace("-", "−"), gain(i)));
    }), h("div.get", {},
      h("button.btn", { onclick: () => { hands.push([]); state.at = String(hands.length - 1); renew(); } }, words.addHand),
      h("button.btn", { onclick: startAgain }, words.startAgain)));
    if (focus) [...list.querySelectorAll("[data-spot]")].find((button) => button.dataset.spot === focus)?.focus();
    const best = answer ? answer.hands.findIndex((verdict) => verdict.rank === 1 && !verdict.bombed) : -1;
    const winner = answer?.hands[best];
    win.replaceChildren(orbits(0.9), h("div.cs", {}, winner ? hands[places[best]].slice(0, 5).map(picture) : []),
      h("div.tt", {}, h("div.ttl", {}, words.handsTable), h("h2", {}, answer?.outcome.at(-1) ?? winner?.hand?.name ?? (answer ? answer.hands[0].why[0] : lacksTarget() ? words.stillAsked(words.asks.target) : isAsking ? (isHere ? "…" : words.boot[0]) : words.emptyTable))),
      h("p", {}, winner ? winner.why.slice(1).join(" ") || winner.why[0] : answer?.hands[0].why.slice(1).join(" ") ?? (isAsking ? "" : words.emptyHelp)));
  }
  renew();
}
