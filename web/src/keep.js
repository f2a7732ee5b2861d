// Keeps what was opened for use without network: the drawings, faces and rules of a game. The service
// worker fetches and keeps them.
export async function keepGame({ slug, shown }, { language }) {
  if (!shown || !navigator.serviceWorker || navigator.connection?.saveData) return;
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: { slug, language } });
}
