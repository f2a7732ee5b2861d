// The page: a view for each address after #, in one language, with one engine.
import { drawing, fetchJson, h } from "./dom.js";
import { Engine } from "./engine.js";
import { storage } from "./storage.js";
import { WORDS } from "./words.js";

const VIEWS = {
  games: () => import("./games.js"),
  cards: () => import("./cards.js"),
  kit: () => import("./kit.js"),
  table: () => import("./table.js"),
  own: () => import("./own.js"),
  map: () => import("./map.js"),
};
const ICONS = {
  games: "M4 6l8-3 4 13-8 3zM13 5l7 2-3 12-3-1",
  kit: "M5 3h10l4 4v14H5zM15 3v4h4M8 12h8M8 16h8",
  table: "M12 3a9 9 0 1 0 .01 0M12 7a5 5 0 1 0 .01 0M12 3v3M12 18v3M3 12h3M18 12h3",
  own: "M12 3v12M7 8l5-5 5 5M4 15v6h16v-6",
};
const MENU = Object.keys(ICONS);

export const app = {
  language: storage.read("language", navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en"),
  get words() { return WORDS[this.language]; },
  engine: new Engine(),
  progress: new Set(),
  ownDeck: null,
};
app.engine.onprogress = (...step) => { for (const listener of app.progress) listener(...step); };

const element = (id) => document.getElementById(id);
let turn = 0;

async function show() {
  const mine = ++turn;
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, argument = "", more = ""] = path.split("/");
  const catalogue = (app.catalogue ??= await fetchJson("data/catalogue.json"));
  if (mine !== turn) return;
  const typed = decode(argument);
  // An address that begins with a game is that game as it is played: `#/GAME/PRESET`.
  const played = catalogue.games.find(({ slug }) => slug === name);
  if (played) {
    fillFrame("play");
    app.progress.clear();
    if (typed === null || more || !isPreset(played, typed)) return showLost();
    const { show: showGame } = await import("./play.js");
    if (mine === turn) await showGame(element("main"), app, name, typed);
    return;
  }
  // A name that is no view of ours, such as `constructor`, or an address that cannot be decoded.
  const view = Object.hasOwn(VIEWS, name) ? name : "games";
  const isLost = (name && view !== name) || typed === null || more;
  fillFrame(view);
  app.progress.clear();
  const module = await VIEWS[view]();
  if (mine !== turn) return;
  if (isLost || (view !== "games" && typed && view !== "own" && !isGame(typed))) return showLost();
  // The program is on its way before the pictures of the view, which are shown without it.
  if (view !== "games" && view !== "cards") app.engine.start().catch(() => {});
  await module.show(element("main"), app, typed, new URLSearchParams(query));
}

const isPreset = ({ presets }, id) => id === "" || presets.some((preset) => preset.id === id);

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// Returns whether an address names a game, a word for one, or the deck of the visitor.
function isGame(typed) {
  const { games, words } = app.catalogue;
  return typed === "own" || games.some(({ slug }) => slug === typed) || Object.hasOwn(words.games, typed.toLowerCase());
}

function showLost() {
  const { words } = app;
  element("main").replaceChildren(h("div.wrap", {}, h("h1.sm", {}, words.lost), h("p", {}, words.lostHelp), h("a.btn.main", { href: "#/games" }, words.games)));
}

function fillFrame(view) {
  const { words } = app;
  document.documentElement.lang = app.language;
  document.title = view === "games" ? `printkit · ${words.hero.join(" ")}` : `${words[view] ?? ""} · printkit`;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = words[node.dataset.word];
  for (const menu of document.querySelectorAll("nav")) {
    menu.setAttribute("aria-label", words.views);
    menu.replaceChildren(...MENU.map((name) => h("a", { href: `#/${name}`, "aria-current": name === view ? "page" : null },
      menu.className === "tab" && drawing("0 0 24 24", [["path", { d: ICONS[name] }]], { "stroke-width": 1.5 }), words[name])));
  }
  const button = element("language");
  button.replaceChildren(...["en", "fr"].flatMap((code) => [h(code === app.language ? "b" : "span", {}, code.toUpperCase()), " "]));
  button.setAttribute("aria-label", `EN FR · ${words.otherLanguage}`);
  button.lang = app.language === "en" ? "fr" : "en";
  element("colours").setAttribute("aria-label", words.theme);
  element("manual").href = `docs/${app.language}/index.html`;
}

function setColours(scheme) {
  document.documentElement.dataset.colours = scheme;
  storage.write("colours", scheme);
}

element("language").onclick = () => {
  app.language = app.language === "en" ? "fr" : "en";
  storage.write("language", app.language);
  show().catch(fail);
};
element("colours").onclick = () => {
  const isDark = getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1"
    || matchMedia("(prefers-color-scheme: dark)").matches && !document.documentElement.dataset.colours;
  const now = document.documentElement.dataset.colours ?? (isDark ? "dark" : "light");
  setColours(now === "dark" ? "light" : "dark");
};
const scheme = storage.read("colours", null);
if (scheme) document.documentElement.dataset.colours = scheme;

function fail(fault) {
  const words = app.words;
  element("main").replaceChildren(h("div.wrap", {}, h("div.faultbox", { role: "alert" }, h("b", {}, words.broken),
    h("p", {}, words.brokenCure), h("button.btn", { onclick: () => location.reload() }, words.again))));
  console.error(fault);
}

// The link to the content moves the focus; an address such as #main would be another view.
document.querySelector(".skip").onclick = (event) => {
  event.preventDefault();
  element("main").focus();
};

// A view that replaces the one with the focus gets it.
addEventListener("hashchange", () => show().then(() => {
  if (document.activeElement === document.body) element("main").focus({ preventScroll: true });
}).catch(fail));
show().catch(fail);

// The program starts at rest, and the page is kept for use without network after that: 15 MB must
// not compete with the first view.
addEventListener("load", () => setTimeout(async () => {
  const isSaving = navigator.connection?.saveData;
  if (!isSaving) await app.engine.ask("prepare", { archives: [] }).catch(() => {});
  keepOffline();
}, 1500));

async function keepOffline() {
  if (!navigator.serviceWorker) return;
  try {
    const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
    const offer = () => { if (registration.waiting && navigator.serviceWorker.controller) offerVersion(registration.waiting); };
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
    offer();
    registration.update().catch(() => {}); // without network
  } catch {
    element("notice").replaceChildren(app.words.quota);
  }
}

// The new version takes over when it is asked to; then the page is loaded anew from it.
function offerVersion(worker) {
  const take = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take over");
  };
  element("notice").replaceChildren(app.words.newVersion, " ", h("button.lk", { onclick: take }, app.words.useIt));
}
