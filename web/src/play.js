// One game as it is played, for a phone at the table: its start sheet on one screen, with the way
// to hands and payments. The address, `#/GAME/PRESET`, is the one that printed codes lead to.
import { fetchJson, h } from "./dom.js";
import { keepGame } from "./keep.js";
import { usualPaper } from "./choices.js";

const STYLE = "start.css";

/** Fetches the start sheet of a game; its elements come from our own site. */
async function readStart(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw { words: `${name}: ${answer.status}`, isBroken: true };
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [page.querySelector("svg.sprites"), ...page.querySelectorAll("main > *")].filter(Boolean).map((node) => document.importNode(node, true));
}

export async function show(main, app, slug, presetId) {
  const { words, language, catalogue } = app;
  const game = catalogue.games.find((item) => item.slug === slug);
  const preset = game.presets.find((item) => item.id === presetId);
  if (!document.querySelector(`link[href="${STYLE}"]`)) document.head.append(h("link", { rel: "stylesheet", href: STYLE }));
  const table = game.shown && (await fetchJson(`data/game-${slug}.json`));
  const parts = table ? await readStart(`rules/${table.starts[presetId][language]}`) : [];
  const sections = parts.filter((node) => node.localName === "section");
  const title = (section) => section.querySelector(".chapter")?.textContent ?? "";
  const jump = (section) => h("button", { onclick: () => { section.scrollIntoView(); section.querySelector("h2")?.focus({ preventScroll: true }); } }, title(section));
  for (const section of sections) section.querySelector("h2")?.setAttribute("tabindex", "-1");
  const choice = game.presets.length > 0 && h("label.pickdeck", {}, words.asPlayed, " ", h("select", { onchange: ({ target }) => { location.hash = `#/${[slug, target.value].filter(Boolean).join("/")}`; } },
    [["", words.noPreset], ...game.presets.map((item) => [item.id, item.name[language]])].map(([key, text]) => h("option", { value: key, selected: key === presetId }, text))));
  const inPreset = preset ? `preset=${preset.id}` : "preset=";
  const paper = usualPaper(catalogue.papers, navigator.language);
  document.title = `${game.name[language]} · printkit`;
  main.replaceChildren(h("div.wrap", {}, h("h1.sm", {}, game.name[language]),
    h("p.facts", {}, [words.players(...game.players), game.minutes.length && words.minutes(...game.minutes), words.countCards(game.cards)].filter(Boolean).join(" · ")),
    h("p", {}, game.summary[language]), choice, preset && h("p.note", {}, preset.how[language]),
    h("div.get", {}, game.judged && game.shown && h("a.btn.main", { href: `#/table/${slug}?${inPreset}` }, words.whoWins),
      h("a.btn", { href: `#/kit/${slug}${preset ? `?${inPreset}&parts=tonight` : ""}` }, words.makeKit)),
    h("p.acts", {}, game.ready && !preset && h("a.lk", { href: `kits/${slug}-tonight-${paper}-${language}.pdf` }, words.tonightPdf),
      game.shown && h("a.lk", { href: `rules/${slug}-${language}.html` }, words.readRules), game.shown && h("a.lk", { href: `#/cards/${slug}` }, words.allCards)),
    sections.length > 0 && h("div.chips", { role: "group", "aria-label": words.chapters }, sections.map(jump)), h("div.start", {}, parts)));
  keepGame(game, app);
}
