// Your own deck: files that stay on the machine, faults beside their lines, faces, and its kit.
import { drawing, faultBox, h } from "./dom.js";

const WAIT = 600; // milliseconds after the last letter
const FACES = 12;

export function show(main, app) {
  const { words, language, engine } = app;
  const deck = (app.ownDeck ??= { files: new Map(), file: "", game: null });
  // A worker that starts anew has lost the files: they are brought to it again.
  engine.onready = async (send) => { for (const [name, bytes] of deck.files) await send("bring", { name, bytes }); };
  const result = h("div"), files = h("input", { type: "file", multiple: true, hidden: true, onchange: () => take([...files.files]) });
  const folder = h("input", { type: "file", webkitdirectory: true, multiple: true, hidden: true, onchange: () => take([...folder.files]) });
  const drop = h("div.drop", {
    ondragover: (event) => { event.preventDefault(); drop.dataset.over = ""; },
    ondragleave: () => { delete drop.dataset.over; },
    ondrop: async (event) => { event.preventDefault(); delete drop.dataset.over; take(await dropped(event.dataTransfer)); },
  }, drawing("-33 -33 66 66", [["circle", { r: 31, "stroke-dasharray": "2 3" }], ["circle", { r: 22 }], ["path", { d: "M-9 12V-9L3-13 9 8-9 12M3-13 12-10 9 8" }], ["circle", { cx: 22, cy: -22, r: 4.5, class: "body" }]]),
  h("div", {}, h("b", {}, words.dropHere), h("br"), words.stays),
  h("button.btn.main", { onclick: () => files.click() }, words.chooseFiles), h("button.btn", { onclick: () => folder.click() }, words.chooseFolder),
  h("button.lk", { onclick: example }, words.example), files, folder);
  main.replaceChildren(h("div.wrap", {}, h("h1.sm", {}, words.ownTitle), drop, result));

  async function example() {
    const answer = await fetch("example/cantina.toml");
    take([new File([await answer.blob()], "cantina.toml")]);
  }

  async function take(chosen) {
    if (!chosen.length) return;
    result.replaceChildren(h("p.note", { role: "status" }, words.boot[0]));
    deck.files.clear();
    deck.game = null;
    try {
      await engine.ask("forget", {});
      for (const file of chosen) {
        const name = file.path ?? (file.webkitRelativePath || file.name);
        const bytes = await file.arrayBuffer();
        deck.files.set(name, bytes);
        const { names } = await engine.ask("bring", { name, bytes });
        for (const each of names) if (!deck.files.has(each)) deck.files.set(each, null);
      }
      const definitions = [...deck.files.keys()].filter((name) => /\.toml$/i.test(name) && !name.includes("__MACOSX"));
      if (!definitions.length) return result.replaceChildren(faultBox(words, { words: words.noDefinition, cure: words.noDefinitionCure }));
      deck.file = definitions.sort((a, b) => a.split("/").length - b.split("/").length)[0];
      for (const [name, bytes] of deck.files) if (bytes === null) deck.files.delete(name); // unpacked from a ZIP again
      await open(definitions);
    } catch (found) { result.replaceChildren(faultBox(words, found, () => take(chosen))); }
  }

  async function open(definitions) {
    const text = deck.files.has(deck.file) ? new TextDecoder().decode(deck.files.get(deck.file)) : (await engine.ask("read", { file: deck.file })).text;
    const count = h("span", { role: "status" }), code = h("div.code"), faces = h("div.faces"), heading = h("h2"), total = h("small"), print = h("a.btn", { href: "#/kit/own", hidden: true }, words.printDeck);
    const title = h("div.rule", { hidden: true }, heading, total);
    const writing = h("textarea.code", { spellcheck: "false", "aria-label": deck.file, hidden: true });
    const edit = h("button.lk", { onclick: () => startWriting() }, words.edit);
    const which = definitions.length > 1 && h("label.pickdeck", {}, words.which, " ", h("select", { onchange: (event) => { deck.file = event.target.value; open(definitions); } }, definitions.map((name) => h("option", { selected: name === deck.file }, name))));
    result.replaceChildren(which || "", h("div.two.wide", {},
      h("section.file", {}, h("div.hd", {}, h("b", {}, deck.file.split("/").at(-1)), edit, count), code, writing),
      h("section", {}, title, faces, h("p.note", {}, words.facesNote), print)));
    writing.value = text;
    let timer = null, turn = 0;
    function startWriting(line = 1) {
      code.hidden = true; writing.hidden = false;
      writing.rows = writing.value.split("\n").length + 1;
      const at = writing.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      writing.focus();
      writing.setSelectionRange(at, at);
    }
    writing.oninput = () => { clearTimeout(timer); timer = setTimeout(renew, WAIT); };
    writing.onblur = () => { clearTimeout(timer); code.hidden = false; writing.hidden = true; renew(); };

    function fillCode(faults) {
      const lines = writing.value.split("\n");
      const here = (line) => faults.filter((fault) => fault.line === line);
      const note = (fault) => h("div.fault", {}, fault.line > 0 && h("b", {}, words.line(fault.line), " "), fault.key && [h("code", {}, fault.key), " "], fault.file && fault.file !== deck.file.split("/").at(-1) ? `${fault.file} : ` : "", fault.message, " ", fault.hint);
      code.replaceChildren(...faults.filter((fault) => fault.line < 1 || fault.line > lines.length).map((fault) => h("div.ln.bad", {}, h("i"), note(fault))),
        ...lines.map((line, index) => h(here(index + 1).length ? "div.ln.bad" : "div.ln", { onclick: () => startWriting(index + 1) }, h("i", {}, String(index + 1)), h("code", {}, line || " "), here(index + 1).map(note))));
    }

    async function renew() {
      const mine = ++turn, bytes = new TextEncoder().encode(writing.value).buffer;
      deck.files.set(deck.file, bytes);
      try {
        await engine.ask("bring", { name: deck.file, bytes });
        const found = await engine.ask("check", { file: deck.file, language });
        if (mine !== turn) return;
        fillCode([]);
        count.textContent = words.faults(0); count.className = ""; title.hidden = false;
        heading.textContent = found.name; total.textContent = words.countCards(found.total);
        deck.game = { slug: "own", path: found.slug, name: { en: found.name, fr: found.name }, players: found.players, minutes: [], cards: found.total, shown: false };
        print.hidden = false;
        drawFaces(found.cards, mine);
      } catch (fault) {
        if (mine !== turn) return;
        const faults = fault.faults?.length ? fault.faults : fault.isBroken ? [] : [{ line: 0, message: fault.words, hint: fault.cure ?? "", file: "" }];
        if (fault.isBroken) return result.prepend(faultBox(words, fault, renew));
        fillCode(faults);
        count.textContent = words.faults(faults.length); count.className = "bad";
        deck.game = null;
        print.hidden = true;
      }
    }

    async function drawFaces(cards, mine) {
      // Cards from the whole deck: pips, courts and specials.
      const count = Math.min(FACES, cards.length);
      const shown = Array.from({ length: count }, (_, i) => cards[Math.round((i * (cards.length - 1)) / Math.max(1, count - 1))]);
      const places = shown.map((card) => h("img.card", { alt: card.name }));
      faces.replaceChildren(...places);
      for (const [index, card] of shown.entries()) {
        const drawn = await engine.ask("face", { file: deck.file, card: card.id, language }).catch(() => null);
        if (mine !== turn) return;
        if (drawn) places[index].src = `data:image/svg+xml,${encodeURIComponent(drawn.svg)}`;
      }
    }
    fillCode([]);
    renew();
  }

  if (deck.files.size && deck.file) open([...deck.files.keys()].filter((name) => /\.toml$/i.test(name)));
}

/** All files of a drop, those in folders too, with their paths. */
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files];
  const found = [];
  async function walk(entry, path) {
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      file.path = path + entry.name;
      found.push(file);
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const batch = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (!batch.length) return;
      for (const child of batch) await walk(child, `${path}${entry.name}/`);
    }
  }
  for (const entry of entries) await walk(entry, "");
  return found;
}
