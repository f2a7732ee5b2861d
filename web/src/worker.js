// The worker: starts Python from our own files, then answers the page. A message is
// {id, action, args}; an answer {id, answer} or {id, fault}; progress {stage, done, total}.
import { loadPyodide } from "./runtime/pyodide.mjs";

const MAX_SIDE = 3300; // pixels: the long side of a jumbo card at 600 dpi
const JPEG = 0xff, PNG = 0x89;
// Other pictures that a browser decodes.
const OTHER = /\.(webp|avif|gif|bmp|ico)$/i;
const SPREADSHEET = /\.(xlsx|xlsm|xlsb|xls|ods)$/i;
// What systems put beside the files of a person.
const JUNK = /(^|\/)(\.|__MACOSX\/|Thumbs\.db$)/;
let python, engine, isPacked, reader;

const report = (stage, done, total) => postMessage({ stage, done, total });

// Fetches a large file, compressed by the host or by us.
const plainFetch = self.fetch.bind(self);
async function fetchPacked(url, options) {
  const answer = await plainFetch(isPacked ? `${url}.gz` : url, options);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return isPacked ? answer.body.pipeThrough(new DecompressionStream("gzip")) : answer.body;
}

async function boot() {
  // A host that compresses a small text compresses the large files as well.
  const probe = await fetch("runtime/lock.json");
  const lockFileContents = await probe.text();
  isPacked = !probe.headers.get("Content-Encoding");
  const program = fetchPacked("program.zip").then((body) => new Response(body).arrayBuffer());
  self.fetch = async (url, options) => {
    if (!/\.(wasm|zip)$/.test(String(url))) return plainFetch(url, options);
    const type = String(url).endsWith(".wasm") ? "application/wasm" : "application/zip";
    const body = await fetchPacked(String(url), options);
    return new Response(body, { headers: { "Content-Type": type } });
  };
  const indexURL = new URL("runtime/", location.href).href;
  python = await loadPyodide({ indexURL, lockFileContents });
  report("boot", 1, 3);
  python.unpackArchive(await program, "zip", { extractDir: "/site" });
  report("boot", 2, 3);
  python.runPython("import sys; sys.path.insert(0, '/site')");
  engine = python.pyimport("engine");
  engine.report = report;
  report("boot", 3, 3);
  return {};
}

// Fetches the reader of spreadsheets, which most decks do without.
async function bringReader() {
  const body = await fetchPacked("spreadsheets.zip");
  python.unpackArchive(await new Response(body).arrayBuffer(), "zip", { extractDir: "/site" });
  python.runPython("import importlib; importlib.invalidate_caches()");
}

function ask(action, args) {
  const answer = JSON.parse(engine[action](JSON.stringify(args)));
  if (answer.fault) throw answer.fault;
  return answer;
}

// Brings a file of a deck. The browser decodes pictures, before Python starts.
async function bring({ name, bytes }) {
  if (JUNK.test(name)) return { names: [] };
  const data = new Uint8Array(bytes);
  if (/\.zip$/i.test(name)) return bringAll(data);
  if (SPREADSHEET.test(name)) await (reader ??= bringReader());
  if (data[0] !== JPEG && data[0] !== PNG && !OTHER.test(name)) {
    engine.bring(name, data);
    return { names: [name] };
  }
  try {
    const { opaque, width, height, rgb } = await decode(data);
    engine.bring(name, data, opaque, width, height, rgb);
  } catch {
    engine.bring(name, data); // the check names the card whose picture cannot be read
  }
  return { names: [name] };
}

async function bringAll(data) {
  const files = engine.unpack(data).toJs();
  const names = [];
  for (const [name, bytes] of files) names.push(...(await bring({ name, bytes })).names);
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
  forget: () => (engine.forget(), {}),
  plan: (args) => ask("plan", args),
  page: (args) => ask("page", args),
  judge: (args) => ask("judge", args),
  settle: (args) => ask("settle", args),
  check: (args) => ask("check", args),
  begin: (args) => ask("begin", args),
  examine: (args) => ask("examine", args),
  read: (args) => ask("read", args),
  face: (args) => ask("face", args),
  build(args) {
    const result = engine.build(JSON.stringify(args));
    const [words, files] = result.toJs({ create_pyproxies: false });
    result.destroy();
    const answer = JSON.parse(words);
    if (answer.fault) throw answer.fault;
    return { ...answer, bytes: files.map((file) => file.slice().buffer) };
  },
};

onmessage = async ({ data: { id, action, args } }) => {
  try {
    const answer = await actions[action](args ?? {});
    postMessage({ id, answer }, answer.bytes ?? []);
  } catch (fault) {
    const broken = { words: String(fault?.message ?? fault).slice(-1500), isBroken: true };
    postMessage({ id, fault: fault?.words ? fault : broken });
  }
};
