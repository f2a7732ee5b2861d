// The page's door to the worker: promises, progress, stop.
import { render } from "./render.js";

const ROOM = 128e6; // bytes of memory of a worker; a larger one is replaced after its kit
const REST = 1500; // milliseconds without work before it is replaced

export class Engine {
  #worker = null;
  #waiting = new Map();
  #last = 0;
  #ready = null;
  #isLarge = false;
  #rest = null;
  #held = 0;
  onprogress = () => {};
  onready = async () => {}; // brings what a new worker has lost

  /** Starts the worker, if there is none; resolves when Python is ready. */
  start() {
    if (this.#ready) return this.#ready;
    try {
      this.#worker = new Worker("worker.js", { type: "module" });
    } catch (error) {
      return Promise.reject({ words: String(error), isBroken: true });
    }
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => this.#end({ words: event.message ?? "", isBroken: true });
    const worker = this.#worker;
    this.#ready = this.#send("boot").then(() => this.onready((action, args) => this.#send(action, args)));
    this.#ready.catch(() => {
      if (worker === this.#worker) this.#ready = null;
      worker.terminate(); // what has arrived is kept: the next start goes on from there
    });
    return this.#ready;
  }

  /** Asks for an action; rejects with a fault {words, cure, faults, isBroken, isSlow, isStopped}. */
  async ask(action, args, transfer = []) {
    clearTimeout(this.#rest);
    await this.start();
    const answer = await this.#send(action, args, transfer);
    if (answer.memory) this.#isLarge = answer.memory > ROOM;
    this.#tidy();
    return answer;
  }

  /** Keeps this worker until a work of many questions is done, even if it pauses between two. */
  async keep(work) {
    this.#held += 1;
    try {
      return await work;
    } finally {
      this.#held -= 1;
      this.#tidy();
    }
  }

  // The memory of a worker never shrinks, so a large one is replaced when nothing is asked of it.
  #tidy() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => { if (this.#isLarge && !this.#waiting.size && !this.#held) this.stop(); }, REST);
  }

  /** Stops the work under way at once, and starts a new worker in the background. */
  stop() {
    this.#end({ isStopped: true });
    this.start().catch(() => {});
  }

  #receive({ id, answer, fault, stage, done, total, render: drawing }) {
    if (drawing) return this.#render(drawing);
    if (stage) return this.onprogress(stage, done, total);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (fault) waiting?.reject(fault);
    else waiting?.resolve(answer);
  }

  // Renders a drawing for the worker; null for one that the browser cannot read.
  async #render(drawing) {
    const worker = this.#worker;
    const bytes = await render(drawing).catch(() => null);
    if (worker === this.#worker) worker.postMessage({ rendered: { number: drawing.number, bytes } }, bytes ? [bytes] : []);
  }

  #send(action, args, transfer = []) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(++this.#last, { resolve, reject });
      this.#worker.postMessage({ id: this.#last, action, args }, transfer);
    });
  }

  // A worker that has ended never answers: everybody who waits is told.
  #end(fault) {
    this.#worker?.terminate();
    this.#ready = null;
    this.#isLarge = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(fault);
  }
}
