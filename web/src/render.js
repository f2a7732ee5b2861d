// Renders drawings that printkit cannot draw itself: gradients, text, filters. The browser paints an
// SVG in an image: it runs no script there, and fetches nothing.
const TYPE = "image/svg+xml";
// The start of the root, after comments; a side with a length; its sides.
const ROOT = /<!--[^]*?-->|<((?:[\w-]+:)?svg)\b((?:[^<>"']|"[^"]*"|'[^']*')*>)/g;
const LENGTH = String.raw`\s*=\s*["']\s*[\d.]+(?:e[\d+-]+)?(?:px|mm|cm|in|pt|pc|q)?\s*["']`;
const SIDES = /\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g;
const DECLARATION = /^\s*<\?xml[^>]*\?>/; // the text is UTF-8 here

/** Returns a PNG of a drawing on white, of this many pixels. Rejects for one that cannot be read. */
export async function render({ svg, width, height }) {
  const url = URL.createObjectURL(new Blob([sized(svg, width, height)], { type: TYPE }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d", { alpha: false });
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, width, height);
    pen.drawImage(image, 0, 0, width, height);
    const file = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    return await file.arrayBuffer();
  } finally {
    URL.revokeObjectURL(url);
  }
}

// The text of a drawing, with a size if it has none: Firefox paints no image without one. It is not
// parsed here, because the policy of this page forbids styles in documents that it makes.
function sized(svg, width, height) {
  const hasSide = (key, text) => new RegExp(`\\s${key}${LENGTH}`, "i").test(text);
  const text = svg.replace(DECLARATION, "");
  for (const { 0: { length }, 1: name, 2: rest, index } of text.matchAll(ROOT)) {
    if (!name) continue; // a comment
    if (hasSide("width", rest) && hasSide("height", rest)) break;
    const start = `<${name} width="${width}" height="${height}"${rest.replace(SIDES, "")}`;
    return text.slice(0, index) + start + text.slice(index + length);
  }
  return text;
}
