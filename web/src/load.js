// Fetches the archives of the program in pieces. A piece is kept as soon as it has arrived, so
// "Try again" and a reload go on where the network stopped. There is no limit to the whole time: an
// error comes only after SILENCE without a byte.
const SILENCE = 30_000; // milliseconds
const PAUSE = 1000; // milliseconds before a failed request is repeated
const AT_ONCE = 3; // requests under way, so that the line is busy between the pieces
const KEPT = "printkit-pieces"; // the cache, which the service worker reads as well

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Loader {
  #list = null;
  #archives = new Map();
  #wanted = new Map(); // bytes of each archive that was asked for, and how many of them are here
  #free = AT_ONCE;
  #line = []; // pieces that wait for a free request
  fault = null;
  #cache = globalThis.caches?.open(KEPT).catch(() => null);

  /** `report(here, total)` is called with bytes as they arrive. */
  constructor(report) {
    this.report = report;
  }

  /** Returns the list of pieces. */
  list() {
    this.#list ??= this.#receive("packed.json").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
    this.#list.catch(() => { this.#list = null; });
    return this.#list;
  }

  // Asks for all pieces of an archive, in order, behind those that were asked for before; returns
  // their promises.
  async #pieces(name) {
    const pieces = (await this.list()).pieces[name];
    const state = { here: 0, total: pieces.reduce((sum, [, size]) => sum + size, 0), fault: null };
    this.#wanted.set(name, state);
    return pieces.map(([file, size]) => {
      const piece = this.#inTurn(file, size, state);
      piece.catch((fault) => { this.fault = state.fault = fault; });
      return piece;
    });
  }

  // Fetches a piece when a request is free; the first failure of an archive ends the rest of it.
  async #inTurn(file, size, state) {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise((resolve) => this.#line.push(resolve));
    try {
      if (state.fault) throw state.fault;
      return await this.#piece(file, size, state);
    } finally {
      const next = this.#line.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  /** Returns an archive as a stream of its bytes. A failure is kept as `fault`. */
  stream(name) {
    const asked = this.#pieces(name);
    asked.catch((fault) => { this.fault = fault; });
    let number = 0;
    const packed = new ReadableStream({
      pull: async (controller) => {
        const pieces = await asked;
        if (number === pieces.length) controller.close();
        else controller.enqueue(await pieces[number++]);
      },
    });
    return packed.pipeThrough(new DecompressionStream("gzip"));
  }

  /** Returns all bytes of an archive. */
  bytes(name) {
    if (!this.#archives.has(name)) {
      const bytes = this.#unpacked(name);
      bytes.catch(() => this.#archives.delete(name));
      this.#archives.set(name, bytes);
    }
    return this.#archives.get(name);
  }

  async #unpacked(name) {
    const parts = await Promise.all(await this.#pieces(name));
    return new Response(new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  /** Forgets the bytes of an archive that has been unpacked. */
  done(name) {
    this.#archives.delete(name);
  }

  async #piece(name, size, state) {
    const cache = await this.#cache;
    let before = 0;
    const tell = (here) => {
      state.here += here - before;
      before = here;
      const all = [...this.#wanted.values()];
      this.report(all.reduce((sum, item) => sum + item.here, 0), all.reduce((sum, item) => sum + item.total, 0));
    };
    const kept = await cache?.match(name).catch(() => null);
    const bytes = kept ? new Uint8Array(await kept.arrayBuffer()) : await this.#receive(name, tell);
    tell(size);
    if (!kept) await cache?.put(name, new Response(bytes)).catch(() => {}); // a full quota keeps less
    return bytes;
  }

  // Fetches a file, again and again until SILENCE has passed without a byte.
  async #receive(name, tell = () => {}) {
    let heard = Date.now(), most = 0;
    for (;;) {
      const stop = new AbortController();
      const watch = setInterval(() => { if (Date.now() - heard > SILENCE) stop.abort(); }, 500);
      try {
        const answer = await fetch(name, { signal: stop.signal });
        if (answer.status === 404) throw { words: `${name}: 404`, isBroken: true };
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
        const parts = [];
        let here = 0;
        const reader = answer.body.getReader();
        for (let step; !(step = await reader.read()).done;) {
          parts.push(step.value);
          here += step.value.length;
          heard = Date.now();
          if (here > most) tell((most = here));
        }
        const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
        if (await isSound(name, bytes)) return bytes;
        throw new Error(`${name} is damaged`);
      } catch (fault) {
        if (fault.isBroken) throw fault;
        if (Date.now() - heard > SILENCE) throw { isSlow: true };
      } finally {
        clearInterval(watch);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

// Returns whether a piece has the digest in its name. Pages without https cannot tell.
async function isSound(name, bytes) {
  const digest = /-([0-9a-f]{16})\.bin$/.exec(name)?.[1];
  if (!digest || !globalThis.crypto?.subtle) return true;
  return hex(await crypto.subtle.digest("SHA-256", bytes)).startsWith(digest);
}
