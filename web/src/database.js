// The database of the page: decks, and the pictures of decks where a page cannot write files.
let opening = null;
function open() {
  opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("printkit", 2);
    asked.onupgradeneeded = () => {
      const stores = asked.result.objectStoreNames;
      if (!stores.contains("projects")) asked.result.createObjectStore("projects", { keyPath: "id" });
      if (!stores.contains("files")) asked.result.createObjectStore("files");
    };
    asked.onsuccess = () => {
      asked.result.onversionchange = () => { asked.result.close(); opening = null; }; // a newer page is open
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
  opening.catch(() => { opening = null; });
  return opening;
}

/** Returns what `act` asks of a store, once it is kept. */
export async function run(name, mode, act) {
  const store = (await open()).transaction(name, mode).objectStore(name);
  const asked = act(store);
  return new Promise((resolve, reject) => {
    store.transaction.oncomplete = () => resolve(asked.result);
    store.transaction.onerror = store.transaction.onabort = () => reject(store.transaction.error);
  });
}
