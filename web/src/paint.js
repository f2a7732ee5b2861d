// Paints a page that printkit has drawn on a canvas, element by element. A browser that shows the
// drawing as a picture makes a document of it: four kits took 1,180 MB in Chromium, and take 540 this
// way. printkit writes few kinds of elements (printkit/writers/svg.py).
const LINK = "http://www.w3.org/1999/xlink";
const MITRES = 4; // the limit of SVG; that of a canvas is 10

/** Returns a canvas `width` pixels wide with a drawing on white. */
export async function paintPage(svg, width) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const [left, top, wide, high] = drawing.getAttribute("viewBox").split(" ").map(Number);
  const canvas = new OffscreenCanvas(Math.round(width), Math.round((width * high) / wide));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(canvas.width / wide, canvas.height / high);
  pen.translate(-left, -top);
  pen.miterLimit = MITRES;
  const pictures = await decodePictures(drawing);
  draw(drawing, { pen, pictures, fill: "#000", find: (id) => drawing.getElementById(id) });
  return canvas;
}

async function decodePictures(drawing) {
  const pictures = new Map();
  for (const node of drawing.querySelectorAll("image")) {
    const picture = new Image();
    picture.src = node.getAttributeNS(LINK, "href");
    await picture.decode();
    pictures.set(node, picture);
  }
  return pictures;
}

// Draws an element; `fill` is the colour that it inherits.
function draw(node, page) {
  if (HIDDEN.has(node.localName) || node.getAttribute("display") === "none") return;
  const { pen, find } = page, fill = node.getAttribute("fill") ?? page.fill;
  if (node.localName === "path") return drawPath(node, page, fill);
  if (node.localName === "image") return pen.drawImage(page.pictures.get(node), 0, 0, 1, 1);
  pen.save();
  place(node, pen);
  const clip = /^url\(#(.+)\)$/.exec(node.getAttribute("clip-path") ?? "")?.[1];
  if (clip) {
    follow(find(clip).firstElementChild, pen);
    pen.clip();
  }
  const used = node.localName === "use" ? [find(node.getAttributeNS(LINK, "href").slice(1))] : node.children;
  for (const child of used) draw(child, { ...page, fill });
  pen.restore();
}
const HIDDEN = new Set(["title", "desc", "defs", "metadata"]);

function place(node, pen) {
  const matrix = /^matrix\((.+)\)$/.exec(node.getAttribute("transform") ?? "")?.[1];
  if (matrix) pen.transform(...matrix.split(" ").map(Number));
  const x = Number(node.getAttribute("x") ?? 0), y = Number(node.getAttribute("y") ?? 0);
  if (x || y) pen.translate(x, y);
}

// Follows an outline of printkit, which has four kinds of steps. A Path2D of each would stay in memory
// until the browser tidies up.
function follow(node, pen) {
  pen.beginPath();
  for (const [, step, numbers] of node.getAttribute("d").matchAll(STEP)) {
    if (step === "Z") pen.closePath();
    else pen[step === "M" ? "moveTo" : step === "L" ? "lineTo" : "bezierCurveTo"](...numbers.split(" ").map(Number));
  }
}
const STEP = /([MLCZ])([^MLCZ]*)/g;

function drawPath(node, page, fill) {
  const { pen } = page, line = node.getAttribute("stroke");
  follow(node, pen);
  if (fill !== "none") {
    pen.fillStyle = fill;
    pen.fill(node.getAttribute("fill-rule") ?? "nonzero");
  }
  if (!line) return;
  pen.strokeStyle = line;
  pen.lineWidth = Number(node.getAttribute("stroke-width"));
  pen.lineCap = node.getAttribute("stroke-linecap") ?? "butt";
  pen.lineJoin = node.getAttribute("stroke-linejoin") ?? "miter";
  pen.setLineDash((node.getAttribute("stroke-dasharray") ?? "").split(" ").filter(Boolean).map(Number));
  pen.stroke();
}
