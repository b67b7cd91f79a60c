/*
 * Visitors for `npm run bench:chat`, in a process of their own: asks what its parent sends, all at once or one by one, and
 * sends back how long each waited for its first word.
 */
export interface Errand {
  url: string;
  bodies: object[];
  /** What shows that the first word is there, and that the whole answer came. */
  first: string;
  last: string;
}
export interface Told {
  /** Milliseconds; null when the model was not asked, since the base knew no answer. */
  first: number | null;
  error?: string;
}

async function ask({ url, first: sign, last }: Errand, body: object): Promise<Told> {
  const start = performance.now();
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok || !response.body) return { first: null, error: `${response.status}: ${await response.text()}` };
  let text = '';
  let first: number | null = null;
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (first === null && text.includes(sign)) first = performance.now() - start;
  }
  if (!text.includes(last)) return { first: null, error: `cut: ${text.slice(-200)}` };
  return { first: text.includes('palavra') ? first : null };
}

process.on('message', async (errand: Errand) => {
  const told = await Promise.all(
    errand.bodies.map((body) => ask(errand, body).catch((error): Told => ({ first: null, error: String(error) }))),
  );
  process.send?.(told);
});
process.on('disconnect', () => process.exit(0));
