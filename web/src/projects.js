// Decks that stay: each is kept whole in this browser, with its files and what was written since.
// A browser that keeps nothing (a private window, a full disk) works as well, until it is closed.
const STORE = "projects", LAST = "printkit-project";

let opening = null;
function open() {
  opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("printkit", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  opening.catch(() => { opening = null; });
  return opening;
}

async function run(mode, act) {
  const store = (await open()).transaction(STORE, mode).objectStore(STORE);
  const asked = act(store);
  return new Promise((resolve, reject) => {
    store.transaction.oncomplete = () => resolve(asked.result);
    store.transaction.onerror = store.transaction.onabort = () => reject(store.transaction.error);
  });
}

/** Returns all projects, the one changed last first; none if the browser keeps nothing. */
export async function listProjects() {
  const all = await run("readonly", (store) => store.getAll()).catch(() => []);
  return all.sort((a, b) => b.changed - a.changed);
}

/** Keeps a project; returns whether the browser has kept it. */
export async function keepProject(project) {
  try {
    await run("readwrite", (store) => store.put({ ...project, changed: Date.now() }));
    navigator.storage?.persist?.().catch(() => {});
    return true;
  } catch {
    return false;
  }
}

export const removeProject = (id) => run("readwrite", (store) => store.delete(id)).catch(() => {});

export const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** The project that was open when the page was left. */
export const lastProject = {
  get: () => { try { return localStorage.getItem(LAST); } catch { return null; } },
  set: (id) => { try { localStorage.setItem(LAST, id); } catch { /* it is chosen from the list */ } },
  clear: () => { try { localStorage.removeItem(LAST); } catch { /* as above */ } },
};
