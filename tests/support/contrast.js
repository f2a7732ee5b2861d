// The least contrast of words with their ground, by where they stand and what they are.
(() => {
  const part = c => c.match(/[0-9.]+/g).map(Number);
  const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map(v => v / 255)
    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * x + .7152 * y + .0722 * z; };
  const ground = e => { for (; e; e = e.parentElement) {
    const c = part(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
  const found = {};
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; n = walk.nextNode();) {
    const e = n.parentElement;
    if (!n.data.trim() || e.closest('svg')) continue;
    const [a, b] = [light(part(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
    const key = (e.closest('main') ? 'main ' : '') + e.tagName + '.' + e.className;
    found[key] = Math.min(found[key] ?? 99, (a + .05) / (b + .05));
  }
  return found; })()
