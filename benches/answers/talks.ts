import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../src/server/app.ts';
import { openBench } from '../bench-server.ts';
import { readCommandLine, UsageError } from '../command-line.ts';
import { sendQuestion, storeBusiness } from './business-setup.ts';
import { readBusiness } from './businesses.ts';
import { isReached, judgeTurn, TALKS, type Turn, type Verdict, VERDICTS } from './talk-verdicts.ts';

/*
 * `npm run bench -- talks FOLDER --bases FOLDER`: whole conversations over HTTP, without a language model. Every second
 * file is development data, of which --log prints the turns that were not useful. Of the others, only the totals count.
 */
const OPTIONS = { bases: { type: 'string' }, log: { type: 'boolean', default: false } } as const;

interface JudgedTurn {
  turn: Turn;
  verdict: Verdict;
  reply: string;
}
interface Talk {
  isClosed: boolean;
  turns: JudgedTurn[];
}

/** Holds every conversation of the folder, each as a visitor of its own. */
async function holdTalks(folder: string, bases: string): Promise<Talk[]> {
  const bench = await openBench();
  const app = await createApp({ services: bench.services });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const held: Talk[] = [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  for (const [at, name] of files.sort().entries()) {
    const { base, talks } = TALKS.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const { contextId, itemOf } = await storeBusiness(bench, readBusiness(join(bases, base)));
    const url = `${address}/api/widgets/${contextId}/messages`;
    for (const talk of talks) {
      const turns: JudgedTurn[] = [];
      let conversationId: string | undefined;
      for (const turn of talk.turns) {
        const reply = await sendQuestion(url, { question: turn.q, ...(conversationId && { conversationId }) });
        ({ conversationId } = reply);
        const offered = [...reply.sources, '|', ...reply.suggestions].map((id) => itemOf.get(id) ?? id).join(' ');
        const summary = `[${reply.outcome}${reply.hasPerson ? ', person' : ''}] ${reply.text.replace(/\s+/g, ' ')} {${offered}}`;
        turns.push({ turn, verdict: judgeTurn(turn, reply, itemOf), reply: summary });
      }
      held.push({ isClosed: at % 2 === 1, turns });
    }
  }
  await app.close();
  await bench.close();
  return held;
}

function printRow(name: string, turns: readonly JudgedTurn[]): void {
  const shares = VERDICTS.map((verdict) => {
    const count = turns.filter((one) => one.verdict === verdict).length;
    return ((100 * count) / turns.length).toFixed(1).padStart(9);
  });
  console.log(name.padEnd(14) + shares.join('') + String(turns.length).padStart(7));
}

function printTalks(name: string, talks: readonly Talk[]): void {
  const turns = talks.flatMap((talk) => talk.turns);
  const reached = talks.filter((talk) => isReached(talk.turns)).length;
  console.log(`\n${name}: purpose reached in ${reached} of ${talks.length}, of whose turns`);
  console.log(' '.repeat(14) + VERDICTS.map((verdict) => verdict.padStart(9)).join('') + '      n');
  for (const kind of [...new Set(turns.map(({ turn }) => turn.kind))].sort())
    printRow(
      `  ${kind}`,
      turns.filter(({ turn }) => turn.kind === kind),
    );
  printRow('  all', turns);
}

const { folder, values } = readCommandLine(OPTIONS);
if (!values.bases) throw new UsageError('--bases is missing');
const talks = await holdTalks(folder, values.bases);
if (values.log)
  for (const { turns } of talks.filter(({ isClosed }) => !isClosed)) {
    console.log();
    for (const { turn, verdict, reply } of turns)
      console.log(`${verdict.padEnd(8)} ${turn.q} → ${reply.slice(0, 300)}`);
  }
printTalks(
  'development',
  talks.filter(({ isClosed }) => !isClosed),
);
printTalks(
  'closed',
  talks.filter(({ isClosed }) => isClosed),
);
printTalks('all', talks);
