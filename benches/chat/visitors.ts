/*
 * Simulated visitors for `npm run bench -- chat`, in a separate process. Asks the questions of its parent all at once or,
 * with `crowd`, repeatedly. Sends back the time until the first word of each answer.
 */
export interface VisitLoad {
  url: string;
  bodies: object[];
  /** Texts that show that the first word has arrived, that the answer is complete, and that it is the model's. */
  first: string;
  last: string;
  answered: string;
  /** Whether to measure the first complete sentence too, which itself takes time. */
  timesSentence?: boolean;
  /** The number of visitors who ask one question after the other, and for how long. */
  crowd?: { visitors: number; seconds: number };
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

const failed = (error: string): VisitReport => ({ first: null, sentence: null, error });

async function ask({ url, first: sign, last, answered, timesSentence }: VisitLoad, body: object): Promise<VisitReport> {
  const start = performance.now();
  // Browsers send the origin with every question.
  const headers = { 'content-type': 'application/json', origin: new URL(url).origin };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok || !response.body) return failed(`${response.status}: ${await response.text()}`);
  let text = '';
  let first: number | null = null;
  let sentence: number | null = null;
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (first === null && text.includes(sign)) first = performance.now() - start;
    if (!timesSentence || sentence !== null) continue;
    if (text.includes(last) || SENTENCE.test(textIn(text))) sentence = performance.now() - start;
  }
  if (!text.includes(last)) return failed(`cut: ${text.slice(-200)}`);
  return text.includes(answered) ? { first, sentence } : { first: null, sentence: null };
}

const askSafely = (load: VisitLoad, body: object) =>
  ask(load, body).catch((error): VisitReport => failed(`${error} ${error?.cause ?? ''}`));

/** Lets every visitor ask repeatedly. After an error they wait a little, as a person would. */
async function askOn(load: VisitLoad, visitors: number, seconds: number): Promise<VisitReport[]> {
  const reports: VisitReport[] = [];
  const end = performance.now() + seconds * 1_000;
  let sentCount = 0;
  const visit = async () => {
    while (performance.now() < end) {
      const report = await askSafely(load, load.bodies[sentCount++ % load.bodies.length]!);
      if (report.error) await new Promise((resolve) => setTimeout(resolve, 200));
      if (performance.now() < end) reports.push(report);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
  return reports;
}

process.on('message', async (load: VisitLoad) => {
  const { crowd, bodies } = load;
  const reports = crowd
    ? await askOn(load, crowd.visitors, crowd.seconds)
    : await Promise.all(bodies.map((body) => askSafely(load, body)));
  process.send?.(reports);
});
process.on('disconnect', () => process.exit(0));
