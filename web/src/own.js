// Your own deck: files that stay on the machine, faults beside their lines, faces, and its kit.
import { drawing, faultBox, h } from "./dom.js";
import { makeReceipt } from "./receipt.js";
import { cardAtLine, makeSheet } from "./sheet.js";
import { keepProject, lastProject, listProjects, newId, readProject, removeProject } from "./projects.js";

const WAIT = 600, PAUSE = 1500; // milliseconds after the last letter, in a text and in the table
const SOON = 80; // milliseconds until the card that is edited is drawn
const CALM = 4000; // milliseconds without a letter before all products are checked, which takes two seconds
const FACES = 12;
const STEPS = 200; // versions of a text that can be brought back
const TEXTS = /\.(toml|csv|tsv|md)$/i;

const EMPTY = () => ({ id: "", title: "", files: new Map(), written: new Map(), steps: [], names: [], file: "", shown: "", begun: "", receipt: null, isTable: false, skipped: [], game: null });

export async function show(main, app) {
  const { words, language, engine } = app;
  // files: what was brought; written: what was written here; steps: texts before they were changed;
  // names: all files of the deck; file: its definition; begun: that definition, if it was begun here;
  // receipt: what was read when it was begun.
  const deck = (app.ownDeck ??= EMPTY());
  // A worker that starts anew has lost the files: they are brought to it again.
  engine.onready = async (send) => {
    for (const [name, bytes] of deck.files) await send("bring", { name, bytes });
    if (deck.begun) await send("begin", { language });
    for (const [name, bytes] of deck.written) await send("bring", { name, bytes });
  };
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
  const shelf = h("div.shelf");
  main.replaceChildren(h("div.wrap", {}, h("h1.sm", {}, words.ownTitle), drop, shelf, result));

  async function keep() {
    if (!deck.id) return;
    const { id, title, files: brought, written, steps, names, file, shown, begun, receipt, isTable, skipped } = deck;
    const isKept = await keepProject({ id, title, files: [...brought], written: [...written], steps, names, file, shown, begun, receipt, isTable, skipped });
    lastProject.set(id);
    await fillShelf();
    if (!isKept) shelf.append(h("p.note", { role: "status" }, words.notKept));
  }

  async function fillShelf() {
    const projects = await listProjects();
    shelf.replaceChildren(...(projects.length ? [h("h2", {}, words.yourDecks), h("ul.files", {}, projects.map((project) => h("li", {},
      h("button.lk", { "aria-pressed": String(project.id === deck.id), onclick: () => reopen(project) }, project.title),
      h("small", {}, ` ${new Date(project.changed).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })} `),
      h("button.lk", { "aria-label": `${words.rename} : ${project.title}`, onclick: () => rename(project) }, words.rename), " ",
      h("button.lk", { "aria-label": `${words.duplicate} : ${project.title}`, onclick: () => duplicate(project) }, words.duplicate), " ",
      h("button.lk", { "aria-label": `${words.exportZip} : ${project.title}`, onclick: () => exportZip(project) }, words.exportZip), " ",
      h("button.lk", { "aria-label": `${words.remove} : ${project.title}`, onclick: (event) => remove(project, event.target) }, words.remove))))] : []));
  }

  /** Brings a kept deck back as it was left. */
  async function reopen(kept) {
    result.replaceChildren(h("p.note", { role: "status" }, words.boot[0]));
    const project = await readProject(kept);
    Object.assign(deck, EMPTY(), project, { files: new Map(project.files), written: new Map(project.written) });
    lastProject.set(deck.id);
    try {
      await engine.ask("forget", {});
      await engine.onready((action, args) => engine.ask(action, args));
      await open();
    } catch (found) { result.replaceChildren(faultBox(words, found, () => reopen(kept))); }
    await fillShelf();
  }

  function rename(project) {
    const title = window.prompt(words.newName, project.title)?.trim();
    if (!title) return;
    if (project.id === deck.id) deck.title = title;
    keepProject({ ...project, title }).then(fillShelf);
  }
  const duplicate = async (project) => {
    await keepProject({ ...(await readProject(project)), id: newId(), title: words.copyOf(project.title) });
    await fillShelf();
  };
  // The second touch removes it.
  async function remove(project, button) {
    if (!("sure" in button.dataset)) {
      button.dataset.sure = "";
      button.textContent = words.removeForGood;
      button.setAttribute("aria-label", `${words.removeForGood} : ${project.title}`);
      return;
    }
    await removeProject(project.id);
    if (project.id === deck.id) {
      Object.assign(deck, EMPTY());
      lastProject.clear();
      result.replaceChildren();
    }
    await fillShelf();
  }
  async function exportZip(project) {
    try {
      if (project.id !== deck.id) await reopen(project);
      const { bytes: [zip] } = await engine.ask("pack", {});
      save(`${project.title}.zip`, new Blob([zip], { type: "application/zip" }));
    } catch (found) { result.prepend(faultBox(words, found, () => exportZip(project))); }
  }

  async function example() {
    const answer = await fetch("example/cantina.toml");
    take([new File([await answer.blob()], "cantina.toml")]);
  }

  async function take(chosen) {
    if (!chosen.length) return;
    const status = h("p.note", { role: "status" }, words.boot[0]);
    result.replaceChildren(status);
    const lead = (chosen[0].path ?? chosen[0].webkitRelativePath ?? "").split("/");
    const title = (lead.length > 1 ? lead[0] : chosen[0].name.replace(/\.[^.]+$/, "")) || words.own;
    Object.assign(deck, EMPTY(), { id: newId(), title });
    try {
      await engine.ask("forget", {});
      for (const [index, file] of chosen.entries()) {
        const name = file.path ?? (file.webkitRelativePath || file.name);
        const bytes = await file.arrayBuffer();
        deck.files.set(name, bytes);
        const { names } = await engine.ask("bring", { name, bytes });
        deck.names.push(...names);
        if (!names.length) deck.skipped.push(name);
        if (chosen.length > 1) status.textContent = words.of(index + 1, chosen.length);
      }
      const depth = (name) => name.split("/").length;
      const definitions = deck.names.filter((name) => /\.toml$/i.test(name)).sort((a, b) => depth(a) - depth(b));
      if (!definitions.length) {
        const made = await engine.ask("begin", { language });
        if (!made.file) return result.replaceChildren(faultBox(words, { words: words.noDeck, cure: words.noDeckCure }));
        deck.begun = made.file;
        deck.names = made.names;
        deck.receipt = made.receipt;
        definitions.push(made.file);
      }
      deck.file = deck.shown = definitions[0];
      await keep();
      await open();
    } catch (found) { result.replaceChildren(faultBox(words, found, () => take(chosen))); }
  }

  async function open() {
    const { text, isSound } = await textOf(deck.shown);
    const count = h("span", { role: "status" }), code = h("div.code"), faces = h("div.faces"), heading = h("h2"), total = h("small"), print = h("a.btn", { href: "#/kit/own", hidden: true }, words.printDeck);
    const title = h("div.rule", { hidden: true }, heading, total);
    const writing = h("textarea.code", { spellcheck: "false", "aria-label": deck.shown, hidden: true });
    const edit = isSound && h("button.lk", { onclick: () => startWriting() }, words.edit);
    const store = h("button.lk", { onclick: () => save(deck.shown.split("/").at(-1), new Blob([writing.value], { type: "text/plain" })) }, words.save);
    const undo = h("button.lk", { onclick: takeBack, disabled: !deck.steps.some(([name]) => name === deck.shown) }, words.undo);
    const texts = deck.names.filter((name) => TEXTS.test(name));
    const which = texts.length > 1 && h("label.pickdeck", {}, words.which, " ", h("select", { onchange: (event) => choose(event.target.value) }, texts.map((name) => h("option", { selected: name === deck.shown }, name))));
    const receipt = makeReceipt(app), told = h("div.told", { hidden: true });
    const picture = h("img.card", { alt: "" }), pictured = h("figcaption"), edited = h("figure.edited", { hidden: true }, picture, pictured);
    const sheet = makeSheet(app, { changed: takeText, shown: preview, bring: bringPicture });
    const way = isSound && sheet.fill(deck.shown, text) && h("button.lk", { onclick: () => { turnTo(!deck.isTable); keep(); } }, words.asTable);
    result.replaceChildren(receipt.element, which || "", h("div.two.wide", {},
      h("section.file", {}, h("div.hd", {}, h("b", {}, deck.shown.split("/").at(-1)), way, edit, isSound && undo, isSound && store, count), told, code, writing, sheet.element),
      h("section", {}, edited, title, faces, h("p.note", {}, words.facesNote), print)));
    tellReceipt(receipt);
    writing.value = text;
    let timer = null, calm = null, turn = 0, isTyped = false;

    /** The text as text, or its cards as a table. */
    function turnTo(isTable) {
      deck.isTable = Boolean(way) && isTable && sheet.fill(deck.shown, writing.value);
      sheet.element.hidden = told.hidden = !deck.isTable;
      code.hidden = deck.isTable;
      writing.hidden = true;
      if (edit) edit.hidden = deck.isTable;
      if (way) way.textContent = deck.isTable ? words.asText : words.asTable;
    }
    // What is drawn of the text before a letter is stopped: the card that is edited comes first.
    function renewAfter(pause) {
      turn += 1;
      isTyped = true;
      clearTimeout(calm);
      clearTimeout(timer);
      timer = setTimeout(renew, pause);
    }
    function takeText(changed, isQuick) {
      writing.value = changed;
      renewAfter(isQuick ? PAUSE : 0);
    }
    async function bringPicture(file) {
      const folder = deck.file.includes("/") ? deck.file.slice(0, deck.file.lastIndexOf("/") + 1) : "";
      const name = `pictures/${file.name}`, bytes = await file.arrayBuffer();
      deck.written.set(folder + name, bytes);
      if (!deck.names.includes(folder + name)) deck.names.push(folder + name);
      await engine.ask("bring", { name: folder + name, bytes });
      return name;
    }

    // The card that is edited, drawn while it is typed: the last one asked for, one at a time.
    let wanted = null, isDrawing = false, soon = null;
    function preview(card) {
      wanted = card;
      clearTimeout(soon);
      soon = setTimeout(drawEdited, SOON);
    }
    async function drawEdited() {
      if (isDrawing) return;
      isDrawing = true;
      while (wanted) {
        const card = wanted, bytes = new TextEncoder().encode(writing.value).buffer;
        wanted = null;
        try {
          await engine.ask("bring", { name: deck.shown, bytes });
          const drawn = await engine.ask("preview", { file: deck.file, ...card, language });
          edited.hidden = !drawn.svg;
          if (!drawn.svg) continue;
          picture.src = `data:image/svg+xml,${encodeURIComponent(drawn.svg)}`;
          picture.alt = pictured.textContent = drawn.name;
        } catch { /* half a word is no card: the picture before it stays */ }
      }
      isDrawing = false;
    }
    const previewLine = () => preview(cardAtLine(deck.shown, writing.value, writing.value.slice(0, writing.selectionStart).split("\n").length));
    writing.onclick = writing.onkeyup = previewLine;
    function startWriting(line = 1) {
      if (!isSound) return;
      code.hidden = true; writing.hidden = false;
      writing.rows = writing.value.split("\n").length + 1;
      const at = writing.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      writing.focus();
      writing.setSelectionRange(at, at);
    }
    let before = text;
    function takeBack() {
      const at = deck.steps.findLastIndex(([name]) => name === deck.shown);
      if (at < 0) return;
      [[, writing.value]] = deck.steps.splice(at, 1);
      before = writing.value;
      undo.disabled = !deck.steps.some(([name]) => name === deck.shown);
      turnTo(deck.isTable);
      renew();
    }
    writing.oninput = () => renewAfter(WAIT);
    writing.onblur = () => { clearTimeout(timer); code.hidden = deck.isTable; writing.hidden = true; renew(); };

    function fillCode(faults, kind = "bad") {
      const lines = writing.value.split("\n"), own = deck.shown.split("/").at(-1);
      const isHere = (fault) => (!fault.file || fault.file === own) && fault.line > 0 && fault.line <= lines.length;
      const here = (line) => faults.filter((fault) => isHere(fault) && fault.line === line);
      if (deck.isTable) sheet.mark(faults.filter(isHere), kind);
      told.replaceChildren(...faults.map((fault) => h(`div.ln.${kind}`, {}, h("i"), note(fault, own, kind))));
      code.replaceChildren(...faults.filter((fault) => !isHere(fault)).map((fault) => h(`div.ln.${kind}`, {}, h("i"), note(fault, own, kind))),
        ...lines.map((line, index) => h(here(index + 1).length ? `div.ln.${kind}` : "div.ln", { onclick: () => startWriting(index + 1) }, h("i", {}, String(index + 1)), h("code", {}, line || " "), here(index + 1).map((fault) => note(fault, own, kind)))));
    }

    function note(fault, own, kind) {
      const isOther = fault.file && fault.file !== own;
      const place = fault.sheet ? cell(fault) : fault.line > 0 && words.line(fault.line);
      const target = isOther && texts.find((name) => name.split("/").at(-1) === fault.file);
      const file = isOther && (target ? h("button.lk", { onclick: () => choose(target) }, fault.file) : h("b", {}, fault.file));
      return h("div.fault", {}, h("em", {}, kind === "bad" ? words.isFault : words.isHint), " ", file && [file, " "], place && [h("b", {}, place), " "], fault.key && [h("code", {}, fault.key), " "], fault.message, " ", fault.hint);
    }

    async function renew() {
      const mine = ++turn, bytes = new TextEncoder().encode(writing.value).buffer;
      try {
        if (isSound) {
          if (writing.value !== before) {
            deck.steps = [...deck.steps, [deck.shown, before]].slice(-STEPS);
            before = writing.value;
            undo.disabled = false;
          }
          deck.written.set(deck.shown, bytes);
          await keep();
          await engine.ask("bring", { name: deck.shown, bytes });
        }
        const found = await engine.ask("check", { file: deck.file, language });
        if (mine !== turn) return;
        tellFaults([]);
        title.hidden = false;
        heading.textContent = found.name; total.textContent = words.countCards(found.total);
        deck.game = { slug: "own", path: found.slug, name: { en: found.name, fr: found.name }, players: found.players, minutes: [], cards: found.total, shown: false };
        const edition = found.languages.find((code) => code === language) ?? found.languages.find((code) => code in words.languages);
        print.href = edition && edition !== language ? `#/kit/own?lang=${edition}` : "#/kit/own";
        print.hidden = false;
        await drawFaces(found.cards, mine);
        // All that the command line checks: the other products, the booklet, how sharp pictures are.
        if (mine === turn) calm = setTimeout(() => examine(mine), isTyped ? CALM : 0);
      } catch (fault) { tellFailure(fault, mine); }
    }
    async function examine(mine) {
      if (!count.isConnected) return; // another deck or view is open
      try {
        const { warnings } = await engine.ask("examine", { file: deck.file, language });
        if (mine === turn) tellWarnings(warnings);
      } catch (fault) { tellFailure(fault, mine); }
    }
    function tellFailure(fault, mine) {
      if (mine !== turn) return;
      if (fault.isBroken || fault.isSlow) return result.prepend(faultBox(words, fault, renew));
      tellFaults(fault.faults?.length ? fault.faults : [{ line: 0, message: fault.words, hint: fault.cure ?? "", file: "" }]);
      deck.game = null;
      print.hidden = true;
    }

    function tellFaults(faults) {
      fillCode(faults);
      count.textContent = words.faults(faults.length);
      count.className = faults.length ? "bad" : "";
    }

    function tellWarnings(warnings) {
      fillCode(warnings, "hint");
      count.className = warnings.length ? "warn" : "";
      count.textContent = [words.faults(0), warnings.length && words.warnings(warnings.length)].filter(Boolean).join(" · ");
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
    turnTo(deck.isTable);
    renew();
  }

  /** Shows the receipt of the deck: that of its beginning here, or that of its definition. */
  async function tellReceipt(receipt) {
    const unread = deck.skipped.map((name) => `${name} ${words.skipped}`);
    const read = deck.receipt ?? await engine.ask("receipt", { file: deck.file, language }).catch(() => null);
    // A definition that cannot be read uses no file: its error stands below.
    const { used, skipped, unprinted, lines } = read ?? { used: 0, skipped: deck.names.length, unprinted: 0, lines: deck.names };
    receipt.show({ used, skipped: skipped + unread.length, unprinted, lines: [...lines, ...unread] });
  }

  function choose(name) {
    deck.shown = name;
    if (/\.toml$/i.test(name)) deck.file = name;
    open();
  }

  /** The words of a file of the deck; it is sound if they can be written back as they were read. */
  async function textOf(name) {
    const bytes = deck.written.get(name);
    return bytes ? { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), isSound: true } : engine.ask("read", { file: name });
  }

  await fillShelf();
  if (deck.file) return void open();
  const last = (await listProjects()).find(({ id }) => id === lastProject.get());
  if (last) reopen(last);
}

/** A cell as a spreadsheet names it: Cards!C14. */
function cell({ sheet, line, column }) {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return line > 0 ? `${sheet}!${letters}${line}` : sheet;
}

function save(name, data) {
  const url = URL.createObjectURL(data);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
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
