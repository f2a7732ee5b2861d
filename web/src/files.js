// Files that the page has made: links to save them, and printing.
import { h } from "./dom.js";

const TYPES = { pdf: "application/pdf", html: "text/html", zip: "application/zip" };

/** Links to files in memory; `clear` frees them. */
export function makeLinks() {
  let urls = [];
  function url(name, data) {
    const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
    urls.push(URL.createObjectURL(new Blob([data], { type })));
    return urls.at(-1);
  }
  const link = (name, data, text, tag) => h(tag, { href: url(name, data), download: name }, text);
  function clear() {
    for (const each of urls.splice(0)) URL.revokeObjectURL(each);
  }
  return { url, link, clear };
}

/** Opens a file and its print dialog. */
export function print(url) {
  const opened = window.open(url);
  if (!opened) location.href = url; // pop-ups are blocked
  else opened.addEventListener("load", () => opened.print());
}
