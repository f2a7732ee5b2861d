// The worker: starts Python from our own files, then answers the page. A message is
// {id, action, args}; an answer {id, answer} or {id, fault}; progress {stage, done, total}.
// The rules are there first: hands and payments are judged while the rest is still on its way.
import { Loader } from "./load.js";
import { loadPyodide } from "./runtime/pyodide.mjs";

const MAX_SIDE = 3300; // pixels: the long side of a jumbo card at 600 dpi
const JPEG = 0xff, PNG = 0x89;
// Other pictures that a browser decodes.
const OTHER = /\.(webp|avif|gif|bmp|ico)$/i;
const SPREADSHEET = /\.(xlsx|xlsm|xlsb|xls|ods)$/i;
// What systems put beside the files of a person.
const JUNK = /(^|\/)(\.|__MACOSX\/|Thumbs\.db$)/;
let python, referee, program, engine, reader, started;
// The numbers of files and of bytes that the page has brought.
let held = [0, 0];
// What receives the pictures that the page renders, by their number.
const awaited = new Map();
let asked = 0;

const report = (stage, done, total) => postMessage({ stage, done, total });
const loader = new Loader((here, total) => report("load", here, total));

// Starts Python and the rules.
async function boot() {
  await (started ??= bootOnce().catch((fault) => { started = null; throw fault; }));
  return {};
}

async function bootOnce() {
  const plainFetch = self.fetch.bind(self);
  // All is asked for at once, in the order in which it is needed: nothing waits for Python.
  const runtime = new Map(["pyodide-asm", "python_stdlib"].map((name) => [name, loader.stream(name)]));
  loader.bytes("table").then(() => loader.bytes("program")).catch(() => {});
  const lockFileContents = await (await plainFetch("runtime/lock.json")).text();
  self.fetch = async (url, options) => {
    const [, name, type] = /\/runtime\/([\w.]+)\.(wasm|zip)$/.exec(String(url)) ?? [];
    if (!name) return plainFetch(url, options);
    return new Response(runtime.get(name.replaceAll(".", "-")), { headers: { "Content-Type": `application/${type}` } });
  };
  const indexURL = new URL("runtime/", location.href).href;
  try {
    python = await loadPyodide({ indexURL, lockFileContents });
  } catch (fault) {
    throw loader.fault ?? fault;
  } finally {
    self.fetch = plainFetch;
  }
  report("boot", 1, 3);
  await unpack("table");
  python.runPython("import sys; sys.path.insert(0, '/site')");
  referee = python.pyimport("referee");
  report("boot", 2, 3);
  needProgram().catch(() => {}); // the first action that needs it reports the failure
}

// Fetches an archive, and puts its files where Python finds them.
async function unpack(name) {
  python.unpackArchive(await loader.bytes(name), "zip", { extractDir: "/site" });
  loader.done(name);
  // Python lists folders anew. importlib.invalidate_caches would import much of the library.
  python.runPython("import sys; sys.path_importer_cache.clear()");
}

// Starts what plans and draws, once.
function needProgram() {
  program ??= (async () => {
    await unpack("program");
    engine = python.pyimport("engine");
    engine.report = report;
    engine.expect_late(JSON.stringify((await loader.list()).late));
    report("boot", 3, 3);
  })();
  program.catch(() => { program = null; });
  return program;
}

function finish(text) {
  const answer = JSON.parse(text);
  if (answer.fault) throw answer.fault;
  return answer;
}

// Asks the program; files that it misses are fetched, drawings are rendered, and it is asked again.
async function retry(call) {
  await needProgram();
  for (;;) {
    const { text, files } = call();
    const answer = finish(text);
    if (answer.late) await bringArchive(answer.late);
    else if (answer.undrawn) await bringRendered(answer.undrawn);
    else return { answer, files };
  }
}

// Brings a drawing that the page has rendered: a worker has no images of SVG.
async function bringRendered({ svg, size }) {
  const scale = Math.min(1, MAX_SIDE / Math.max(...size));
  const [width, height] = size.map((side) => Math.max(1, Math.round(side * scale)));
  const bytes = await new Promise((resolve) => {
    awaited.set(++asked, resolve);
    postMessage({ render: { number: asked, svg, width, height } });
  });
  if (!bytes) return engine.bring_rendered(svg, size);
  const { opaque, width: w, height: h, rgb } = await decode(new Uint8Array(bytes));
  engine.bring_rendered(svg, size, opaque, w, h, rgb);
}

async function bringArchive(name) {
  await loader.bytes(name);
  engine.arrived(name);
  await unpack(name);
}

// Asks the referee. What it may need beyond its own archive is in that of the program.
async function askReferee(action, args) {
  const call = () => finish(referee[action](JSON.stringify(args)));
  try {
    return call();
  } catch (fault) {
    if (fault?.type !== "ModuleNotFoundError") throw fault;
    await needProgram();
    return call();
  }
}

const ask = async (action, args) =>
  (await retry(() => ({ text: engine[action](JSON.stringify(args)) }))).answer;

// Starts Python, and fetches the drawings of a game before they are missed.
async function prepare({ archives }) {
  await needProgram();
  const { late } = await loader.list();
  for (const name of archives) if (name in late && engine.is_late(name)) await bringArchive(name);
  return {};
}

// Brings a file of a deck. The browser decodes pictures, before Python starts.
async function bring({ name, bytes }) {
  await needProgram();
  if (JUNK.test(name)) return { names: [] };
  if (/\.zip$/i.test(name)) return bringAll(new Uint8Array(bytes));
  const after = [held[0] + 1, held[1] + bytes.byteLength];
  finish(engine.require_room(JSON.stringify({ held: after })));
  held = after;
  return { names: [await bringOne(name, new Uint8Array(bytes))] };
}

async function bringOne(name, data) {
  if (SPREADSHEET.test(name)) {
    reader ??= unpack("spreadsheets");
    reader.catch(() => { reader = null; });
    await reader;
  }
  if (data[0] !== JPEG && data[0] !== PNG && !OTHER.test(name)) {
    engine.bring(name, data);
    return name;
  }
  try {
    const { opaque, width, height, rgb } = await decode(data);
    engine.bring(name, data, opaque, width, height, rgb);
  } catch {
    engine.bring(name, data); // the check names the card whose picture cannot be read
  }
  return name;
}

async function bringAll(data) {
  const [text, found] = engine.unpack(data, held).toJs();
  finish(text);
  const names = [];
  for (const [name, bytes] of found) {
    if (JUNK.test(name)) continue;
    held = [held[0] + 1, held[1] + bytes.length];
    names.push(await bringOne(name, bytes));
  }
  return { names };
}

// Returns the pixels that Pillow would return: no colour management, white behind transparency,
// upright, at most MAX_SIDE a side. A JPEG that is upright and small enough keeps its bytes.
async function decode(data) {
  const asked = { colorSpaceConversion: "none", premultiplyAlpha: "none", imageOrientation: "from-image" };
  const picture = await createImageBitmap(new Blob([data]), asked);
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const width = Math.round(picture.width * scale), height = Math.round(picture.height * scale);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  const whole = scale === 1;
  const keepsJpeg = data[0] === JPEG && whole && exifOrientation(data) === 1 && !isCmyk(data);
  if (keepsJpeg) return { opaque: data, width, height };
  const rgba = pen.getImageData(0, 0, width, height).data;
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    rgb[to++] = rgba[from];
    rgb[to++] = rgba[from + 1];
    rgb[to++] = rgba[from + 2];
  }
  const keepsPng = data[0] === PNG && data[25] === 2 && whole; // colour type 2: RGB without alpha
  if (keepsPng) return { opaque: data, width, height, rgb };
  const file = await canvas.convertToBlob({ type: "image/png" });
  return { opaque: new Uint8Array(await file.arrayBuffer()), width, height, rgb };
}

// Returns whether a JPEG has four channels, as its frame tells.
function isCmyk(data) {
  for (let at = 2; at + 9 < data.length && data[at] === 0xff; at += 2 + data[at + 2] * 256 + data[at + 3]) {
    const isFrame = data[at + 1] >= 0xc0 && data[at + 1] <= 0xc2;
    if (isFrame) return data[at + 9] === 4;
  }
  return false;
}

// Returns the orientation in the EXIF data of a JPEG: 1 is upright.
function exifOrientation(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 2; at + 4 < view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1), size = view.getUint16(at + 2);
    if (marker === 0xda) break; // the pixels begin
    if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) {
      const tiff = at + 10, little = view.getUint16(tiff) === 0x4949;
      const table = tiff + view.getUint32(tiff + 4, little);
      for (let i = 0; i < view.getUint16(table, little); i++) {
        const entry = table + 2 + 12 * i;
        if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little);
      }
    }
    at += 2 + size;
  }
  return 1;
}

const actions = {
  boot,
  bring,
  prepare,
  forget: async () => {
    await needProgram();
    held = [0, 0];
    engine.forget();
    return {};
  },
  judge: (args) => askReferee("judge", args),
  settle: (args) => askReferee("settle", args),
  plan: (args) => ask("plan", args),
  page: (args) => ask("page", args),
  check: (args) => ask("check", args),
  begin: (args) => ask("begin", args),
  examine: (args) => ask("examine", args),
  receipt: (args) => ask("receipt", args),
  read: (args) => ask("read", args),
  face: (args) => ask("face", args),
  preview: (args) => ask("preview", args),
  async pack() {
    await needProgram();
    const packed = engine.pack_deck();
    const bytes = packed.toJs().slice().buffer;
    packed.destroy();
    return { bytes: [bytes] };
  },
  // The files are parts of their ZIP: a kit is in memory once.
  async build(args) {
    const { answer: { places, ...answer }, files: zip } = await retry(() => {
      const result = engine.build(JSON.stringify(args));
      const [text, files] = result.toJs({ create_pyproxies: false });
      result.destroy();
      return { text, files };
    });
    const memory = python._module.HEAP8.length;
    return { ...answer, memory, bytes: [...places.map(([from, size]) => zip.subarray(from, from + size)), zip] };
  },
};

onmessage = async ({ data: { id, action, args, rendered } }) => {
  if (rendered) {
    awaited.get(rendered.number)(rendered.bytes);
    return awaited.delete(rendered.number);
  }
  try {
    const answer = await actions[action](args ?? {});
    const moved = new Set(answer.bytes?.map((data) => data.buffer ?? data));
    postMessage({ id, answer }, [...moved]);
  } catch (fault) {
    const isOurs = fault?.words || fault?.key || fault?.isSlow;
    const broken = { words: String(fault?.message ?? fault).slice(-1500), isBroken: true };
    postMessage({ id, fault: isOurs ? { ...fault } : broken });
  }
};
