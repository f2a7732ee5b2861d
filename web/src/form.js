// The form of a kit: a sentence, the questions in the open, and all options that the program declares.
import { choices, chooseGame, TONIGHT } from "./choices.js";
import { capital, h } from "./dom.js";

const QUESTIONS = [["index", "large", "indexQuestion"], ["sleeves", "usual", "sleevesQuestion"], ["corner-guides", true, "guidesQuestion"]];
// Options that are asked in the sentence, in the open, or not in a page.
const ELSEWHERE = ["paper", "players", "duplex", "theme", "printer", "dpi", "columns", "copies", "site", ...QUESTIONS.map(([name]) => name)];

/** The sentence of choices; native selects, so that a phone shows its own list. */
export function makeSentence({ words, language }, games, option, changed, offPaper) {
  const sentence = h("p.say");
  const pick = (label, value, entries, choose, disabled = false) =>
    h("select.sel", { "aria-label": label, disabled, onchange: (event) => { choose(event.target.value); fill(); changed(); } },
      entries.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) }, text)));
  // A select and the comma after it stay on one line.
  const part = (lead, select, mark) => [`${lead} `, h("span.together", {}, select, mark), " "];
  function fill() {
    const { options } = choices;
    const game = games.find((item) => item.slug === choices.variant);
    const [least, most] = game.players;
    const counts = Array.from({ length: most - least + 1 }, (_, i) => [least + i, words.playerCount(least + i)]);
    const papers = Object.entries(option("paper").choices).map(([key, names]) => [key, words.paper(names[language])]);
    const presets = game.presets ?? [];
    const named = [["", words.noPreset], ...presets.map((item) => [item.id, item.name[language] ?? Object.values(item.name)[0]])];
    const [make, players, languages, paper, printed, end] = words.sentence;
    sentence.replaceChildren(...[
      part(make, pick(words.game, game.slug, games.map((item) => [item.slug, item.name[language]]), chooseGame), ""),
      presets.length ? part(words.asPlayed, pick(words.presetLabel, choices.preset, named, (value) => { choices.preset = value; }), ",") : [],
      part(players, pick(words.playersLabel, options.players ?? least, counts, (value) => { options.players = Number(value); }), ","),
      part(languages, pick(words.languageLabel, choices.languages.join(" "), Object.entries(words.languages), (value) => { choices.languages = value.split(" "); }), ","),
      part(paper, pick(words.paperLabel, options.paper, papers, (value) => { options.paper = value; }, offPaper()), ","),
      part(printed, pick(words.sidesLabel, options.duplex ?? option("duplex").default, Object.entries(words.sides), (value) => { options.duplex = value; }, offPaper()), end),
    ].flat());
  }
  fill();
  return { element: sentence, fill };
}

/** The questions of the look, of large figures, sleeves and guides. */
export function makeQuestions({ words, language }, option, choose) {
  const theme = option("theme");
  const chosen = choices.options.theme ?? theme.default;
  const looks = h("div.looks", { role: "radiogroup", "aria-label": words.lookQuestion },
    Object.entries(theme.choices).map(([key, names]) => h("label", { title: names[language] },
      h("input", { type: "radio", name: "theme", value: key, checked: key === chosen, onchange: () => choose("theme", key) }),
      h("img", { src: `data/theme-${key}.avif`, alt: "", width: 58, height: 81, loading: "lazy" }),
      names[language].split(/\s?:/)[0])));
  const look = h("div.q.look", {}, h("span", {}, h("b", {}, words.lookQuestion), h("small", {}, words.lookHelp)), looks);
  const copies = makeField(option("copies"), words, language, choose);
  return [look, copies, ...QUESTIONS.map(([name, on, word]) => h("label.q", {},
    h("span", {}, h("b", {}, words[word]), h("small", {}, option(name).help[language])),
    h("input.sw", { type: "checkbox", role: "switch", checked: choices.options[name] === on, onchange: (event) => choose(name, event.target.checked ? on : null) })))];
}

/** All other options by group, each a field made from its declaration. */
export function makeOptions({ words, language }, declared, choose) {
  const shown = declared.filter((item) => !ELSEWHERE.includes(item.name));
  const groups = Map.groupBy(shown, (item) => item.group);
  return h("details.more", {}, h("summary", {}, words.allOptions), [...groups.values()].map((members) =>
    h("fieldset", {}, h("legend", {}, members[0].group_title[language]), members.map((item) => makeField(item, words, language, choose)))));
}

function makeField(item, words, language, choose) {
  const id = `option-${item.name}`, now = choices.options[item.name] ?? item.default;
  const plain = item.default_help[language] || words.automatic;
  const send = (value) => choose(item.name, value === "" ? null : value);
  const entries = Object.entries(item.choices);
  let control;
  if (entries.length) {
    control = h("select", { id, onchange: (event) => send(event.target.value) }, item.default === null && h("option", { value: "" }, plain),
      entries.map(([key, names]) => h("option", { value: key, selected: key === String(now) }, names[language])));
  } else if (item.kind === "switch") {
    control = h("input.sw", { id, type: "checkbox", role: "switch", checked: now === true, onchange: (event) => send(event.target.checked) });
  } else {
    const isText = item.kind === "name";
    control = h("input", { id, type: isText ? "text" : "number", min: item.minimum, max: item.maximum, step: item.kind === "count" ? 1 : "any",
      value: now ?? "", placeholder: item.default === null ? plain : "", onchange: ({ target }) => send(isText || target.value === "" ? target.value : target.valueAsNumber) });
  }
  return h("div.q", {}, h("label", { for: id }, h("b", {}, capital(item.title[language])), h("small", {}, item.help[language])), control, item.unit && h("small", {}, item.unit));
}

/** The choice of a shop, a table or a cutter; those whose files a browser cannot make are named. */
export function makeTargets({ words, language }, targets, changed) {
  const here = targets.filter((item) => item.here), others = targets.filter((item) => !item.here);
  const name = (item) => item.name[language];
  const chosen = h("small"), select = h("select", { id: "target", onchange: ({ target }) => { choices.target = target.value; fill(); changed(); } },
    [["", words.atHome], ...here.map((item) => [item.key, capital(name(item))])].map(([key, text]) => h("option", { value: key, selected: key === choices.target }, text)));
  function fill() {
    const known = here.find((item) => item.key === choices.target);
    chosen.textContent = known ? ` · ${name(known)}` : "";
  }
  fill();
  return h("details.more", { open: choices.target !== "" }, h("summary", {}, words.targetQuestion, chosen),
    h("div.q", {}, h("label", { for: "target" }, h("small", {}, words.targetHelp)), select),
    others.length > 0 && h("p.note", {}, words.notHere(others.map(name).join(", "), others[0].key)));
}

/** The choice between what is needed tonight, the whole kit, and some parts of it. */
export function makeSets({ words }, changed) {
  const element = h("div.q.sets", { role: "radiogroup", "aria-label": words.setQuestion });
  const kinds = [[TONIGHT, words.tonight, words.tonightHelp], [[], words.wholeKit, words.wholeKitHelp]];
  function fill() {
    const isParts = choices.products !== TONIGHT && choices.products.length > 0;
    element.replaceChildren(...kinds.map(([products, text, help]) => h("label", {},
      h("input", { type: "radio", name: "set", checked: !isParts && (choices.products === TONIGHT) === (products === TONIGHT), onchange: () => { choices.products = products; changed(); } }),
      h("b", {}, text), " ", h("small", {}, help))));
  }
  fill();
  return { element, fill };
}

/** The choice of a part of the kit; `fill` lists what a game can have. */
export function makeParts({ words, language }, titles, changed) {
  const list = h("div.parts"), count = h("small");
  const chosen = () => (choices.products === TONIGHT ? [] : choices.products);
  const element = h("details.more", { open: chosen().length > 0 }, h("summary", {}, words.partQuestion, count), list);
  let shownFor = null;
  function renew() {
    shownFor = null;
    for (const input of list.querySelectorAll("input")) input.checked = chosen().includes(input.value);
  }
  function fill(game, made) {
    count.textContent = chosen().length ? ` · ${chosen().length}` : "";
    if (shownFor === choices.variant) return;
    shownFor = choices.variant;
    const products = new Set(game.products ?? made.map((part) => part.product));
    products.delete("print-me-first");
    list.replaceChildren(...[...products].map((key) => h("label", {}, h("input", {
      type: "checkbox", value: key, checked: chosen().includes(key), onchange: () => {
        choices.products = [...list.querySelectorAll("input:checked")].map((input) => input.value);
        changed();
      } }), capital(titles[key]?.[language] ?? key))));
  }
  return { element, fill, renew };
}
