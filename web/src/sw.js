// The service worker: keeps one version whole, checked by files.json, and answers from it alone.
// A new version is fetched beside the old one, and takes its place when the page asks for it or
// when no page is open: a page never meets two versions.
const VERSION = "@VERSION@";
const CACHE = `printkit-${VERSION}`;
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
  "style-src 'self'; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'; " +
  "base-uri 'none'; form-action 'none'";
// The pieces of the program, which the worker keeps as they arrive. Their names contain their
// digests, so all versions share one cache.
const PIECES = "printkit-pieces";
const PIECE = /^packed\//;
// Drawings, pictures and rules are kept when they were used once.
const ON_DEMAND = /^(packed\/art-|data\/(faces|fan)-|kits\/|rules\/|docs\/)/;

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const digestOf = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));

async function install() {
  const list = await fetch("files.json", { cache: "no-cache" });
  const files = await list.clone().json();
  const [cache, pieces] = await Promise.all([caches.open(CACHE), caches.open(PIECES)]);
  await cache.put("files.json", list);
  for (const [name, { sha256 }] of Object.entries(files)) {
    const isPiece = PIECE.test(name);
    if (ON_DEMAND.test(name) || (isPiece && (await pieces.match(name)))) continue;
    const answer = await fetch(name, { cache: "no-cache" });
    if (!answer.ok || (await digestOf(await answer.clone().arrayBuffer())) !== sha256) {
      throw new Error(`${name} is not of version ${VERSION}`);
    }
    await (isPiece ? pieces : cache).put(name === "index.html" ? "./" : name, answer);
  }
}

async function activate() {
  for (const key of await caches.keys()) {
    if (key.startsWith("printkit-") && key !== CACHE && key !== PIECES) await caches.delete(key);
  }
  const listed = await (await caches.open(CACHE)).match("files.json").then((list) => list.json());
  const pieces = await caches.open(PIECES);
  for (const request of await pieces.keys()) {
    if (!(nameOf(request.url) in listed)) await pieces.delete(request);
  }
  await clients.claim();
}

const nameOf = (url) => decodeURIComponent(new URL(url).pathname.slice(new URL(registration.scope).pathname.length));

async function answer(request) {
  const cache = await caches.open(CACHE);
  const url = new URL(request.url), name = nameOf(request.url);
  const isVisit = request.mode === "navigate";
  const isPage = isVisit && /\/(index\.html)?$/.test(url.pathname) && !ON_DEMAND.test(name);
  const store = PIECE.test(name) ? await caches.open(PIECES) : cache;
  let found = await store.match(isPage ? "./" : request, { ignoreSearch: true });
  if (!found) {
    try {
      found = await fetch(request);
    } catch (fault) {
      const away = isVisit && (await cache.match("away.html"));
      if (!away) throw fault;
      found = away;
    }
    if (found.ok && ON_DEMAND.test(name) && !PIECE.test(name)) await keepSame(cache, request, name, found.clone());
  }
  // WebAssembly is passed on as it is, so that its compiled code is kept.
  if (!/javascript|html/.test(found.headers.get("Content-Type") ?? "")) return found;
  const headers = new Headers(found.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(found.body, { status: found.status, headers });
}

// Keeps a file of this version; one of another version is shown once and not kept.
async function keepSame(cache, request, name, answer) {
  try {
    const listed = await (await cache.match("files.json")).json();
    const bytes = await answer.clone().arrayBuffer();
    if ((await digestOf(bytes)) === listed[name]?.sha256) await cache.put(request, answer);
  } catch { /* a full quota keeps less, and nothing breaks */ }
}

// --- what was opened ---------------------------------------------------------------------------

const RULES = /^rules\/(.+)-(en|fr)\.html$/;
const STYLE = /<link rel="stylesheet" href="([^"]+)"/g;
const FONT = /url\(([^)]+)\)/g;
const kept = new Set();

// Fetches all that a game needs in a language: its drawings, faces, start sheets and rules.
async function keepGame({ slug, language }) {
  const key = `${slug}-${language}`;
  if (kept.has(key)) return;
  kept.add(key);
  const read = async (name) => answer(new Request(new URL(name, registration.scope)));
  try {
    const [game, kit, { pieces }] = await Promise.all(
      [`data/game-${slug}.json`, `data/kit-${slug}.json`, "packed.json"].map(async (name) => (await read(name)).json()));
    const starts = Object.values(game.starts).map((files) => `rules/${files[language]}`);
    for (const name of [...starts, `data/${game.strips[language].file}`, `data/fan-${slug}.avif`]) await read(name);
    const book = await (await read(`rules/${key}.html`)).text();
    for (const [, style] of book.matchAll(STYLE)) {
      const text = await (await read(`rules/${style}`)).text();
      for (const [, font] of text.matchAll(FONT)) if (!font.startsWith("data:")) await read(`rules/${font}`);
    }
    for (const archive of kit.archives) for (const [name] of pieces[archive] ?? []) await keepPiece(name);
  } catch {
    kept.delete(key); // the next visit tries again
  }
}

async function keepPiece(name) {
  const pieces = await caches.open(PIECES);
  if (await pieces.match(name)) return;
  const found = await fetch(name), digest = await digestOf(await found.clone().arrayBuffer());
  if (found.ok && name.includes(digest.slice(0, 16))) await pieces.put(name, found);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  else if (event.data.keep) event.waitUntil(keepGame(event.data.keep));
});
addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  if (method !== "GET" || new URL(url).origin !== location.origin) return;
  event.respondWith(answer(event.request));
  // A rule book has no script: opening it keeps its game as well.
  const [, slug, language] = (mode === "navigate" && RULES.exec(nameOf(url))) || [];
  if (slug && !navigator.connection?.saveData) event.waitUntil(keepGame({ slug, language }));
});
