import { readCommandLine } from '../command-line.ts';
import { readBusinesses } from './businesses.ts';
import { judgeLeftOut, readCases, readStoryCases } from './cases.ts';
import { printLexiconContributions } from './lexicon-contributions.ts';
import { askOverHttp } from './over-http.ts';
import { compareWhatsapp } from './over-whatsapp.ts';
import { printAreas, printCurves, printOutcomes, printPrompts, printRanking } from './print.ts';
import { recordPrompts } from './prompts.ts';

/*
 * `npm run bench -- small FOLDER`: measures small businesses: the shares of questions that are answered, suggested or
 * declined, with the shipped decisions and with decisions trained without the business in question. --lexicon: also the
 * contribution of each section of the lexicon. --http: through the chat API of a server with the embedded model,
 * including follow-ups. --whatsapp: whether they are answered on WhatsApp as in the widget. --model: whether the prompt for a language model contains the passages that answer.
 */
const OPTIONS = {
  http: { type: 'boolean', default: false },
  model: { type: 'boolean', default: false },
  whatsapp: { type: 'boolean', default: false },
  lexicon: { type: 'boolean', default: false },
} as const;

async function run(folder: string, values: Record<keyof typeof OPTIONS, boolean>): Promise<void> {
  const businesses = readBusinesses(folder);
  if (values.http) return printOutcomes('over HTTP, with the embedded model', await askOverHttp(businesses));
  if (values.whatsapp) return compareWhatsapp(businesses);
  if (values.model) return printPrompts(await recordPrompts(businesses));
  const cases = readCases(businesses);
  printRanking(cases);
  printOutcomes('the shipped decisions', cases);
  const stories = readStoryCases(businesses);
  for (const [name, size] of [
    ['trained without the business in question', 1],
    ['trained without a quarter of the businesses, in rotation', Math.ceil(businesses.length / 4)],
  ] as const) {
    const judged = judgeLeftOut(cases, size, stories);
    printAreas(name, judged);
    printCurves(judged);
  }
  if (values.lexicon) printLexiconContributions(businesses);
}

const { folder, values } = readCommandLine(OPTIONS);
await run(folder, values);
