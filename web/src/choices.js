// The choices of a kit: they live in the address, so that an address shares them.
const NUMBER = /^-?\d+(\.\d+)?$/;

// The set of products that a visitor who has chosen nothing prints; an empty list is the whole kit.
export const TONIGHT = ["tonight"];
const WHOLE = "whole";

export const choices = { variant: "kessel", languages: null, products: TONIGHT, options: {}, target: "", preset: "" };

function parse(text) {
  if (text === "true" || text === "false") return text === "true";
  return NUMBER.test(text) ? Number(text) : text;
}

/** What a word means, of several the first: “dice” is paper-die, “dark” the theme noir. */
function meaning(table, word) {
  const plain = String(word).toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return [table?.[plain] ?? word].flat()[0];
}

/** The usual paper of a locale, by the rule of printkit, which the catalogue contains. */
export function usualPaper({ country, papers, usual }, locale) {
  return papers[RegExp(country).exec(locale)?.[1].toLowerCase()] ?? usual;
}

/** Takes choices from an address such as #/kit/kessel?paper=a4&players=4. */
export function readAddress(typed, query, { games, papers, words }, language) {
  const slug = meaning(words.games, typed ?? "");
  const isKnown = (name) => games.some((game) => game.slug === name);
  const isPreset = (id) => games.find((game) => game.slug === choices.variant)?.presets?.some((preset) => preset.id === id);
  if (isKnown(slug)) chooseGame(slug);
  else if (!isKnown(choices.variant)) chooseGame(games[0].slug);
  const game = games.find((item) => item.slug === choices.variant);
  if ([...query.keys()].length) {
    choices.options = {};
    choices.target = "";
    choices.preset = "";
    for (const [key, value] of query) {
      if (key === "lang") choices.languages = value.split(" ").map((word) => meaning(words.values.lang, word));
      else if (key === "for") choices.target = meaning(words.values.for, value);
      else if (key === "preset") choices.preset = isPreset(value) ? value : "";
      else if (key === "parts") choices.products = value === WHOLE ? [] : value.split(" ").map((word) => meaning(words.products, word)).filter(Boolean);
      else choices.options[key] = parse(meaning(words.values[key], value));
    }
  }
  choices.languages ??= [language];
  choices.options.paper ??= usualPaper(papers, navigator.language);
  if (game.usual) choices.options.players ??= game.usual;
}

export function chooseGame(slug) {
  if (slug === choices.variant) return;
  choices.variant = slug;
  choices.products = slug === "own" ? [] : TONIGHT;
  choices.preset = "";
  delete choices.options.players;
}

/** The address of this page for the codes of a kit; empty for a page that no phone can open. */
export function siteAddress({ protocol, hostname, origin, pathname }) {
  return protocol === "https:" && hostname !== "localhost" ? origin + pathname.replace(/index\.html$/, "") : "";
}

/** The address of the choices. */
export function address() {
  const query = new URLSearchParams(choices.options);
  query.set("lang", choices.languages.join(" "));
  if (choices.preset) query.set("preset", choices.preset);
  if (choices.target) query.set("for", choices.target);
  if (choices.products !== TONIGHT) query.set("parts", choices.products.join(" ") || WHOLE);
  return `#/kit/${choices.variant}?${query}`;
}
