// The service worker: keeps one version whole, checked by files.json, and answers from it alone.
// A new version is fetched beside the old one, and takes its place when the page asks for it or
// when no page is open: a page never meets two versions.
const VERSION = "@VERSION@";
const CACHE = `printkit-${VERSION}`;
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
  "style-src 'self'; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'; " +
  "base-uri 'none'; form-action 'none'";
// Large files that exist in two forms; the other form is left out.
const LARGE = /^((program|spreadsheets)\.zip|runtime\/.*\.(wasm|zip))(\.gz)?$/;
// Pictures and rules are kept when they were shown once.
const ON_DEMAND = /^(data\/(faces|fan)-|rules\/|docs\/)/;

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function install() {
  const list = await fetch("files.json", { cache: "no-cache" });
  const isPacked = !list.headers.get("Content-Encoding");
  const files = await list.json();
  const cache = await caches.open(CACHE);
  for (const [name, { sha256 }] of Object.entries(files)) {
    if (ON_DEMAND.test(name) || (LARGE.test(name) && name.endsWith(".gz") !== isPacked)) continue;
    const answer = await fetch(name, { cache: "no-cache" });
    const bytes = await answer.clone().arrayBuffer();
    if (!answer.ok || hex(await crypto.subtle.digest("SHA-256", bytes)) !== sha256) {
      throw new Error(`${name} is not of version ${VERSION}`);
    }
    // A decoded body must not claim to be encoded: the worker asks this header which form to fetch.
    await cache.put(name === "index.html" ? "./" : name, answer);
  }
}

async function activate() {
  for (const key of await caches.keys()) {
    if (key.startsWith("printkit-") && key !== CACHE) await caches.delete(key);
  }
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const url = new URL(request.url);
  const isPage = request.mode === "navigate" && /\/(index\.html)?$/.test(url.pathname);
  const kept = await cache.match(isPage ? "./" : request, { ignoreSearch: true });
  let found = kept;
  if (!found) {
    found = await fetch(request);
    const name = url.pathname.slice(new URL(registration.scope).pathname.length);
    if (found.ok && ON_DEMAND.test(name)) {
      cache.put(request, found.clone()).catch(() => {}); // a full quota keeps less, and nothing breaks
    }
  }
  // WebAssembly is passed on as it is, so that its compiled code is kept.
  if (!/javascript|html/.test(found.headers.get("Content-Type") ?? "")) return found;
  const headers = new Headers(found.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(found.body, { status: found.status, headers });
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", ({ data }) => { if (data === "take over") skipWaiting(); });
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && new URL(url).origin === location.origin) event.respondWith(answer(event.request));
});
