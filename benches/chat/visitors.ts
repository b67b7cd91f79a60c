/*
 * Simulated visitors for `npm run bench:chat`, in a separate process. Asks the questions that its parent sends, all at
 * once or one by one, and sends back how long each waited for the first word.
 */
export interface Errand {
  url: string;
  bodies: object[];
  /** Texts that show that the first word has arrived, that the answer is complete, and that it is the model's. */
  first: string;
  last: string;
  answered: string;
  /** Whether to measure the first complete sentence, too, which costs time itself. */
  timesSentence?: boolean;
}
export interface VisitReport {
  /** In milliseconds; null when the model was not asked, because the base had no answer. */
  first: number | null;
  /** The same for the first sentence; it is complete when the following text shows its end. */
  sentence: number | null;
  error?: string;
}

const SENTENCE = /[.!?]["”)*]*\s+\S|\n\S/;
/** Returns the text in an answer's events. */
const textIn = (events: string) =>
  [...events.matchAll(/^event: delta\ndata: (.+)$/gm)].map(([, data]) => JSON.parse(data!).text).join('');

async function ask({ url, first: sign, last, answered, timesSentence }: Errand, body: object): Promise<VisitReport> {
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
  const reports = await Promise.all(
    errand.bodies.map((body) =>
      ask(errand, body).catch((error): VisitReport => ({ first: null, sentence: null, error: String(error) })),
    ),
  );
  process.send?.(reports);
});
process.on('disconnect', () => process.exit(0));
