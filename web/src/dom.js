// Elements from data, never from markup: what a definition says stays text.
const SVG = "http://www.w3.org/2000/svg";

/** h("button.btn.main", {onclick, "aria-label": …, css: {"--w": "66px"}}, …children) */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = name.startsWith("svg:")
    ? document.createElementNS(SVG, name.slice(4))
    : document.createElement(name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "css") {
      // The policy forbids style attributes in markup, not the object model.
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    } else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child || child === 0));
  return element;
}

/** An outlined drawing: orbits, icons. `parts` are [tag, attributes] pairs. */
export function drawing(box, parts, attributes = {}) {
  const shapes = parts.map(([tag, values]) => h(`svg:${tag}`, values));
  return h("svg:svg", { viewBox: box, "aria-hidden": "true", fill: "none", stroke: "currentColor", ...attributes }, shapes);
}

/** Orbits with bodies on them, the ground of pictures. */
export function orbits(seed = 0) {
  const rings = [40, 76, 112, 148, 188, 232, 280].map((r, i) => ["circle", {
    r, "stroke-width": [0.9, 0.7, 0.5, 0.6, 0.9, 0.5, 0.7][i],
    "stroke-dasharray": ["none", "1 5", "none", "14 4 2 4", "none", "2 7", "none"][i],
    opacity: 0.8 - i * 0.07,
  }]);
  const ticks = Array.from({ length: 72 }, (_, i) => {
    const angle = (i * Math.PI) / 36, far = i % 6 ? 192 : 198;
    return `M${(188 * Math.cos(angle)).toFixed(1)} ${(188 * Math.sin(angle)).toFixed(1)}L${(far * Math.cos(angle)).toFixed(1)} ${(far * Math.sin(angle)).toFixed(1)}`;
  }).join("");
  const bodies = [[148, 0.6, 5], [232, 2.5, 6.5], [280, 5.2, 5], [112, 4.1, 3.5]].map(([r, angle, size]) => ["circle", {
    cx: (r * Math.cos(angle + seed)).toFixed(1), cy: (r * Math.sin(angle + seed)).toFixed(1), r: size, class: "body",
  }]);
  return drawing("-292 -292 584 584", [...rings, ["path", { d: ticks, "stroke-width": 0.6, opacity: 0.55 }], ...bodies], { class: "orbits" });
}

/** A face cut from the strip of a game; its code stands beneath where the strip is not there. */
export function face(strip, id, code = "") {
  const index = strip.order.indexOf(id), { columns, rows } = strip;
  const part = (at, count) => (count > 1 ? `${(at / (count - 1)) * 100}%` : "0%");
  return h("span.card.face", { "data-code": code, css: {
    "background-image": `url(data/${strip.file})`,
    "background-size": `${columns * 100}% ${rows * 100}%`,
    "background-position": `${part(index % columns, columns)} ${part(Math.floor(index / columns), rows)}`,
  } });
}

const kept = new Map();
/** Fetches a file of the site once. */
export function fetchJson(name) {
  if (!kept.has(name)) {
    const answer = fetch(name).then((found) => {
      if (!found.ok) throw { words: `${name}: ${found.status}`, isBroken: true };
      return found.json();
    });
    answer.catch(() => kept.delete(name));
    kept.set(name, answer);
  }
  return kept.get(name);
}

/** Calls `show(target)` when an element comes near the screen. */
export function whenNear(elements, show, margin = 300) {
  const watcher = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      show(target);
    }
  }, { rootMargin: `${margin}px` });
  for (const element of elements) watcher.observe(element);
  return watcher;
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A fault as a paragraph: what, cure, and a way on. */
export function faultBox(words, fault, again) {
  const title = fault.isStopped ? words.stopped : fault.isSlow ? words.slow : fault.isBroken ? words.broken : words.refused;
  const text = fault.isStopped ? "" : fault.isSlow ? words.slowCure : fault.isBroken ? words.brokenCure
    : fault.key ? words.files[fault.key](fault.most) : [fault.words, fault.cure].filter(Boolean).join(" ");
  return h("div.faultbox", { role: "alert" }, h("b", {}, title), text && h("p", {}, text),
    again && h("button.btn", { onclick: again }, words.again));
}
