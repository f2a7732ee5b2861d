// The pages of a kit as they will be printed, drawn one after the other; their ink on the way.
import { h } from "./dom.js";
import { paintPage } from "./paint.js";

const HIDDEN = 63; // pixels of the width of a page that has no place yet
const SHARP = 2; // pixels of a picture in the strip for each pixel of its place

/** A strip of pages; `draw` fills it and returns the share of paper that is inked, or null. */
export function makeFilm({ words, language, engine }) {
  const element = h("div.film", { tabindex: 0, role: "region", "aria-label": words.thePages });
  const zoom = h("dialog.zoom", { "aria-label": words.thePages });
  let urls = [];

  function clear() {
    for (const url of urls) URL.revokeObjectURL(url);
    urls = [];
  }

  // The drawing of a page is fetched again, because keeping all of them takes a gigabyte.
  async function enlarge(image, text, asked) {
    const large = h("img", { src: image.src, alt: text });
    zoom.replaceChildren(h("form", { method: "dialog" }, h("button.btn", { autofocus: true }, words.close)), large);
    zoom.showModal();
    const drawn = await engine.ask("page", asked).catch(() => null);
    if (!drawn || !zoom.open || !large.isConnected) return;
    const url = URL.createObjectURL(new Blob([drawn.svg], { type: "image/svg+xml" }));
    large.src = url;
    zoom.addEventListener("close", () => { zoom.replaceChildren(); URL.revokeObjectURL(url); }, { once: true });
  }

  function frame(part, page, index, job) {
    const hasBacks = part.pages.some((item) => item.back);
    const perSheet = hasBacks ? 2 : 1, total = part.pages.length / perSheet, number = Math.floor(index / perSheet) + 1;
    const text = total > 1 ? `${part.title}, ${words.of(number, total)}` : part.title;
    const side = hasBacks ? (page.back ? words.back : words.front) : "";
    const image = h("img", { alt: "", width: Math.round(page.width), height: Math.round(page.height), css: { "aspect-ratio": `${page.width} / ${page.height}` } });
    const asked = { job, product: part.product, edition: part.language, number: index + 1, language };
    const open = h("button.open", { "aria-label": `${text} ${side}`, onclick: () => enlarge(image, text, asked) }, image);
    const figure = h(page.width > page.height * 1.2 ? "figure.w" : "figure", {}, open, h("figcaption", {}, text, " ", h("small", {}, side)));
    return { figure, image, page, asked };
  }

  /** Draws the pages of a plan until it is done or `isStale()`. */
  async function draw(plan, job, isStale) {
    clear();
    const frames = plan.made.flatMap((part) => part.pages.map((page, index) => frame(part, page, index, job)));
    element.replaceChildren(...frames.map((item) => item.figure));
    element.scrollLeft = 0;
    let inked = 0, area = 0;
    for (const { image, page, asked } of frames) {
      const drawn = await engine.ask("page", asked).catch(() => null);
      if (!drawn || isStale()) return null;
      const small = await paint(drawn.svg, SHARP * (image.clientWidth || HIDDEN));
      if (isStale()) return null;
      const size = page.width * page.height;
      area += size;
      if (!small) continue;
      urls.push((image.src = URL.createObjectURL(small.picture)));
      image.dataset.here = "";
      inked += small.ink * size;
    }
    return area ? inked / area : null;
  }

  return { element, zoom, draw };
}

/** Paints a page `width` pixels wide; returns its picture, and the share that its inks cover. */
async function paint(svg, width) {
  try {
    const canvas = await paintPage(svg, width);
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return { ink: readInk(pixels), picture: await canvas.convertToBlob() };
  } catch {
    return null; // a browser without memory for this page
  }
}

// The share of a page that its three inks cover.
function readInk({ data, width, height }) {
  let sum = 0;
  for (let i = 0; i < data.length; i += 4) sum += 765 - data[i] - data[i + 1] - data[i + 2];
  return sum / (765 * width * height);
}
