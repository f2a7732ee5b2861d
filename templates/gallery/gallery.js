"use strict";
// The gallery: theme, language, cards that are turned over, a larger view. No network, no storage:
// what is chosen stands in the address, after the #.
(() => {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("data").textContent);
  const root = document.documentElement;
  const cards = [...document.querySelectorAll("[data-card]")];
  const all = find("turn-all");
  const view = find("view");
  const large = find("view-turn");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const chosen = { theme: data.themes[0], lang: data.languages[0] };
  // A dark screen begins with the cards for it, if they are in the page.
  if (data.night && matchMedia("(prefers-color-scheme: dark)").matches) chosen.theme = data.night;
  let shown = 0; // the card in the larger view

  const words = (key) => data.words[chosen.lang][key];
  const turned = (button) => button.getAttribute("aria-pressed") === "true";
  const drawing = (number) =>
    data.drawings[number][
      data.themes.indexOf(chosen.theme) * data.languages.length + data.languages.indexOf(chosen.lang)
    ];

  function draw(use) {
    use.setAttribute("href", `#${drawing(use.dataset.d)}`);
  }

  function call(button, number) {
    const side = words(turned(button) ? "back" : "front");
    button.setAttribute("aria-label", `${words(`card-${number}`)}, ${side}`);
  }

  function callAll() {
    all.dataset.w = cards.length && cards.every(turned) ? "show-fronts" : "show-backs";
    all.textContent = words(all.dataset.w);
  }

  // --- theme and language ---

  function show() {
    root.lang = chosen.lang;
    root.dataset.theme = chosen.theme;
    document.title = words("page-title");
    for (const element of document.querySelectorAll("[data-w]")) {
      element.textContent = words(element.dataset.w);
    }
    for (const element of document.querySelectorAll("[data-label]")) {
      element.setAttribute("aria-label", words(element.dataset.label));
    }
    document.querySelectorAll("use[data-d]").forEach(draw);
    cards.forEach(call);
    callAll();
    for (const input of document.querySelectorAll("input[type=radio]")) {
      input.checked = chosen[input.name] === input.value;
    }
    if (view.open) enlarge(shown);
  }

  function read() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const [theme, lang] = [asked.get("theme"), asked.get("lang")];
    if (data.themes.includes(theme)) chosen.theme = theme;
    if (data.languages.includes(lang)) chosen.lang = lang;
    show();
  }

  document.addEventListener("change", (event) => {
    if (!(event.target.name in chosen)) return;
    chosen[event.target.name] = event.target.value;
    show();
    location.replace(`#${new URLSearchParams(chosen)}`);
  });
  addEventListener("hashchange", read);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address keeps theme and language
    find("cards").focus();
  });

  // --- turning over ---

  function set(button, over, number, moving) {
    if (turned(button) === over) return;
    button.setAttribute("aria-pressed", String(over));
    call(button, number);
    if (!moving || still.matches) return;
    const [front, back] = button.children;
    const [leaves, comes] = over ? [front, back] : [back, front];
    const turn = (from, to) =>
      [from, to].map((angle) => ({
        visibility: "visible",
        transform: `perspective(60rem) rotateY(${angle}deg)`,
      }));
    leaves.animate(turn(0, 90), { duration: 160, easing: "ease-in" });
    comes.animate(turn(-90, 0), { duration: 200, delay: 160, fill: "backwards", easing: "ease-out" });
  }

  function inSight(button) {
    const box = button.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  }

  cards.forEach((button, number) => {
    button.disabled = false;
    button.addEventListener("click", () => {
      set(button, !turned(button), number, true);
      callAll();
    });
    button.addEventListener("dblclick", () => enlarge(number));
  });
  all.addEventListener("click", () => {
    const over = !cards.every(turned);
    cards.forEach((button, number) => set(button, over, number, inSight(button)));
    callAll();
  });

  // --- foil: gold takes the light of the pointer, or that of a tilted device ---

  const golds = data.golds.map((hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  const ramp = [...golds].sort((one, other) => one[0] + one[1] - other[0] - other[1]);
  const ranks = golds.map((gold) => ramp.indexOf(gold) / Math.max(1, ramp.length - 1));
  const foil = find("p-foil");
  const allowed = globalThis.DeviceOrientationEvent?.requestPermission;

  // The tint of a share of light, from 0 (the darkest gold) to 1 (beyond the lightest).
  function tint(light) {
    const at = Math.min(light, 0.85) / 0.85 * (ramp.length - 1);
    const [low, high] = [ramp[Math.floor(at)], ramp[Math.ceil(at)]];
    const glare = Math.max(0, light - 0.85) / 0.15;
    const mixed = low.map((part, i) => part + (high[i] - part) * (at % 1));
    return `rgb(${mixed.map((part) => Math.round(part + (255 - part) * glare * 0.5)).join(" ")})`;
  }

  // Light from (x, y), each from −1 to 1, falls on a card.
  function shine(card, x, y) {
    if (still.matches || !ramp.length) return;
    const angle = Math.atan2(y, x);
    const away = Math.min(1, Math.hypot(x, y));
    ranks.forEach((rank, i) => {
      const light = rank + 0.5 * away * Math.cos(2 * Math.PI * rank - angle);
      const colour = tint(Math.max(0, Math.min(1, light)));
      card.style.setProperty(`--s${i}`, colour);
      card.style.setProperty(`--f${i}`, data.sheens.includes(i) ? "url(#p-foil)" : colour);
    });
    const band = { x1: x - 0.5, y1: y - 0.5, x2: x + 1.5, y2: y + 1.5 };
    for (const [key, value] of Object.entries(band)) foil.setAttribute(key, value.toFixed(3));
  }

  function dull(card) {
    golds.forEach((_, i) => {
      for (const kind of "fs") card.style.removeProperty(`--${kind}${i}`);
    });
  }

  if (ramp.length) {
    [0.3, 0.55, 1, 0.55, 0.3].forEach((light, i) => foil.children[i].setAttribute("stop-color", tint(light)));
    for (const card of [...cards, large]) {
      card.addEventListener("pointermove", (event) => {
        const box = card.getBoundingClientRect();
        const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
        shine(card, 2 * x - 1, 2 * y - 1);
      });
      card.addEventListener("pointerleave", () => dull(card));
    }
    addEventListener("deviceorientation", (event) => {
      if (!view.open || event.gamma === null) return;
      const tilt = (degrees) => Math.max(-1, Math.min(1, degrees / 30));
      shine(large, tilt(event.gamma), tilt(event.beta - 40)); // 40°: a device in the hand
    });
    still.addEventListener("change", () => [...cards, large].forEach(dull));
  }

  // --- keys: arrows go from card to card, Z shows one larger ---

  function beside(from, key) {
    const at = cards.indexOf(from);
    if (key === "ArrowLeft") return cards[at - 1];
    if (key === "ArrowRight") return cards[at + 1];
    if (key === "Home") return cards[0];
    if (key === "End") return cards.at(-1);
    const here = from.getBoundingClientRect();
    const down = key === "ArrowDown" ? 1 : -1;
    let best;
    let least = Infinity;
    for (const card of cards) {
      const box = card.getBoundingClientRect();
      const away = (box.top - here.top) * down;
      if (away < here.height / 2) continue;
      const price = away * 100 + Math.abs(box.left - here.left); // the next row, then the column
      if (price < least) [best, least] = [card, price];
    }
    return best;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || view.open) return;
    const from = event.target.closest("[data-card]");
    if (!from) return;
    if (event.key === "z" || event.key === "Z") {
      event.preventDefault();
      enlarge(cards.indexOf(from));
    } else if (/^(Arrow|Home$|End$)/.test(event.key)) {
      event.preventDefault();
      beside(from, event.key)?.focus();
    }
  });

  // --- the larger view ---

  function enlarge(number) {
    shown = number;
    const button = cards[number];
    for (const side of ["front", "back"]) {
      const use = large.querySelector(`.${side} use`);
      const from = button.querySelector(`.${side} use`);
      large.querySelector(`.${side} svg`).style.visibility = from ? "" : "hidden";
      if (!from) continue;
      use.dataset.d = from.dataset.d;
      draw(use);
    }
    large.setAttribute("aria-pressed", button.getAttribute("aria-pressed"));
    call(large, number);
    large.parentNode.classList.toggle("cut", cards[number].closest(".cut") !== null);
    find("view-name").textContent = words(`name-${number}`);
    find("view-value").textContent = words(`value-${number}`);
    find("view-copies").textContent = words(`copies-${number}`);
    if (!view.open) {
      // Some devices ask before they tell their tilt, and only after a touch.
      if (ramp.length && !still.matches) allowed?.call(DeviceOrientationEvent).catch(() => {});
      view.showModal();
      large.focus();
    }
  }

  const step = (by) => enlarge((shown + by + cards.length) % cards.length);

  large.addEventListener("click", () => {
    const over = !turned(large);
    set(large, over, shown, true);
    set(cards[shown], over, shown, false);
    callAll();
  });
  find("view-previous").addEventListener("click", () => step(-1));
  find("view-next").addEventListener("click", () => step(1));
  find("view-close").addEventListener("click", () => view.close());
  view.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      step(event.key === "ArrowLeft" ? -1 : 1);
    } else if (event.key === "z" || event.key === "Z") {
      view.close();
    }
  });
  view.addEventListener("close", () => cards[shown].focus());
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => enlarge(Number(button.dataset.zoom)));
  }

  root.classList.add("js");
  read();
})();
