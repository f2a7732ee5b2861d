// The pictures of decks: files of their own, so that a typed letter does not write all of them again.
// They are in the private folder of the site (OPFS) where a page may write there. Safari before 26
// allows it to workers alone, and private windows of Firefox have no such folder: in these browsers
// each picture is a record of the database.
import { run } from "./database.js";

const STORE = "files", FOLDER = "decks";

const hasFolder = () => "createWritable" in (globalThis.FileSystemFileHandle?.prototype ?? {}) && Boolean(navigator.storage?.getDirectory);

async function decks(create) {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create });
}

// The name of a file: names of users may be longer than a file system allows, or contain slashes.
async function fileName(name) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(name));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Where bytes have been written: the same bytes are not written twice.
const written = new WeakMap();

/** Keeps a file of a deck. Rejects if the browser does not. */
async function write(id, name, bytes) {
  const place = `${id}/${name}`;
  if (written.get(bytes) === place) return;
  if (!(await writeFile(id, name, bytes).catch(() => false))) await run(STORE, "readwrite", (store) => store.put(bytes, place));
  written.set(bytes, place);
}

async function writeFile(id, name, bytes) {
  if (!hasFolder()) return false;
  const folder = await (await decks(true)).getDirectoryHandle(id, { create: true });
  const file = await folder.getFileHandle(await fileName(name), { create: true });
  const stream = await file.createWritable();
  await stream.write(bytes);
  await stream.close();
  return true;
}

/** Returns the bytes of a file, or null if it is not kept. */
async function read(id, name) {
  const bytes = (await readFile(id, name).catch(() => null)) ?? (await run(STORE, "readonly", (store) => store.get(`${id}/${name}`)).catch(() => null)) ?? null;
  if (bytes) written.set(bytes, `${id}/${name}`);
  return bytes;
}

async function readFile(id, name) {
  if (!hasFolder()) return null;
  const folder = await (await decks(false)).getDirectoryHandle(id);
  const handle = await folder.getFileHandle(await fileName(name));
  return (await handle.getFile()).arrayBuffer();
}

/** Removes the files of a deck. */
async function remove(id) {
  if (hasFolder()) await decks(false).then((folder) => folder.removeEntry(id, { recursive: true })).catch(() => {});
  await run(STORE, "readwrite", (store) => store.delete(IDBKeyRange.bound(`${id}/`, `${id}/\uffff`))).catch(() => {});
}

export const pictures = { write, read, remove };
