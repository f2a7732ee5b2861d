// All games, as pictures of their decks. Works before the program is there, and without it.
import { usualPaper } from "./choices.js";
import { h, orbits, whenNear } from "./dom.js";

const HERO = "casino";
const HALVES = 4; // a family of up to so many games has plates of half the width

export function show(main, { words, language, catalogue }) {
  const { games, groups } = catalogue, mapped = new Set(catalogue.decks.flatMap((deck) => deck.games));
  const fans = [], paper = usualPaper(catalogue.papers, navigator.language);
  const hero = games.find((game) => game.shown && game.slug === HERO) ?? games.find((game) => game.shown);
  const fan = (slug, isFirst) => {
    const image = h("img.fan", { alt: "", decoding: "async", src: isFirst ? `data/fan-${slug}.avif` : null });
    if (!isFirst) { image.dataset.slug = slug; fans.push(image); }
    return image;
  };
  const plate = (game, size, seed) => h(`article.plate${size}`, {},
    h("div.pic", {}, orbits(seed), game.shown && fan(game.slug)),
    h("h3", {}, game.name[language]),
    h("div.facts", {}, [words.players(...game.players), game.minutes.length && words.minutes(...game.minutes), words.countCards(game.cards)].filter(Boolean).join(" · ")),
    h("p", {}, game.summary[language]),
    h("p.needs", {}, game.needs[language].length ? words.bring(game.needs[language].join(", ")) : words.bringNothing),
    h("div.acts", {},
      game.ready && h("a.lk", { href: ready(game), "aria-label": `${words.tonightPdf} : ${game.name[language]}` }, words.tonightPdf),
      game.shown && h("a.lk", { href: `#/${game.slug}`, "aria-label": `${words.oneScreen} : ${game.name[language]}` }, words.oneScreen),
      h("a.lk", { href: `#/kit/${game.slug}`, "aria-label": `${words.makeKit} : ${game.name[language]}` }, words.makeKit),
      game.shown && h("a.lk", { href: `rules/${game.slug}-${language}.html`, "aria-label": `${words.readRules} : ${game.name[language]}` }, words.readRules),
      game.shown && h("a.lk", { href: `#/cards/${game.slug}`, "aria-label": `${words.allCards} : ${game.name[language]}` }, words.allCards),
      game.shown && game.judged && h("a.lk", { href: `#/table/${game.slug}`, "aria-label": `${words.judgeHands} : ${game.name[language]}` }, words.judgeHands),
      game.shown && mapped.has(game.slug) && h("a.lk", { href: `#/map/${game.slug}`, "aria-label": `${words.map} : ${game.name[language]}` }, words.map)));
  const ready = (game) => `kits/${game.slug}-tonight-${paper}-${language}.pdf`;
  const order = ["kessel", "sabacc", "spike", "pazaak", "tarot", "local"];
  const known = [...order, ...Object.keys(groups)].filter((group, i, all) => group in groups && all.indexOf(group) === i);
  // The first game of the page is one tap away.
  const first = known.flatMap((group) => games.filter((game) => game.group === group)).find((game) => game.ready);
  const sections = known.map((group) => {
    const members = games.filter((game) => game.group === group);
    const size = members.length === 1 ? ".big" : members.length <= HALVES ? ".half" : "";
    return h("section", {}, h("div.rule", {}, h("h2", {}, groups[group][language]), h("small", {}, members.length > 1 && String(members.length))),
      h("div.plates", {}, members.map((game, i) => plate(game, size, i))));
  });
  main.replaceChildren(
    h("section.hero", {}, h("div.wrap", {},
      h("div.txt", {}, h("h1", {}, words.hero[0], h("br"), words.hero[1]), h("p", {}, words.lead),
        h("div.acts", {}, first && h("a.btn.main", { href: ready(first) }, words.printTonight(first.name[language])),
          h(first ? "a.btn" : "a.btn.main", { href: "#/kit" }, words.kit), h("a.btn", { href: "#/map/casino?deck=tarot" }, words.ownTarot))),
      h("div.orbit", {}, orbits(0.4), hero && fan(hero.slug, true)))),
    h("div.wrap", {}, h("p.count", {}, words.countGames(known.length, games.length)), sections));
  whenNear(fans, (image) => { image.src = `data/fan-${image.dataset.slug}.avif`; });
}
