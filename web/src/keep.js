// Keeps what was opened for use without network: the drawings, faces and rules of a game.
import { fetchJson } from "./dom.js";

const done = new Set();
const STYLE = /<link rel="stylesheet" href="([^"]+)"/g;
const FONT = /url\(([^)]+)\)/g;

/** Fetches the files of a game once; the service worker keeps them. */
export async function keepGame({ slug, shown }, { language, engine }) {
  if (!shown || done.has(`${slug}-${language}`) || navigator.connection?.saveData) return;
  done.add(`${slug}-${language}`);
  try {
    await navigator.serviceWorker?.ready;
    const [kits, game] = await Promise.all([fetchJson(`data/kit-${slug}.json`), fetchJson(`data/game-${slug}.json`)]);
    await fetch(`data/${game.strips[language].file}`);
    await fetch(`data/fan-${slug}.avif`);
    await keepRules(`rules/${slug}-${language}.html`);
    await engine.ask("keep", { archives: kits.archives });
  } catch {
    done.delete(`${slug}-${language}`); // the next visit tries again
  }
}

async function keepRules(name) {
  const page = await (await fetch(name)).text();
  for (const [, style] of page.matchAll(STYLE)) {
    const text = await (await fetch(`rules/${style}`)).text();
    for (const [, font] of text.matchAll(FONT)) if (!font.startsWith("data:")) await fetch(`rules/${font}`);
  }
}
