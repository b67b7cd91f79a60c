import { availableParallelism, loadavg } from 'node:os';
import type { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { analysePassage } from '../../src/search/analyse.ts';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import type { SearchResult } from '../../src/search/search.ts';
import { search } from '../../src/search/search.ts';
import { buildSegment } from '../../src/search/segment.ts';
import { readCommandLine } from '../command-line.ts';
import { areaUnderCurve, contains, mean, wordF1 } from './measures.ts';
import { inPercent, percent, printRanked, printRivals, rivalSummary } from './print.ts';
import type { EvalQuery } from './question-set.ts';
import { readDocuments, readQueries } from './question-set.ts';
import { measureRivals } from './rivals.ts';
import type { SearchSystem } from './systems.ts';
import { isAnswerable, measureSystem, sampleOf, sourcesOf } from './systems.ts';

/*
 * `npm run bench -- search FOLDER`: measures quality and speed of finding, declining and quoting, compared with
 * established search engines. --haystack: adds the passages of a second folder as noise. --json: prints JSON on the
 * last line.
 */
/** Rivals get all questions if the base has at most `QUICK_PASSAGES` passages, else a sample of this size. */
const QUICK_PASSAGES = 5_000;
const SAMPLE = 1_000;

/** The part of each result that is stored for later analysis. */
interface JudgedAnswer {
  confidence: number;
  isAnswerable: boolean;
  answer: string;
}

const OPTIONS = {
  haystack: { type: 'string' },
  json: { type: 'boolean', default: false },
  'no-rivals': { type: 'boolean', default: false },
} as const;
type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Returns the memory in use after garbage collection, in megabytes. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/** Reads, analyses and loads the passages. The memory is that of a loaded base, including the texts. */
function build(folders: readonly string[]) {
  const before = memoryInUse();
  const passages = folders.flatMap((folder) => readDocuments(folder).map(({ passage }) => passage));
  const buildStart = performance.now();
  const rows = passages.map((passage) => ({ passage, analysis: analysePassage(passage) }));
  const buildMs = performance.now() - buildStart;
  const loadStart = performance.now();
  const segment = buildSegment(rows);
  const loadMs = performance.now() - loadStart;
  const storedMb = rows.reduce((sum, { analysis }) => sum + analysis.byteLength, 0) / 1e6;
  rows.length = 0;
  return { segment, passages, buildMs, loadMs, storedMb, memoryMb: memoryInUse() - before };
}

function measureDeclining(queries: readonly EvalQuery[], results: ReadonlyMap<string, JudgedAnswer>) {
  const sure = queries.filter(isAnswerable).map(({ id }) => results.get(id)!);
  const others = queries.filter((query) => !isAnswerable(query));
  const areaOf = (of: readonly EvalQuery[]) =>
    of.length === 0
      ? null
      : areaUnderCurve(
          sure.map(({ confidence }) => confidence),
          of.map(({ id }) => results.get(id)!.confidence),
        );
  const byKind = [...new Set(others.map(({ kind }) => kind))].sort().map((kind) => {
    const of = others.filter((query) => query.kind === kind);
    return { kind, area: areaOf(of), declined: mean(of.map(({ id }) => (results.get(id)!.isAnswerable ? 0 : 1))) };
  });
  const answered = mean(sure.map(({ isAnswerable }) => (isAnswerable ? 1 : 0)));
  const auroc = {
    all: areaOf(others),
    withoutAdversarial: areaOf(others.filter(({ kind }) => kind !== 'adversarial')),
  };
  return { auroc, byKind, answered };
}

/** Returns the figures by source, in percent; skips sources without expected answers. */
function measureAnswers(queries: readonly EvalQuery[], results: ReadonlyMap<string, JudgedAnswer>) {
  const answerable = queries.filter((query) => isAnswerable(query) && query.answers.length > 0);
  const bySource = sourcesOf(answerable).map((source) => {
    const of = answerable.filter((query) => query.source === source);
    const containment = mean(of.map(({ id, answers }) => (contains(results.get(id)!.answer, answers) ? 1 : 0)));
    const f1 = mean(of.map(({ id, answers }) => wordF1(results.get(id)!.answer, answers)));
    return [source, { containment: Number(percent(containment)), f1: Number(percent(f1)) }] as const;
  });
  return Object.fromEntries(bySource);
}

async function run(folder: string, { haystack, json, ...flags }: Options): Promise<void> {
  const { segment, passages, ...built } = build(haystack === undefined ? [folder] : [folder, haystack]);
  const queries = readQueries(folder);
  const prosa: SearchSystem<SearchResult> = {
    ask: (question) => search([segment], question),
    idsOf: ({ hits }) => hits.map(({ passage }) => passage.contentId),
  };
  const results = new Map<string, JudgedAnswer>();
  const measured = await measureSystem(prosa, queries, ({ id }, result) =>
    results.set(id, { ...result, answer: extractAnswer(result)?.text ?? '' }),
  );
  const declining = measureDeclining(queries.clean, results);
  const extractive = measureAnswers(queries.clean, results);

  printRanked('clean', measured.clean);
  for (const [noise, ranked] of measured.noisy) printRanked(noise, ranked);
  const area = (value: number | null) => (value === null ? 'none' : value.toFixed(4));
  const { auroc, byKind, answered } = declining;
  console.log(
    `\nAUROC of declining: all ${area(auroc.all)}, without adversarial ${area(auroc.withoutAdversarial)}; ` +
      `${percent(answered)} of the answerable answered`,
  );
  for (const one of byKind) {
    console.log(`  ${one.kind.padEnd(14)} AUROC ${area(one.area)}  declined ${percent(one.declined)}`);
  }
  console.log('\nextractive    containment     F1');
  for (const [source, { containment, f1 }] of Object.entries(extractive)) {
    console.log(`  ${source.padEnd(12)} ${containment.toFixed(2).padStart(8)} ${f1.toFixed(2).padStart(8)}`);
  }
  const { latency } = measured;
  console.log(
    `\n${passages.length} passages; analysed in ${built.buildMs.toFixed(0)} ms (${built.storedMb.toFixed(1)} MB ` +
      `stored), loaded in ${built.loadMs.toFixed(0)} ms; memory ${built.memoryMb.toFixed(1)} MB (a cache counts ` +
      `${(segment.byteSize / 1e6).toFixed(1)}); p50 ${latency.p50.toFixed(2)} ms, p99 ${latency.p99.toFixed(2)} ms ` +
      `(load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} processors)`,
  );

  const rivals = flags['no-rivals'] ? null : await compare(prosa);
  if (!json) return;
  const summary = {
    macro: inPercent(measured.clean.macro),
    noisy: Object.fromEntries([...measured.noisy].map(([noise, { macro }]) => [noise, inPercent(macro)])),
    auroc,
    extractive,
    latency,
    buildMs: built.buildMs,
    loadMs: built.loadMs,
    memoryMb: built.memoryMb,
    passages: passages.length,
    ...(rivals === null ? {} : { rivals }),
  };
  console.log(JSON.stringify(summary));

  async function compare(ours: SearchSystem<SearchResult>) {
    const sample = passages.length <= QUICK_PASSAGES ? queries : sampleOf(queries, SAMPLE);
    const outcomes = await measureRivals(passages, sample);
    const beside = await measureSystem(ours, sample);
    const noisyCount = [...sample.noisy.values()].reduce((sum, of) => sum + of.filter(isAnswerable).length, 0);
    printRivals(beside, outcomes, sample.clean.length + noisyCount);
    return rivalSummary(beside, outcomes);
  }
}

const { folder, values } = readCommandLine(OPTIONS);
await run(folder, values);
