// Printer profiles: what a person read on the test sheet, kept in the browser.
import { faultBox, h } from "./dom.js";
import { storage } from "./storage.js";

const FIELDS = [["back_x_mm", "backX", 0, -10, 10, 0.1], ["back_y_mm", "backY", 0, -10, 10, 0.1],
  ["scale_x_percent", "scaleX", 100, 95, 105, 0.1], ["scale_y_percent", "scaleY", 100, 95, 105, 0.1]];

export const printers = () => storage.read("printers", []);

/** The dialog that makes the test sheet and takes its readings. */
export function printerDialog({ words, language, engine }, changed) {
  const dialog = h("dialog.printer-dialog", { "aria-label": words.printerTitle });
  const sheet = h("span"), fault = h("div");
  const name = h("input", { id: "printer-name", type: "text", required: true, pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]{0,19}", maxlength: 20 });
  const inputs = FIELDS.map(([key, word, value, min, max, step]) => [key, h("input", { id: `printer-${key}`, type: "number", value, min, max, step, required: true }), word]);
  async function makeSheet() {
    try {
      const job = { variant: "", products: ["calibration"], languages: [language], options: {} };
      const { files, bytes } = await engine.ask("build", { job, language });
      const at = files.findIndex((file) => file.endsWith(".pdf"));
      const url = URL.createObjectURL(new Blob([bytes[at]], { type: "application/pdf" }));
      sheet.replaceChildren(h("a.lk", { href: url, download: files[at] }, files[at]));
    } catch (found) { fault.replaceChildren(faultBox(words, found)); }
  }
  function save(event) {
    event.preventDefault();
    const profile = { name: name.value, duplex: "long" };
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
  dialog.append(h("h2", {}, words.printerTitle), h("ol", {}, words.printerSteps.map((step) => h("li", {}, step))),
    h("p", {}, h("button.btn", { onclick: makeSheet }, words.printerSheet), " ", sheet), fault,
    h("form", { onsubmit: save }, row(words.printerName, name), inputs.map(([, input, word]) => row(words[word], input)),
      h("div.get", {}, h("button.btn.main", {}, words.save), h("button.btn", { type: "button", onclick: remove }, words.remove), h("button.btn", { type: "button", onclick: () => dialog.close() }, words.close))));
  return dialog;
}
