// Make a kit: choices, what they come to, the pages, the files.
import { address, choices, readAddress, siteAddress, TONIGHT } from "./choices.js";
import { drawing, faultBox, fetchJson, h } from "./dom.js";
import { makeLinks, print } from "./files.js";
import { makeFilm } from "./film.js";
import { keepGame } from "./keep.js";
import { makeFirst } from "./first.js";
import { makeOptions, makeParts, makeQuestions, makeSentence, makeSets, makeTargets } from "./form.js";
import { printerDialog, printers } from "./printer.js";
import { storage } from "./storage.js";

const RING = 226.2; // the length of the ring of progress

export async function show(main, app, slug, query) {
  const { words, language, engine, catalogue } = app;
  const declared = await fetchJson("data/options.json");
  const games = app.ownDeck?.game ? [app.ownDeck.game, ...catalogue.games] : catalogue.games;
  const option = (name) => declared.options.find((item) => item.name === name);
  const game = () => games.find((item) => item.slug === choices.variant);
  readAddress(slug, query, { ...catalogue, games }, language);

  function choose(name, value) {
    if (value === null || (value === option(name).default && name !== "paper")) delete choices.options[name];
    else choices.options[name] = value;
    renew();
  }
  const chosenTarget = () => declared.targets.find((item) => item.key === choices.target);
  const offPaper = () => chosenTarget()?.papers.length === 0;
  function makeJob() {
    const printer = printers().find((item) => item.name === storage.read("printer", ""));
    const options = printer ? { ...choices.options, printer } : { ...choices.options };
    const target = chosenTarget();
    // The sentence asks nothing of paper where no sheets are printed; a kept printer is a setting.
    if (target) delete options.printer;
    if (offPaper()) for (const name of ["duplex", "paper"]) delete options[name];
    const name = game().path ?? choices.variant, site = siteAddress(location);
    // A code leads from the start sheet and the box to this page, if it has the game.
    const printed = choices.products === TONIGHT || !choices.products.length ? ["start"] : choices.products;
    if (site && !target && !game().path && printed.some((key) => declared.reads[key]?.includes("site"))) options.site = site;
    return { variant: choices.preset ? `${name}@${choices.preset}` : name, languages: choices.languages, products: choices.products, options, target: target?.key ?? "" };
  }

  const dialog = printerDialog(app, () => { fillPrinters(); sentence.fill(); renew(); });
  const printerButton = h("button.lk", { onclick: () => dialog.showModal() }, words.printerIsOff);
  const printerChoice = h("div.printer");
  function fillPrinters() {
    const saved = printers().map((item) => [item.name, item.name]), now = storage.read("printer", "");
    const choose = (event) => { storage.write("printer", event.target.value); renew(); };
    printerChoice.replaceChildren(...(saved.length ? [h("label", {}, words.printer, " ", h("select", { onchange: choose },
      [["", words.noPrinter], ...saved].map(([key, text]) => h("option", { value: key, selected: key === now }, text))))] : []));
  }
  fillPrinters();

  const sentence = makeSentence(app, games, option, renew, offPaper);
  const sets = makeSets(app, () => { parts.renew(); renew(); });
  const parts = makeParts(app, declared.products, () => { sets.fill(); renew(); }), first = makeFirst(app, declared.products, printerButton, printerChoice), film = makeFilm(app);
  const ring = makeRing();
  const title = h("b"), detail = h("span"), fault = h("div"), result = h("div.get"), ready = h("div.get"), pageCount = h("small");
  const go = h("button.btn.main", { onclick: make, disabled: true }, words.make);
  const stop = h("button.btn", { hidden: true, onclick: () => engine.stop() }, words.stop);
  main.replaceChildren(h("div.wrap", {}, h("h1.vh", {}, words.kit), sentence.element,
    h("div.two", {}, h("div", {}, sets.element,
      h("div.making", {}, ring.element, h("div.t", { role: "status" }, title, " ", detail), h("div.get", {}, go, stop)), fault, result, ready,
      makeQuestions(app, option, choose), parts.element, makeTargets(app, declared.targets, () => { sentence.fill(); renew(); }), makeOptions(app, declared.options, choose),
      h("p", {}, h("button.lk", { onclick: share }, words.share))), first.element),
    h("div.rule.pages", {}, h("h2", {}, words.thePages), pageCount), film.element, film.zoom, dialog));

  let turn = 0, isPlanning = false;
  const links = makeLinks();
  const say = (text, more = "") => { title.textContent = text; detail.textContent = more; };
  function tell(found) {
    say(found.isStopped ? words.stopped : "");
    fault.replaceChildren(...(found.isStopped ? [] : [faultBox(words, found, renew)]));
  }
  app.progress.add((stage, done, total) => {
    if (stage === "load") { if (isPlanning) say(words.boot[0], words.loaded(done, total)); return; }
    if (stage === "boot") { if (isPlanning) say(words.boot[done]); return; }
    say(stage === "layout" ? words.laying : words.writing, words.of(done, total));
    ring.turn(done, total);
  });

  async function renew() {
    const mine = ++turn;
    history.replaceState(null, "", address());
    go.disabled = true;
    go.hidden = false;
    result.replaceChildren();
    fault.replaceChildren();
    links.clear();
    showUsual(mine);
    if (isPlanning) return; // the plan under way is followed by that of the new choices
    isPlanning = true;
    try {
      for (let asked = 0; asked !== turn;) {
        asked = turn;
        say(words.boot[0]);
        await planOnce(asked);
      }
    } finally {
      isPlanning = false;
    }
  }

  async function planOnce(asked) {
    const job = makeJob();
    try {
      const { archives = [] } = (await usualKits()) ?? {};
      await engine.ask("prepare", { archives });
      const plan = await engine.ask("plan", { job, language });
      if (asked !== turn) return;
      say("");
      go.disabled = false;
      showPlan(plan);
      keepGame(game(), app);
      engine.keep(film.draw(plan, job, () => asked !== turn || !film.element.isConnected)).then((ink) => { if (ink !== null) first.showInk(ink); });
    } catch (found) {
      if (asked === turn) tell(found);
    }
  }

  // The figures of a usual kit are there before the program.
  const usualKits = async () => (game().shown ? fetchJson(`data/kit-${choices.variant}.json`).catch(() => null) : null);

  async function showUsual(mine) {
    const { paper, players, ...others } = choices.options;
    const set = choices.products === TONIGHT ? "tonight" : choices.products.length ? "" : "whole";
    const isUsual = set && !Object.keys(others).length && Number(players) === game().usual && !choices.target && !choices.preset && choices.languages.length === 1;
    ready.replaceChildren();
    if (!isUsual) return;
    const kit = (await usualKits())?.[`${set}-${paper}-${choices.languages[0]}`];
    if (mine === turn && game().ready && ["a4", "letter"].includes(paper)) showReady(set, paper, choices.languages[0]);
    if (kit && mine === turn && go.disabled) showPlan(kit);
  }

  // A ready file is one click away, before the program is there.
  function showReady(set, paper, lang) {
    const name = `kits/${choices.variant}-${set}-${paper}-${lang}.pdf`;
    ready.replaceChildren(h("a.btn.main", { href: name, download: name.split("/").at(-1) }, words.readyPdf), h("button.btn", { onclick: () => print(name) }, words.print));
  }

  function showPlan(plan) {
    const pages = plan.made.reduce((sum, part) => sum + (part.pages.length ?? part.pages), 0);
    first.show(plan);
    parts.fill(game(), plan.made);
    pageCount.textContent = String(pages);
    ring.turn(pages, pages);
  }

  async function make() {
    const mine = turn;
    go.hidden = true;
    stop.hidden = false;
    stop.focus();
    result.replaceChildren();
    fault.replaceChildren();
    try {
      const { files, bytes } = await engine.ask("build", { job: makeJob(), language });
      if (mine !== turn) return;
      const zip = bytes.at(-1);
      say(words.done, words.ready(Number(pageCount.textContent), files.length));
      result.replaceChildren(links.link(`${choices.variant}-${choices.languages.join("-")}.zip`, zip, words.zip((zip.byteLength / 1e6).toFixed(1)), "a.btn.main"),
        h("details.more", {}, h("summary", {}, words.eachFile), h("ul.files", {}, files.map((name, i) => h("li", {}, links.link(name, bytes[i], name, "a.lk"))))));
      if (document.activeElement === stop) result.querySelector("a").focus();
    } catch (found) {
      if (mine === turn) tell(found);
      go.hidden = false;
      if (document.activeElement === stop) go.focus();
    } finally {
      stop.hidden = true;
    }
  }

  async function share() {
    const { href } = location;
    try {
      if (navigator.share) await navigator.share({ title: document.title, url: href });
      else {
        await navigator.clipboard.writeText(href);
        say(words.shared);
      }
    } catch { /* nobody was chosen; the address bar holds the choices as well */ }
  }

  renew();
}

// The ring of progress, an orbit with the number of what is done in it.
function makeRing() {
  const count = h("svg:text", { "text-anchor": "middle", y: 8, class: "ring-text" });
  const arc = h("svg:circle", { r: 36, class: "arc", "stroke-dasharray": `0 ${RING}`, transform: "rotate(-90)" });
  const element = drawing("-42 -42 84 84", [["circle", { r: 36, "stroke-dasharray": "1 3" }], ["circle", { r: 24, "stroke-width": 0.7, opacity: 0.6 }]], { class: "ring" });
  element.append(arc, count);
  function turn(done, total) {
    count.textContent = String(done);
    arc.setAttribute("stroke-dasharray", `${total ? (RING * done) / total : 0} ${RING}`);
  }
  return { element, turn };
}
