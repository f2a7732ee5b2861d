// Decks that stay: each is kept in this browser, with its files and what was written since.
// A browser that keeps nothing (a private window, a full disk) works as well, until it is closed.
import { run as runStore } from "./database.js";
import { pictures } from "./pictures.js";

const STORE = "projects", LAST = "printkit-project";
// Texts are part of the deck's record; other files are kept once, beside it.
const TEXT = /\.(toml|csv|tsv|md)$/i;
const PLACES = ["files", "written"];

const run = (mode, act) => runStore(STORE, mode, act);

/** Returns all projects without their pictures, the one changed last first; none if the browser keeps nothing. */
export async function listProjects() {
  const all = await run("readonly", (store) => store.getAll()).catch(() => []);
  return all.sort((a, b) => b.changed - a.changed);
}

/** Keeps a project; returns whether the browser has kept it. Pictures that are kept already may be null. */
export async function keepProject(project) {
  try {
    const record = { ...project, changed: Date.now() };
    for (const place of PLACES) {
      record[place] = [];
      for (const [name, bytes] of project[place]) {
        const isText = TEXT.test(name);
        if (!isText && bytes) await pictures.write(project.id, `${place}/${name}`, bytes);
        record[place].push([name, isText ? bytes : null]);
      }
    }
    await run("readwrite", (store) => store.put(record));
    navigator.storage?.persist?.().catch(() => {});
    return true;
  } catch {
    return false;
  }
}

/** Returns a project of the list with its pictures. */
export async function readProject(project) {
  const whole = { ...project };
  for (const place of PLACES) {
    const entries = project[place].map(async ([name, bytes]) => [name, bytes ?? (await pictures.read(project.id, `${place}/${name}`))]);
    whole[place] = (await Promise.all(entries)).filter(([, bytes]) => bytes);
  }
  return whole;
}

export async function removeProject(id) {
  await run("readwrite", (store) => store.delete(id)).catch(() => {});
  await pictures.remove(id);
}

export const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** The project that was open when the page was left. */
export const lastProject = {
  get: () => { try { return localStorage.getItem(LAST); } catch { return null; } },
  set: (id) => { try { localStorage.setItem(LAST, id); } catch { /* it is chosen from the list */ } },
  clear: () => { try { localStorage.removeItem(LAST); } catch { /* as above */ } },
};
