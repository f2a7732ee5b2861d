// What the page read of the files that were brought: used, and skipped with the reason.
import { h } from "./dom.js";

/** `show(lines)` takes lines of {name, use}: `use` is a key of `words.uses`, or a sentence. */
export function makeReceipt({ words }) {
  const element = h("details.more.receipt", { hidden: true });
  function show(lines) {
    element.hidden = !lines.length;
    const skipped = lines.filter(({ use }) => use === "skipped").length;
    element.replaceChildren(h("summary", {}, words.receipt, h("small", {}, ` · ${words.receiptCount(lines.length - skipped, skipped)}`)),
      h("ul", {}, lines.map(({ name, use }) => h("li", {}, h("b", {}, name), " ", h("small", {}, words.uses[use] ?? use)))));
  }
  return { element, show };
}
