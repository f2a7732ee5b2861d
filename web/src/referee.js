// Who takes and who pays at a showdown: asks what the payments of the game read, and tells each in
// order with its rule. The program reckons; the fields say themselves what is missing or wrong.
import { capital, faultBox, h } from "./dom.js";

/** What is known of a showdown besides its hands; values of players by the number of their hand. */
export const newShowdown = () => ({ seats: {}, first_hand: false, alone: false, false: {}, places: {}, common: [], again: [] });

export const signed = (sum) => `${sum < 0 ? "−" : "+"}${Math.abs(sum)}`;

/** `played` is the game with its preset; `write` gives the code of a held card; `tell` is called with what each hand gains or loses. */
export function makeReferee({ words, language, engine }, game, played, table, inPlay, write, tell) {
  const { showdown } = inPlay;
  const form = h("div"), fault = h("div"), said = h("p.said", { role: "status" }), result = h("div.settled");
  const element = h("section.referee", { hidden: true }, h("div.rule", {}, h("h2", {}, words.whoPays)), form, said, result, fault);
  const needs = () => table.asks[inPlay.options.filter((id) => id in table.asks).sort().join(" ")];
  const nameOf = ({ id, name }) => (id === "own" ? words.hasLeft : capital(name[language]));
  const text = (hand) => hand.map(write).join(" ") || "-";
  let hands = [], full = [], players = [], isAlone = false, isShown = "", turn = 0;

  /** Shows the questions about hands, of which those with the numbers in `complete` are. */
  function fill(all, complete) {
    [hands, full, isAlone] = [all, complete, complete.length < 2];
    players = complete.length ? complete : [0];
    const { keys, places } = needs(), asked = JSON.stringify([inPlay.options, players, isAlone && showdown.alone]);
    element.hidden = !places.length || (isAlone && !keys.includes("alone"));
    if (asked === isShown) return;
    const focus = form.contains(document.activeElement) && document.activeElement.id;
    form.replaceChildren(...(isAlone ? [choice("alone"), ...(showdown.alone ? askPlaces(places) : [])] : askAll(keys, places)).filter(Boolean));
    isShown = asked;
    if (focus) document.getElementById(focus)?.focus();
  }

  const askAll = (keys, places) => [
    ...["called", "bank", "tiebreaker"].filter((key) => keys.includes(key)).map(seat),
    ...askPlaces(places, keys.includes("false")), keys.includes("first_hand") && choice("first_hand")];

  const question = (key, control) => h("div.q", {}, h("label", { for: `ask-${key}` }, h("b", {}, words.asks[key])), control);
  function seat(key) {
    const first = key === "tiebreaker" ? [["0", words.nobody]] : [["", words.choose], ...(key === "called" ? [["0", words.nobody]] : [])];
    const now = String(players.indexOf(showdown.seats[key] - 1) < 0 ? showdown.seats[key] === 0 ? 0 : first[0][0] : showdown.seats[key]);
    return question(key, h("select", { id: `ask-${key}`, "data-name": words.asks[key], required: true, onchange: ({ target }) => { showdown.seats[key] = target.value === "" ? null : Number(target.value); settle(); } },
      [...first, ...players.map((i) => [i + 1, words.seat(i + 1)])].map(([value, label]) => h("option", { value, selected: String(value) === now }, label))));
  }
  function choice(key) {
    return question(key, h("input.sw", { id: `ask-${key}`, type: "checkbox", role: "switch", checked: showdown[key], onchange: ({ target }) => { showdown[key] = target.checked; fill(hands, full); settle(); } }));
  }

  // A number that a place holds; a fault stands below its field.
  function amount(place, i, label) {
    const [min, max] = place.amounts, held = (showdown.places[place.id] ??= {}), id = `held-${place.id}-${i}`;
    const note = h("small.bad", { id: `${id}-fault` });
    const input = h("input", { id, type: "number", min, max, step: 1, inputmode: min < 0 ? null : "numeric", value: held[i] ?? "", required: place.needed, "aria-label": label, "aria-describedby": note.id, "data-name": nameOf(place), "data-place": place.id, oninput: () => {
      const isWrong = !input.validity.valid && !input.validity.valueMissing;
      held[i] = input.value;
      note.textContent = isWrong ? words.wholeNumber(...place.amounts.map((number) => number.toLocaleString(language))) : "";
      input.toggleAttribute("aria-invalid", isWrong);
      settle();
    } });
    return [input, note];
  }
  function askPlaces(places, asksFalse) {
    const shared = places.filter((place) => place.shared), own = places.filter((place) => !place.shared);
    const optional = (place) => !place.needed && h("small", {}, words.optional);
    return [shared.length > 0 && h("div.pots", {}, shared.map((place) => h("label", {}, h("b", {}, nameOf(place)), optional(place), amount(place, "", null)))),
      own.length > 0 && h("table.seats", {}, h("thead", {}, h("tr", {}, h("td"), own.map((place) => h("th", { scope: "col" }, nameOf(place), optional(place))), asksFalse && h("th", { scope: "col" }, words.asks.false))),
        h("tbody", {}, players.map((i) => h("tr", {}, h("th", { scope: "row" }, words.seat(i + 1)), own.map((place) => h("td", {}, amount(place, i, `${nameOf(place)}, ${words.seat(i + 1)}`))),
          asksFalse && h("td", {}, h("input", { type: "checkbox", "aria-label": `${words.asks.false}, ${words.seat(i + 1)}`, checked: showdown.false[i], onchange: ({ target }) => { showdown.false[i] = target.checked; settle(); } }))))))];
  }

  // Returns what is known as the program wants it, and the names of what it lacks.
  function collect() {
    const { keys, places } = needs(), lacks = new Set();
    for (const { id, needed, shared } of places) { // who tells one purse tells all
      const held = showdown.places[id] ?? {};
      for (const input of form.querySelectorAll(`[data-place="${id}"]`)) input.required = needed || (!shared && players.some((i) => held[i]));
    }
    const open = [...form.querySelectorAll("input:invalid, select:invalid")];
    for (const input of open) if (input.validity.valueMissing) lacks.add(input.dataset.name);
    if (table.sets.length && !inPlay.rule_set) lacks.add(words.asks.rule_set);
    if (table.target && !isAlone && !inPlay.shown()) lacks.add(words.asks.target);
    const place = (i) => players.indexOf(i) + 1, has = (key) => keys.includes(key);
    const known = { names: players.map((i) => words.seat(i + 1)), tokens: inPlay.held(), options: inPlay.options, pots: {}, figures: {} };
    if (inPlay.rule_set) known.rule_set = inPlay.rule_set;
    if (table.target && !isAlone) known.target = inPlay.shown();
    for (const { id, shared, figure } of places) {
      const values = shared ? [showdown.places[id]?.[""]] : players.map((i) => showdown.places[id]?.[i]);
      if (values.every((value) => value)) (figure ? known.figures : known.pots)[id] = shared ? Number(values[0]) : values.map(Number);
    }
    if (isAlone) known.alone = true;
    else {
      for (const key of ["called", "bank", "tiebreaker"]) if (has(key)) known[key] = place((showdown.seats[key] ?? 0) - 1);
      if (has("false")) known.false = players.filter((i) => showdown.false[i]).map(place);
      if (has("first_hand")) known.first_hand = showdown.first_hand;
    }
    if (has("common") && showdown.common.length) known.common = text(showdown.common);
    const rounds = showdown.again.filter((round) => Object.values(round).every((hand) => hand.length === table.again));
    known.again = rounds.map((round) => players.map((i) => text(round[i] ?? [])).join(" / "));
    return { known, lacks: [...lacks], isWrong: open.length > 0 || lacks.size > 0 };
  }

  function clear(text = "") {
    turn += 1;
    said.textContent = text;
    result.replaceChildren();
    fault.replaceChildren();
    tell({});
  }

  /** Asks the program, if nothing is missing. */
  async function settle() {
    const { known, lacks, isWrong } = collect();
    if (element.hidden || (isAlone && !showdown.alone)) return clear();
    if (isWrong) return clear(lacks.length ? words.stillAsked(lacks.join(", ")) : "");
    if (!result.firstChild) said.textContent = "";
    const mine = ++turn;
    try {
      const answer = await engine.ask("settle", { variant: played, language, hands: players.map((i) => text(hands[i])).join(" / "), known });
      if (mine !== turn) return;
      if (answer.needs.length) clear(answer.needs.map(({ ask }) => ask).join(" "));
      else show(answer, known.again.length);
    } catch (found) {
      if (mine !== turn) return;
      if (known.again.length && !found.isBroken && !found.isSlow) { // the hands have changed since the tie
        showdown.again = [];
        return settle();
      }
      clear();
      fault.replaceChildren(faultBox(words, found, found.isBroken || found.isSlow ? settle : null));
    }
  }

  function show({ steps, outcome, pending }, rounds) {
    const told = new Set(), moves = {};
    const items = steps.map((step) => {
      if (step.hand) {
        const sign = (place) => (place === "own" || place === "score" ? step.amount : 0);
        moves[players[step.hand - 1]] = (moves[players[step.hand - 1]] ?? 0) + sign(step.to) - sign(step.source);
      }
      return h(step.text ? "li" : "li.held", {}, h("div", {}, step.text && h("b", {}, step.text), step.rules.map((rule, i, rules) => {
        const isOld = told.has(rule.id), isLast = rules[i + 1]?.chapter !== rule.chapter, title = table.chapters[rule.chapter]?.[language];
        told.add(rule.id);
        return h("p", {}, isOld ? words.asAbove : rule.text + ({ silent: " †", against: " ‡" }[rule.provenance] ?? ""), " ",
          !isOld && isLast && title && h("a", { href: `rules/${game.slug}-${language}.html#${rule.chapter}`, target: "_blank", rel: "noopener" }, title));
      })));
    });
    fault.replaceChildren();
    said.textContent = pending.length ? outcome[0] : Object.entries(moves).filter(([, sum]) => sum).map(([i, sum]) => `${words.seat(Number(i) + 1)} ${signed(sum)}`.replaceAll(" ", "\u00a0")).join(" · ");
    const has = (provenance) => steps.some((step) => step.rules.some((rule) => rule.provenance === provenance));
    const marks = [has("silent") && words.ourReading, has("against") && words.ourRule].filter(Boolean);
    result.replaceChildren(h("ol", {}, items), ...(outcome.length ? [h("h3", {}, words.afterwards), h("ul", {}, outcome.map((line) => h("li", {}, line)))] : []), marks.length ? h("p.note", {}, marks.join(" ")) : "");
    // Players that are level get new cards, in hands of their own.
    const level = pending.map((number) => players[number - 1]), now = showdown.again[rounds] ?? {};
    showdown.again.length = rounds;
    if (level.length) showdown.again.push(Object.fromEntries(level.map((i) => [i, now[i] ?? []])));
    tell(moves);
  }

  return { element, fill, settle, clear };
}
