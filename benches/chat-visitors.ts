/*
 * Visitors for `npm run bench:chat`, in a process of their own: asks what its parent sends, all at once or one by one, and
 * sends back how long each waited for its first word.
 */
export interface Errand {
  url: string;
  bodies: object[];
  /** What shows that the first word is there, that the whole answer came, and that it is the model's. */
  first: string;
  last: string;
  answered: string;
  /** Whether to see when the first sentence is whole, too: this takes its time. */
  timesSentence?: boolean;
}
export interface Told {
  /** Milliseconds; null when the model was not asked, since the base knew no answer. */
  first: number | null;
  /** The same of the first sentence, as far as what follows shows that it is whole. */
  sentence: number | null;
  error?: string;
}

const SENTENCE = /[.!?]["”)*]*\s+\S|\n\S/;
/** What the events of an answer say. */
const textIn = (events: string) =>
  [...events.matchAll(/^event: delta\ndata: (.+)$/gm)].map(([, data]) => JSON.parse(data!).text).join('');

async function ask({ url, first: sign, last, answered, timesSentence }: Errand, body: object): Promise<Told> {
  const start = performance.now();
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok || !response.body)
    return { first: null, sentence: null, error: `${response.status}: ${await response.text()}` };
  let text = '';
  let first: number | null = null;
  let sentence: number | null = null;
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (first === null && text.includes(sign)) first = performance.now() - start;
    if (!timesSentence || sentence !== null) continue;
    if (text.includes(last) || SENTENCE.test(textIn(text))) sentence = performance.now() - start;
  }
  if (!text.includes(last)) return { first: null, sentence: null, error: `cut: ${text.slice(-200)}` };
  return text.includes(answered) ? { first, sentence } : { first: null, sentence: null };
}

process.on('message', async (errand: Errand) => {
  const told = await Promise.all(
    errand.bodies.map((body) =>
      ask(errand, body).catch((error): Told => ({ first: null, sentence: null, error: String(error) })),
    ),
  );
  process.send?.(told);
});
process.on('disconnect', () => process.exit(0));
