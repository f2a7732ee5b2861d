// What was read of the files that were brought: their use, the columns, the pictures.
import { h } from "./dom.js";

/**
 * `show(receipt)` takes {used, skipped, unprinted, lines}; a line that begins with a space belongs to the
 * one above it. The receipt is open if something is skipped or printed nowhere.
 */
export function makeReceipt({ words }) {
  const element = h("details.more.receipt", { hidden: true });
  function show({ used, skipped, unprinted = 0, lines }) {
    element.hidden = !lines.length;
    element.open = skipped + unprinted > 0;
    element.replaceChildren(h("summary", {}, words.receipt, h("small", {}, ` · ${words.receiptCount(used, skipped)}`)),
      h("ul", {}, lines.map((line) => h(line.startsWith(" ") ? "li.part" : "li", {}, line.trim()))));
  }
  return { element, show };
}
