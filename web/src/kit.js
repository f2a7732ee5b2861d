// Make a kit: a sentence of choices, what it comes to, the pages, the files.
import { capital, drawing, faultBox, fetchJson, h } from "./dom.js";
import { printerDialog, printers } from "./printer.js";
import { storage } from "./storage.js";

const CUT_SECONDS = 10; // a straight cut with a ruler and a knife
const USUAL = ["a4", "letter"]; // papers whose figures are there before the program
const ASKED = ["paper", "players", "duplex", "theme", "index", "sleeved", "corner-guides", "printer"];
const QUESTIONS = [["index", "large", "indexQuestion"], ["sleeved", true, "sleevedQuestion"], ["corner-guides", true, "guidesQuestion"]];
const ELSEWHERE = ["dpi", "columns"]; // options of pictures
const RING = 226.2; // the length of the ring of progress

const state = { variant: "kessel", languages: null, products: [], options: {} };

function defaultPaper() {
  return /-(us|ca|mx|ph|co|cl|ve)$/i.test(navigator.language) ? "letter" : "a4";
}

/** Takes choices from the address: #/kit/kessel?paper=a4&players=4 */
function readAddress(slug, query, games) {
  if (slug && games.some((game) => game.slug === slug)) {
    if (slug !== state.variant) { state.products = []; delete state.options.players; }
    state.variant = slug;
  } else if (!games.some((game) => game.slug === state.variant)) state.variant = games[0].slug;
  if (![...query.keys()].length) return;
  state.options = {};
  for (const [key, value] of query) {
    if (key === "lang") state.languages = value.split(" ");
    else if (key === "parts") state.products = value.split(" ").filter(Boolean);
    else state.options[key] = value === "true" ? true : value === "false" ? false : /^-?\d+(\.\d+)?$/.test(value) ? +value : value;
  }
}

function address() {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(state.options)) if (key !== "printer") query.set(key, value);
  query.set("lang", state.languages.join(" "));
  if (state.products.length) query.set("parts", state.products.join(" "));
  return `#/kit/${state.variant}?${query}`;
}

export async function show(main, app, slug, query) {
  const { words, language, engine, catalogue } = app;
  const declared = await fetchJson("data/options.json");
  const games = app.ownDeck?.game ? [app.ownDeck.game, ...catalogue.games] : catalogue.games;
  readAddress(slug, query, games);
  state.languages ??= [language];
  state.options.paper ??= defaultPaper();
  const game = () => games.find((item) => item.slug === state.variant);
  const option = (name) => declared.options.find((item) => item.name === name);
  const job = () => {
    const options = { ...state.options };
    const printer = printers().find((item) => item.name === storage.read("printer", ""));
    if (printer) options.printer = printer;
    return { variant: game().path ?? state.variant, languages: state.languages, products: state.products, options };
  };
  const choose = (name, value) => {
    if (value === null || value === option(name).default) delete state.options[name];
    else state.options[name] = value;
    renew();
  };

  // The sentence: native selects, so that a phone shows its own list.
  const sentence = h("p.say");
  function pick(label, value, entries, change) {
    return h("select.sel", { "aria-label": label, onchange: (event) => { change(event.target.value); fillSentence(); renew(); } },
      entries.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) }, text)));
  }
  function fillSentence() {
    const [least, most] = game().players, join = words.sentence;
    const counts = Array.from({ length: most - least + 1 }, (_, i) => least + i);
    const papers = Object.entries(option("paper").choices);
    // A select and the comma after it stay on one line.
    const part = (lead, select, mark) => [`${lead} `, h("span.together", {}, select, mark), " "];
    sentence.replaceChildren(...[
      part(join[0], pick(words.game, state.variant, games.map((item) => [item.slug, item.name[language]]), (value) => {
        state.variant = value; state.products = []; delete state.options.players;
      }), ""),
      part(join[1], pick(words.playersLabel, state.options.players ?? least, counts.map((count) => [count, words.playerCount(count)]), (value) => { state.options.players = +value; }), ","),
      part(join[2], pick(words.languageLabel, state.languages.join(" "), Object.entries(words.languages), (value) => { state.languages = value.split(" "); }), ","),
      part(join[3], pick(words.paperLabel, state.options.paper, papers.map(([key, names]) => [key, words.paper(names[language])]), (value) => { state.options.paper = value; }), ","),
      part(join[4], pick(words.sidesLabel, state.options.duplex ?? option("duplex").default, Object.entries(words.sides), (value) => { state.options.duplex = value; }), join[5]),
    ].flat());
  }

  // The questions in the open, and all other options below, made from what the program declares.
  const looks = h("div.looks", { role: "radiogroup", "aria-label": words.lookQuestion },
    Object.entries(option("theme").choices).map(([key, names]) => h("label", { title: names[language] },
      h("input", { type: "radio", name: "theme", value: key, checked: key === (state.options.theme ?? option("theme").default), onchange: () => choose("theme", key) }),
      h("img", { src: `data/theme-${key}.avif`, alt: "", width: 58, height: 81, loading: "lazy" }), names[language].split(/\s?:/)[0])));
  const question = (name, on, word) => h("label.q", {}, h("span", {}, h("b", {}, words[word]), h("small", {}, option(name).help[language])),
    h("input.sw", { type: "checkbox", role: "switch", checked: state.options[name] === on, onchange: (event) => choose(name, event.target.checked ? on : null) }));
  function field(item) {
    const now = state.options[item.name] ?? item.default, id = `option-${item.name}`;
    const number = (text) => (text === "" ? null : +text);
    const read = { switch: (input) => input.checked, length: (input) => number(input.value), count: (input) => number(input.value) };
    const change = (event) => choose(item.name, (read[item.kind] ?? ((input) => input.value || null))(event.target));
    const plain = item.default_help[language] || words.automatic;
    const choices = Object.entries(item.choices);
    const control = choices.length
      ? h("select", { id, onchange: change }, item.default === null && h("option", { value: "" }, plain),
        choices.map(([key, names]) => h("option", { value: key, selected: key === String(now) }, names[language])))
      : item.kind === "switch" ? h("input.sw", { id, type: "checkbox", role: "switch", checked: now === true, onchange: change })
        : h("input", { id, type: item.kind === "name" ? "text" : "number", min: item.minimum, max: item.maximum, step: item.kind === "count" ? 1 : "any", value: now ?? "", placeholder: item.default === null ? plain : "", onchange: change });
    return h("div.q", {}, h("label", { for: id }, h("b", {}, capital(item.title[language])), h("small", {}, item.help[language])), control, item.unit && h("small", {}, item.unit));
  }
  const shownOptions = declared.options.filter((item) => !ASKED.includes(item.name) && !ELSEWHERE.includes(item.name));
  const groups = [...new Set(shownOptions.map((item) => item.group))];
  const more = h("details.more", {}, h("summary", {}, words.allOptions), groups.map((group) => {
    const members = shownOptions.filter((item) => item.group === group);
    return h("fieldset", {}, h("legend", {}, members[0].group_title[language]), members.map(field));
  }));
  const partList = h("div.parts"), partNames = h("small");
  const parts = h("details.more", { open: state.products.length > 0 }, h("summary", {}, words.partQuestion, partNames), partList);
  function fillParts(made) {
    if (partList.childElementCount && partList.dataset.game === state.variant) return;
    partList.dataset.game = state.variant;
    const all = [...new Map(made.map((part) => [part.product, part.title]))].filter(([key]) => key !== "print-me-first");
    partList.replaceChildren(...all.map(([key, title]) => h("label", {}, h("input", { type: "checkbox", value: key, checked: state.products.includes(key), onchange: () => {
      state.products = [...partList.querySelectorAll("input:checked")].map((input) => input.value);
      renew();
    } }), title)));
  }

  // What is under way, and the files.
  const count = h("svg:text", { "text-anchor": "middle", y: 8, class: "ring-text" });
  const arc = h("svg:circle", { r: 36, class: "arc", "stroke-dasharray": `0 ${RING}`, transform: "rotate(-90)" });
  const ring = drawing("-42 -42 84 84", [["circle", { r: 36, "stroke-dasharray": "1 3" }], ["circle", { r: 24, "stroke-width": 0.7, opacity: 0.6 }]], { class: "ring" });
  ring.append(arc, count);
  const title = h("b"), detail = h("span"), result = h("div.get"), fault = h("div");
  const go = h("button.btn.main", { onclick: make, disabled: true }, words.make);
  const stop = h("button.btn", { hidden: true, onclick: () => engine.stop() }, words.stop);
  const share = h("button.lk", { onclick: shareChoices }, words.share);
  const making = h("div.making", {}, ring, h("div.t", { role: "status" }, title, " ", detail), h("div.get", {}, go, stop));
  const first = h("aside.first", { "aria-label": words.printMeFirst });
  const film = h("div.film", { tabindex: 0, role: "region", "aria-label": words.thePages });
  const pageCount = h("small");
  const zoom = h("dialog.zoom", { "aria-label": words.thePages });
  const dialog = printerDialog(app, () => { fillPrinter(); renew(); });
  const printerChoice = h("div.printer");
  function fillPrinter() {
    const saved = printers(), now = storage.read("printer", "");
    printerChoice.replaceChildren(...(saved.length ? [h("label", {}, words.printer, " ", h("select", { onchange: (event) => { storage.write("printer", event.target.value); renew(); } },
      [["", words.noPrinter], ...saved.map((item) => [item.name, item.name])].map(([key, text]) => h("option", { value: key, selected: key === now }, text))))] : []));
  }
  fillPrinter();
  fillSentence();
  main.replaceChildren(h("div.wrap", {}, h("h1.vh", {}, words.kit), sentence,
    h("div.two", {}, h("div", {},
      h("div.q.look", {}, h("span", {}, h("b", {}, words.lookQuestion), h("small", {}, words.lookHelp)), looks),
      QUESTIONS.map((entry) => question(...entry)), parts, more, making, fault, result, h("p", {}, share)), first),
    h("div.rule.pages", {}, h("h2", {}, words.thePages), pageCount), film, zoom, dialog));

  let turn = 0, urls = [], isPlanning = false;
  const say = (text, more = "") => { title.textContent = text; detail.textContent = more; };
  function turnRing(done, total) {
    count.textContent = String(done);
    arc.setAttribute("stroke-dasharray", `${total ? (RING * done) / total : 0} ${RING}`);
  }
  app.progress.add((stage, done, total) => {
    if (stage === "boot") return isPlanning && say(words.boot[done]);
    say(stage === "layout" ? words.laying : words.writing, words.of(done, total));
    turnRing(done, total);
  });
  const tell = (found) => {
    if (found.isStopped) { say(words.stopped); fault.replaceChildren(); } else { say(""); fault.replaceChildren(faultBox(words, found, renew)); }
  };

  async function renew() {
    const mine = ++turn;
    history.replaceState(null, "", address());
    partNames.textContent = state.products.length ? ` · ${state.products.length}` : ` · ${words.whole}`;
    go.disabled = true; go.hidden = false; result.replaceChildren(); fault.replaceChildren();
    for (const url of urls) URL.revokeObjectURL(url);
    urls = [];
    showUsual(mine);
    if (isPlanning) return; // the plan under way asks again when it is done
    isPlanning = true;
    try {
      for (let asked = null; asked !== turn;) {
        asked = turn;
        say(words.boot[0]);
        const wanted = job();
        const plan = await engine.ask("plan", { job: wanted, language }).catch((found) => ({ found }));
        if (asked !== turn) continue;
        if (plan.found) { tell(plan.found); break; }
        say(""); go.disabled = false;
        showPlan(plan);
        drawPages(plan, wanted, asked);
      }
    } finally { isPlanning = false; }
  }

  // The figures of a usual kit are there at once.
  async function showUsual(mine) {
    const { paper, ...others } = state.options;
    const isUsual = game().shown && USUAL.includes(paper) && !Object.keys(others).length && !state.products.length && state.languages.length === 1;
    if (!isUsual) return;
    const kits = await fetchJson(`data/kit-${state.variant}.json`).catch(() => null);
    const kit = kits?.[`${paper}-${state.languages[0]}`];
    if (kit && mine === turn && go.disabled) showPlan(kit);
  }

  function showPlan(plan) {
    const printed = plan.made.filter((part) => part.sheets);
    const pages = plan.made.reduce((sum, part) => sum + (part.pages.length ?? part.pages), 0);
    const figure = (number, text) => h("div", {}, h("b", {}, String(number)), h("span", {}, text));
    const minutes = Math.round((plan.cuts * CUT_SECONDS) / 60);
    fillParts(plan.made);
    first.replaceChildren(h("h2", {}, words.printMeFirst),
      h("div.tot", {}, figure(plan.sheets, words.sheets), figure(plan.cuts, words.cuts), figure(minutes, words.minutesKnife), h("div.ink", { hidden: true })),
      h("table", {}, h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, words.sheets), h("th", { scope: "col" }, words.cuts))),
        h("tbody", {}, printed.map((part) => h("tr", {}, h("th", { scope: "row" }, part.title), h("td", {}, String(part.sheets)), h("td", {}, part.cuts ? String(part.cuts) : "–"))))),
      h("h3", {}, words.toBring), h("ul", {}, plan.supplies.length
        ? plan.supplies.map((item) => h("li", {}, item.name, item.instead && h("small", {}, ` (${words.orPrint(declared.products[item.instead]?.[language] ?? item.instead)})`)))
        : h("li", {}, words.nothing)),
      h("p.note", {}, words.testSheet, " ", h("button.lk", { onclick: () => dialog.showModal() }, words.printerIsOff)), printerChoice);
    pageCount.textContent = String(pages);
    turnRing(pages, pages);
  }

  // Draws the pages one after the other, and measures their ink on the way.
  async function drawPages(plan, wanted, mine) {
    const queue = [];
    film.replaceChildren(...plan.made.flatMap((part) => part.pages.map((page, index) => {
      const hasBacks = part.pages.some((item) => item.back);
      const number = hasBacks ? Math.floor(index / 2) + 1 : index + 1, total = hasBacks ? part.pages.length / 2 : part.pages.length;
      const text = total > 1 ? `${part.title}, ${words.of(number, total)}` : part.title;
      const side = hasBacks ? (page.back ? words.back : words.front) : "";
      const image = h("img", { alt: "", width: Math.round(page.width), height: Math.round(page.height), css: { "aspect-ratio": `${page.width} / ${page.height}` } });
      const open = h("button.open", { "aria-label": `${text} ${side}`, onclick: () => {
        zoom.replaceChildren(h("form", { method: "dialog" }, h("button.btn", { autofocus: true }, words.close)), h("img", { src: image.src, alt: text }));
        zoom.showModal();
      } }, image);
      queue.push({ image, part, number: index + 1 });
      return h(page.width > page.height * 1.2 ? "figure.w" : "figure", {}, open, h("figcaption", {}, text, " ", h("small", {}, side)));
    })));
    film.scrollLeft = 0;
    let inked = 0, area = 0;
    for (const { image, part, number } of queue) {
      const drawn = await engine.ask("page", { job: wanted, product: part.product, edition: part.language, number, language }).catch(() => null);
      if (mine !== turn || !drawn) return;
      const url = URL.createObjectURL(new Blob([drawn.svg], { type: "image/svg+xml" }));
      urls.push(url);
      image.src = url;
      await image.decode().catch(() => {});
      if (mine !== turn) return;
      image.dataset.here = "";
      const page = part.pages[number - 1];
      inked += coverage(image) * page.width * page.height;
      area += page.width * page.height;
    }
    const ink = first.querySelector(".ink");
    if (ink && area) { ink.hidden = false; ink.replaceChildren(h("b", {}, `${Math.round((100 * inked) / area)} %`), h("span", {}, words.ink)); }
  }

  // The part of a page that its three inks cover, read from a small picture of it.
  function coverage(image) {
    const canvas = new OffscreenCanvas(63, 89), pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, 63, 89);
    pen.drawImage(image, 0, 0, 63, 89);
    const { data } = pen.getImageData(0, 0, 63, 89);
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += 765 - data[i] - data[i + 1] - data[i + 2];
    return sum / (765 * 63 * 89);
  }

  async function make() {
    const mine = turn, wanted = job();
    go.hidden = true; stop.hidden = false; result.replaceChildren(); fault.replaceChildren();
    try {
      const { files, bytes } = await engine.ask("build", { job: wanted, language });
      if (mine !== turn) return;
      const link = (name, data, text, kind) => {
        const type = name.endsWith(".pdf") ? "application/pdf" : name.endsWith(".html") ? "text/html" : "application/octet-stream";
        const url = URL.createObjectURL(new Blob([data], { type }));
        urls.push(url);
        return h(kind, { href: url, download: name }, text);
      };
      const zip = bytes[bytes.length - 1];
      say(words.done, words.ready(Number(pageCount.textContent), files.length));
      result.replaceChildren(link(`${state.variant}-${state.languages.join("-")}.zip`, zip, words.zip((zip.byteLength / 1e6).toFixed(1)), "a.btn.main"),
        h("details.more", {}, h("summary", {}, words.eachFile), h("ul.files", {}, files.map((name, i) => h("li", {}, link(name, bytes[i], name, "a.lk"))))));
    } catch (found) {
      if (mine === turn) { tell(found); go.hidden = false; }
    } finally { stop.hidden = true; }
  }

  async function shareChoices() {
    const { href } = location;
    try {
      if (navigator.share) await navigator.share({ title: document.title, url: href });
      else { await navigator.clipboard.writeText(href); say(words.shared); }
    } catch { /* the person changed her mind; the address bar holds the choices as well */ }
  }

  renew();
}
