// The cards of a deck as a table, whether they are in a table of cards (CSV, TSV) or in a definition
// (TOML, `[[cards]]`). A grid has columns (names) and rows (texts by column); each row keeps what the
// table cannot show, so a text that is written back loses nothing.
const BLOCK = /^\s*\[\[\s*(cards|patch)\s*\]\]\s*(#.*)?$/;
const HEADER = /^\s*\[/;
const ENTRY = /^\s*([A-Za-z0-9_-]+)\s*=\s*(.*)$/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const TEXTS = new RegExp(String.raw`^\{\s*(?:[\w-]+\s*=\s*${STRING}\s*,?\s*)+\}$`);
const NOTE = new RegExp(String.raw`^(${STRING}|'[^']*'|\{.*\}|\[.*\]|[^"'#\[{][^#]*?)(\s*#.*)$`);
const TRUE = /^(true|false)$/;

/** Returns the grid of a text by the name of its file, or null if it has no cards to edit. */
export function readGrid(name, text) {
  if (/\.(csv|tsv)$/i.test(name)) return readTable(text);
  return /\.toml$/i.test(name) ? readBlocks(text) : null;
}

// --- tables of cards --------------------------------------------------------------------------

/** Splits the text of a table into rows of cells; quoted cells keep line breaks and separators. */
export function splitCells(text, separator) {
  const rows = [[""]];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at], row = rows.at(-1), last = row.length - 1;
    if (isQuoted) {
      if (letter !== '"') row[last] += letter;
      else if (text[at + 1] === '"') { row[last] += '"'; at++; } else isQuoted = false;
    } else if (letter === '"' && row[last] === "") isQuoted = true;
    else if (letter === separator) row.push("");
    else if (letter === "\n") rows.push([""]);
    else if (letter !== "\r") row[last] += letter;
  }
  return rows.filter((row, i) => i < rows.length - 1 || row.length > 1 || row[0] !== "");
}

function readTable(text) {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "", body = text.slice(mark.length);
  const first = body.split("\n", 1)[0], count = (sign) => first.split(sign).length;
  const separator = ["\t", ";", ","].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ",");
  const [head = [], ...cells] = splitCells(body, separator);
  const isTable = head.length > 0 && new Set(head).size === head.length && cells.every((row) => row.length <= head.length);
  if (!isTable) return null; // a title above the head, or cells without one: only the text shows them
  const rows = cells.map((row) => new Map(head.map((column, i) => [column, row[i] ?? ""])));
  const end = body.includes("\r\n") ? "\r\n" : "\n";
  const quote = (cell) => (/["\n\r]/.test(cell) || cell.includes(separator) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell);
  return {
    kind: "table", columns: head, rows,
    write: ({ columns, rows: all }) => mark + [columns, ...all.map((row) => columns.map((column) => row.get(column) ?? ""))].map((row) => row.map(quote).join(separator)).join(end) + end,
  };
}

// --- definitions ------------------------------------------------------------------------------

// A value that a cell can show: its text, or its texts by language.
function readValue(raw) {
  if (raw.startsWith('"') && raw.endsWith('"') && !raw.startsWith('"""')) return JSON.parse(raw);
  if (/^'[^']*'$/.test(raw)) return raw.slice(1, -1);
  if (TEXTS.test(raw)) return Object.fromEntries([...raw.matchAll(new RegExp(String.raw`([\w-]+)\s*=\s*(${STRING})`, "g"))].map(([, key, text]) => [key, JSON.parse(text)]));
  return raw; // a number, a list: as it is written
}

function readBlocks(text) {
  const lines = text.split("\n"), rows = [];
  let row = null;
  for (const [number, line] of lines.entries()) {
    if (BLOCK.test(line)) rows.push((row = { from: number, to: number + 1, cells: new Map(), raw: new Map(), isSound: true }));
    else if (HEADER.test(line) && !isInside(row)) row = null; // another part of the definition
    else if (row) {
      if (line.trim() && !/^\s*#/.test(line)) row.to = number + 1;
      addLine(row, line);
    }
  }
  if (!rows.length) return null;
  if (rows.some((each) => !each.isSound)) return null; // a block that only the text shows
  const columns = [...new Set(rows.flatMap((each) => [...each.cells.keys()]))];
  return { kind: "blocks", columns, rows: rows.map(({ cells, ...source }) => Object.assign(cells, { source })), write: (grid) => writeBlocks(lines, rows, grid) };
}

const isInside = (row) => row?.open;

function addLine(row, line) {
  if (row.open || !line.trim() || /^\s*#/.test(line)) {
    if (row.open) row.isSound = false; // a value over several lines
    return;
  }
  const [, key, rest] = ENTRY.exec(line) ?? [];
  const [, value = rest?.trim(), note = ""] = NOTE.exec(rest?.trim() ?? "") ?? [];
  if (!key || /^("""|''')/.test(value) || (/^[[{]/.test(value) && !/[\]}]$/.test(value))) {
    row.isSound = false;
    return;
  }
  let read;
  try { read = readValue(value); } catch { row.isSound = false; return; }
  row.raw.set(key, { value, note, read });
  if (typeof read === "object") for (const [language, words] of Object.entries(read)) row.cells.set(`${key} · ${language}`, words);
  else row.cells.set(key, read);
}

// Writes a cell: what was not changed stays as it was written.
function writeValue(text) {
  const plain = text.trim();
  if (NUMBER.test(plain)) return plain.replace(/^\+/, "");
  if (TRUE.test(plain) || /^\[.*\]$/.test(plain) || /^\{.*=.*\}$/.test(plain)) return plain;
  return JSON.stringify(text);
}

function writeBlocks(lines, before, { columns, rows }) {
  const block = (row) => {
    const raw = row.source?.raw ?? new Map(), keys = [...new Set(columns.map((column) => column.split(" · ")[0]))];
    const written = keys.flatMap((key) => {
      const parts = columns.filter((column) => column.startsWith(`${key} · `)).map((column) => [column.slice(key.length + 3), row.get(column) ?? ""]).filter(([, text]) => text !== "");
      const alone = row.get(key) ?? "", old = raw.get(key);
      if (!parts.length && alone === "") return [];
      const isSame = old && (typeof old.read === "object" ? JSON.stringify(old.read) === JSON.stringify(Object.fromEntries(parts)) && alone === "" : old.read === alone && !parts.length);
      if (isSame) return [`${key} = ${old.value}${old.note}`];
      const value = parts.length ? `{ ${parts.map(([language, text]) => `${language} = ${JSON.stringify(text)}`).join(", ")} }`
        : typeof old?.read === "string" && old.value.startsWith('"') ? JSON.stringify(alone) : writeValue(alone);
      return [`${key} = ${value}${old?.note ?? ""}`];
    });
    return [row.source?.head ?? (row.source ? lines[row.source.from] : "[[cards]]"), ...written];
  };
  // The blocks take the place of those before; text between them stays with the block above it.
  const first = before[0].from, last = before.at(-1).to;
  const between = new Map(before.map((row, i) => [row.from, lines.slice(row.to, before[i + 1]?.from ?? row.to)]));
  const kept = (row) => (row.source && !row.source.isCopy ? between.get(row.source.from) ?? [] : []);
  const gone = before.filter((old) => !rows.some((row) => row.source?.from === old.from && !row.source.isCopy)).flatMap((old) => (between.get(old.from) ?? []).filter((line) => line.trim()));
  const body = rows.flatMap((row, i) => {
    const after = kept(row).join("\n").trim();
    return [...block(row), ...(after ? ["", after] : []), ...(i < rows.length - 1 ? [""] : [])];
  });
  return [...lines.slice(0, first), ...body, ...(gone.length ? ["", ...gone] : []), ...lines.slice(last)].join("\n");
}

// --- changes ----------------------------------------------------------------------------------

/** A copy of a row; in a definition it gets an id of its own. */
export function copyRow(row, rows) {
  const copied = new Map(row);
  if (row.source) copied.source = { ...row.source, isCopy: true };
  const key = [...row.keys()].find((column) => /^(id|ref|reference|identifiant)$/i.test(column));
  if (key) {
    const taken = new Set(rows.map((each) => each.get(key))), stem = row.get(key).replace(/-\d+$/, "");
    let number = 2;
    while (taken.has(`${stem}-${number}`)) number++;
    copied.set(key, `${stem}-${number}`);
  }
  return copied;
}

/** Sorts rows by a column: numbers by value, words by the rules of the language. */
export function sortRows(rows, column, isDown, language) {
  const compare = new Intl.Collator(language, { numeric: true, sensitivity: "base" }).compare;
  const sign = isDown ? -1 : 1, cell = (row) => String(row.get(column) ?? "").replace("−", "-");
  const isNumber = (text) => NUMBER.test(text.trim());
  return [...rows].sort((a, b) => {
    const [left, right] = [cell(a), cell(b)];
    if (isNumber(left) && isNumber(right)) return sign * (Number(left) - Number(right));
    return sign * compare(left, right);
  });
}

/** Puts cells of a spreadsheet in: with a head that names columns as new rows, else from a cell on. */
export function pasteCells(grid, text, rowIndex, column) {
  const cells = splitCells(text, "\t"), plain = (name) => name.trim().toLowerCase();
  const known = new Map(grid.columns.map((name) => [plain(name), name]));
  const isHead = cells.length > 1 && cells[0].filter((cell) => known.has(plain(cell))).length > cells[0].length / 2;
  if (isHead) {
    const columns = cells[0].map((cell) => known.get(plain(cell)) ?? cell.trim());
    for (const name of columns) if (name && !grid.columns.includes(name)) grid.columns.push(name);
    grid.rows.push(...cells.slice(1).map((row) => new Map(columns.map((name, i) => [name, row[i] ?? ""]).filter(([name]) => name))));
    return cells.length - 1;
  }
  const start = grid.columns.indexOf(column);
  for (const [down, row] of cells.entries()) {
    while (grid.rows.length <= rowIndex + down) grid.rows.push(new Map());
    for (const [right, cell] of row.entries()) {
      const name = grid.columns[start + right];
      if (name) grid.rows[rowIndex + down].set(name, cell);
    }
  }
  return cells.length;
}
