// A table editor for the cards of a deck: beside the text, with the same undo.
import { drawing, h } from "./dom.js";
import { copyRow, pasteCells, readGrid, sortRows } from "./grid.js";

const PICTURE = /^(art|image|picture|illustration|file|visuel|fichier|photo)$/i;
const IS_PICTURE = /\.(png|jpe?g|svg|webp|avif|gif|bmp)$/i;
const ICONS = { picture: "M2 4h16v12H2zM2 14l5-5 4 4 3-3 4 4M13 7.5a1 1 0 1 0 .01 0", copy: "M7 7h10v10H7zM4 13H3V3h10v1", remove: "M5 5l10 10M15 5L5 15" };
// Columns that a definition can get.
const MORE = ["id", "name", "suit", "value", "copies", "text", "art"];

/**
 * `changed(text)` takes the text with the changes, `shown(card)` the row that is edited, and
 * `bring(file)` returns the name by which the deck knows a picture.
 */
export function makeSheet({ words, language }, { changed, shown, bring }) {
  const element = h("div.sheet", { hidden: true });
  let grid = null, sorted = ["", false], current = 0;

  /** Shows the cards of a text; returns whether it has any. */
  function fill(name, text) {
    grid = readGrid(name, text);
    if (grid) draw();
    return grid !== null;
  }

  const send = (isQuick = false) => changed(grid.write(grid), isQuick);
  const pictureColumn = () => {
    const found = grid.columns.find((column) => PICTURE.test(column));
    if (!found) grid.columns.push(grid.kind === "blocks" ? "art" : "Picture");
    return found ?? grid.columns.at(-1);
  };

  function alter(act, focus = current) {
    act();
    send();
    draw();
    cell(Math.min(focus, grid.rows.length - 1), grid.columns[0])?.focus();
  }
  const cell = (row, column) => [...element.querySelectorAll("[data-row]")].find((input) => Number(input.dataset.row) === row && input.dataset.column === column);

  async function takePictures(files, row) {
    const pictures = [...files].filter((file) => IS_PICTURE.test(file.name)), column = pictureColumn();
    for (const [i, file] of pictures.entries()) {
      while (grid.rows.length <= row + i) grid.rows.push(new Map());
      grid.rows[row + i].set(column, await bring(file));
    }
    if (pictures.length) alter(() => {}, row);
  }

  function draw() {
    const { columns, rows } = grid;
    const head = (column) => {
      const isSorted = sorted[0] === column;
      return h("th", { scope: "col", "aria-sort": isSorted ? (sorted[1] ? "descending" : "ascending") : null },
        h("button", { title: words.sortBy(column), onclick: () => {
          sorted = [column, isSorted && !sorted[1]];
          alter(() => { grid.rows = sortRows(rows, column, sorted[1], language); });
        } }, column, isSorted && (sorted[1] ? " ↓" : " ↑")));
    };
    const field = (row, i, column) => h("td", {}, h("input", { type: "text", value: row.get(column) ?? "", "aria-label": words.cellOf(column, i + 1), "data-row": i, "data-column": column,
      onfocus: () => show(i), oninput: ({ target }) => { row.set(column, target.value); send(true); show(i); },
      onchange: () => send(), onkeydown: (event) => move(event, i, column), onpaste: (event) => paste(event, i, column) }));
    const line = (row, i) => {
      const chosen = h("input", { type: "file", accept: "image/*", multiple: true, hidden: true, onchange: ({ target }) => takePictures(target.files, i) });
      const act = (text, sign, onclick) => h("button.mini", { "aria-label": `${text} : ${i + 1}`, title: text, onclick }, drawing("0 0 20 20", [["path", { d: sign }]], { width: 20, height: 20, "stroke-width": 1.5 }));
      return h("tr", {
        ondragover: (event) => { event.preventDefault(); event.currentTarget.dataset.over = ""; },
        ondragleave: (event) => { delete event.currentTarget.dataset.over; },
        ondrop: (event) => { event.preventDefault(); event.stopPropagation(); delete event.currentTarget.dataset.over; takePictures(event.dataTransfer.files, i); },
      }, h("th", { scope: "row" }, String(i + 1)), columns.map((column) => field(row, i, column)), h("td.acts", {},
        act(words.addPicture, ICONS.picture, () => chosen.click()), act(words.duplicate, ICONS.copy, () => alter(() => { rows.splice(i + 1, 0, copyRow(row, rows)); }, i + 1)),
        act(words.remove, ICONS.remove, () => alter(() => { if (rows.length > 1) rows.splice(i, 1); }, i)), chosen));
    };
    const missing = grid.kind === "blocks" ? MORE.filter((name) => !columns.some((column) => column === name || column.startsWith(`${name} · `))) : [];
    element.replaceChildren(
      h("div.grid", { tabindex: 0, role: "region", "aria-label": words.cardTable }, h("table", {}, h("thead", {}, h("tr", {}, h("td"), columns.map(head), h("td"))), h("tbody", {}, rows.map(line)))),
      h("div.get", {}, h("button.btn", { onclick: () => alter(() => { rows.push(new Map()); }, rows.length) }, words.addCard),
        missing.length > 0 && h("select", { "aria-label": words.addColumn, onchange: ({ target }) => { columns.push(target.value); draw(); } }, h("option", { value: "" }, words.addColumn), missing.map((name) => h("option", {}, name)))),
      h("p.note", {}, words.sheetHelp));
  }

  function show(i) {
    current = i;
    shown(cardOf(grid.rows[i]));
  }

  // Enter and the arrows go down and up, as in a spreadsheet.
  function move(event, i, column) {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    send();
    cell(i + step, column)?.focus();
  }

  function paste(event, i, column) {
    const text = event.clipboardData.getData("text/plain");
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    alter(() => pasteCells(grid, text, i, column), i);
  }

  /** Marks the rows that errors or warnings are about, by the lines of the text. */
  function mark(faults, kind) {
    const rows = element.querySelectorAll("tbody tr");
    for (const row of rows) row.classList.remove("bad", "hint");
    for (const { line } of faults) rows[rowAt(grid, line)]?.classList.add(kind);
  }

  return { element, fill, mark };
}

const rowAt = ({ kind, rows }, line) => (kind === "table" ? line - 2 : rows.findIndex(({ source }) => source && source.from < line && line <= source.to));

/** What tells a card apart: its id, and its names. */
export function cardOf(row) {
  const entries = [...row].filter(([, text]) => text);
  return { id: entries.find(([column]) => /^id$/i.test(column))?.[1] ?? "", names: entries.filter(([column]) => /^(name|nom|title|titre|card|carte)\b/i.test(column)).map(([, text]) => text) };
}

/** The card of a definition or a table in which a line is, for the preview beside the text. */
export function cardAtLine(name, text, line) {
  const grid = readGrid(name, text);
  if (!grid) return null;
  if (grid.kind === "table") return grid.rows[line - 2] ? cardOf(grid.rows[line - 2]) : null;
  const row = grid.rows.findLast(({ source }) => source.from < line);
  return row && line <= row.source.to + 1 ? cardOf(row) : null;
}
