// Printer profiles: what a person read on the test sheet, kept in the browser.
import { choices } from "./choices.js";
import { faultBox, h } from "./dom.js";
import { storage } from "./storage.js";

const FIELDS = [["back_x_mm", "backX", 0, -10, 10, 0.1], ["back_y_mm", "backY", 0, -10, 10, 0.1],
  ["scale_x_percent", "scaleX", 100, 95, 105, 0.1], ["scale_y_percent", "scaleY", 100, 95, 105, 0.1]];

export const printers = () => storage.read("printers", []);

// As ManualFeed.from_test reads the answers, and as a profile saves them: turned over its long edge,
// a stack keeps its heads and reverses its order.
function readFeed([onWhite, sameHead, sameSheet]) {
  const words = [!onWhite && "turn-over", !sameHead && "upside-down", sameSheet === !onWhite && "reversed"];
  return words.filter(Boolean).join(" ") || "-";
}

/** The dialog that makes the test sheet and takes its readings. */
export function printerDialog({ words, language, engine }, changed) {
  const dialog = h("dialog.printer-dialog", { "aria-label": words.printerTitle });
  const isManual = () => turn.value === "manual";
  const turn = h("select", { id: "printer-duplex", onchange: () => { feed.hidden = !isManual(); } }, ["long", "manual"].map((key) => h("option", { value: key }, words.turns[key])));
  const answers = words.feedQuestions.map((_, i) => h("select", { id: `feed-${i}` }, ["yes", "no"].map((key) => h("option", { value: key }, words[key]))));
  const sheet = h("span"), fault = h("div");
  const name = h("input", { id: "printer-name", type: "text", required: true, pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]{0,19}", maxlength: 20 });
  const inputs = FIELDS.map(([key, word, value, min, max, step]) => [key, h("input", { id: `printer-${key}`, type: "number", value, min, max, step, required: true }), word]);
  async function makeSheet() {
    try {
      // A printer fed by hand whose answers are saved gets its scales; before, the sheets that ask.
      const printer = isManual() && printers().find((item) => item.name === name.value && item.manual);
      const options = printer ? { duplex: "manual", printer } : isManual() ? { duplex: "manual" } : {};
      const job = { variant: "", products: ["calibration"], languages: [language], options };
      const { files, bytes } = await engine.ask("build", { job, language });
      const made = files.map((file, i) => [file, bytes[i]]).filter(([file]) => file.endsWith(".pdf"));
      sheet.replaceChildren(...made.flatMap(([file, data]) => {
        const href = URL.createObjectURL(new Blob([data], { type: "application/pdf" }));
        return [h("a.lk", { href, download: file }, file), " "];
      }));
    } catch (found) { fault.replaceChildren(faultBox(words, found)); }
  }
  function save(event) {
    event.preventDefault();
    const profile = { name: name.value, duplex: turn.value };
    if (isManual()) {
      profile.manual = readFeed(answers.map((item) => item.value === "yes"));
      choices.options.duplex = "manual";
    }
    for (const [key, input] of inputs) profile[key] = input.valueAsNumber;
    storage.write("printers", [...printers().filter((item) => item.name !== profile.name), profile]);
    storage.write("printer", profile.name);
    dialog.close();
    changed();
  }
  function remove() {
    storage.write("printers", printers().filter((item) => item.name !== name.value));
    storage.write("printer", "");
    dialog.close();
    changed();
  }
  const row = (label, input) => h("div.q", {}, h("label", { for: input.id }, h("b", {}, label)), input);
  const feed = h("div", { hidden: true }, h("p.note", {}, words.feedSteps), words.feedQuestions.map((text, i) => row(text, answers[i])));
  dialog.append(h("h2", {}, words.printerTitle), row(words.printerTurn, turn), h("ol", {}, words.printerSteps.map((step) => h("li", {}, step))),
    h("p", {}, h("button.btn", { onclick: makeSheet }, words.printerSheet), " ", sheet), fault, feed,
    h("form", { onsubmit: save }, row(words.printerName, name), inputs.map(([, input, word]) => row(words[word], input)),
      h("div.get", {}, h("button.btn.main", {}, words.save), h("button.btn", { type: "button", onclick: remove }, words.remove), h("button.btn", { type: "button", onclick: () => dialog.close() }, words.close))));
  return dialog;
}
