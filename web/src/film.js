// The pages of a kit as they will be printed, drawn one after the other; their ink on the way.
import { h } from "./dom.js";

const SAMPLE = [63, 89]; // pixels of the small picture from which ink is read

/** A strip of pages; `draw` fills it and returns the share of paper that is inked, or null. */
export function makeFilm({ words, language, engine }) {
  const element = h("div.film", { tabindex: 0, role: "region", "aria-label": words.thePages });
  const zoom = h("dialog.zoom", { "aria-label": words.thePages });
  let urls = [];

  function clear() {
    for (const url of urls) URL.revokeObjectURL(url);
    urls = [];
  }

  function enlarge(image, text) {
    zoom.replaceChildren(h("form", { method: "dialog" }, h("button.btn", { autofocus: true }, words.close)), h("img", { src: image.src, alt: text }));
    zoom.showModal();
  }

  function frame(part, page, index) {
    const hasBacks = part.pages.some((item) => item.back);
    const perSheet = hasBacks ? 2 : 1, total = part.pages.length / perSheet, number = Math.floor(index / perSheet) + 1;
    const text = total > 1 ? `${part.title}, ${words.of(number, total)}` : part.title;
    const side = hasBacks ? (page.back ? words.back : words.front) : "";
    const image = h("img", { alt: "", width: Math.round(page.width), height: Math.round(page.height), css: { "aspect-ratio": `${page.width} / ${page.height}` } });
    const open = h("button.open", { "aria-label": `${text} ${side}`, onclick: () => enlarge(image, text) }, image);
    const figure = h(page.width > page.height * 1.2 ? "figure.w" : "figure", {}, open, h("figcaption", {}, text, " ", h("small", {}, side)));
    return { figure, image, part, page, number: index + 1 };
  }

  /** Draws the pages of a plan until it is done or `isStale()`. */
  async function draw(plan, job, isStale) {
    clear();
    const frames = plan.made.flatMap((part) => part.pages.map((page, index) => frame(part, page, index)));
    element.replaceChildren(...frames.map((item) => item.figure));
    element.scrollLeft = 0;
    let inked = 0, area = 0;
    for (const { image, part, page, number } of frames) {
      const asked = { job, product: part.product, edition: part.language, number, language };
      const drawn = await engine.ask("page", asked).catch(() => null);
      if (!drawn || isStale()) return null;
      urls.push((image.src = URL.createObjectURL(new Blob([drawn.svg], { type: "image/svg+xml" }))));
      await image.decode().catch(() => {});
      if (isStale()) return null;
      image.dataset.here = "";
      const size = page.width * page.height;
      inked += readInk(image) * size;
      area += size;
    }
    return area ? inked / area : null;
  }

  return { element, zoom, draw };
}

// The share of a page that its three inks cover.
function readInk(image) {
  const [width, height] = SAMPLE;
  const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  let sum = 0;
  for (let i = 0; i < data.length; i += 4) sum += 765 - data[i] - data[i + 1] - data[i + 2];
  return sum / (765 * width * height);
}
