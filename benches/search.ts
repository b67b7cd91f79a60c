import { parseArgs } from 'node:util';
import { analysePassage } from '../src/server/knowledge/search/analyse.ts';
import { extractAnswer } from '../src/server/knowledge/search/extract-answer.ts';
import { search } from '../src/server/knowledge/search/search.ts';
import type { SearchResult } from '../src/server/knowledge/search/search.ts';
import { buildSegment } from '../src/server/knowledge/search/segment.ts';
import type { Segment } from '../src/server/knowledge/search/segment.ts';
import { areaUnderCurve, contains, mean, meanRanking, measureRanking, percentile, wordF1 } from './search-measures.ts';
import type { Ranking } from './search-measures.ts';
import { readEvalSet, readHaystack } from './search-set.ts';
import type { EvalQuery } from './search-set.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { haystack: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const folder = positionals[0];
if (folder === undefined) {
  console.error('node benches/search.ts FOLDER [--haystack FOLDER] [--json]');
  process.exit(2);
}

const set = readEvalSet(folder);
const passages = values.haystack === undefined ? set.passages : [...set.passages, ...readHaystack(values.haystack)];
const heapBefore = memoryInUse();
const buildStart = performance.now();
const rows = passages.map((passage) => ({ passage, analysis: analysePassage(passage) }));
const buildMs = performance.now() - buildStart;
const loadStart = performance.now();
const segment = buildSegment(rows);
const loadMs = performance.now() - loadStart;
const analysisMb = rows.reduce((sum, { analysis }) => sum + analysis.byteLength, 0) / 1e6;
rows.length = 0;
const memoryMb = memoryInUse() - heapBefore;

const answerable = set.queries.filter(({ kind }) => kind === 'answerable');
const unanswerable = set.queries.filter(({ kind }) => kind !== 'answerable');
for (const { question } of answerable.slice(0, 200)) search([segment], question);

const latencies: number[] = [];
const results = new Map<string, SearchResult>();
for (const query of set.queries) results.set(query.id, ask(segment, query));
const clean = rankings(answerable, (query) => results.get(query.id)!);
const noisy = [...set.noisy].map(([noise, queries]) => {
  const of = queries.filter(({ kind }) => kind === 'answerable');
  return { noise, ...rankings(of, (query) => ask(segment, query)) };
});
const sure = answerable.map(({ id }) => results.get(id)!.confidence);
const unsure = (queries: EvalQuery[]) => queries.map(({ id }) => results.get(id)!.confidence);
const withoutAdversarial = unanswerable.filter(({ kind }) => kind !== 'adversarial');
const kinds = [...new Set(unanswerable.map(({ kind }) => kind))].sort();
const auroc = {
  all: areaUnderCurve(sure, unsure(unanswerable)),
  withoutAdversarial: areaUnderCurve(sure, unsure(withoutAdversarial)),
};
const extractive = Object.fromEntries(
  sourcesOf(answerable).map((source) => {
    const of = answerable.filter((query) => query.source === source && query.answers.length > 0);
    const answers = of.map(({ id, question }) => extractAnswer(results.get(id)!, question)?.text ?? '');
    return [
      source,
      {
        containment: mean(of.map((query, index) => (contains(answers[index]!, query.answers) ? 1 : 0))),
        f1: mean(of.map((query, index) => wordF1(answers[index]!, query.answers))),
      },
    ];
  }),
);
const latency = { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };

printRanking('clean', clean);
for (const { noise, ...rest } of noisy) printRanking(noise, rest);
console.log(
  `\nAUROC of declining: all ${auroc.all.toFixed(4)}, without adversarial ${auroc.withoutAdversarial.toFixed(4)}`,
);
for (const kind of kinds) {
  const of = unanswerable.filter((query) => query.kind === kind);
  const declined = mean(of.map(({ id }) => (results.get(id)!.isAnswerable ? 0 : 1)));
  console.log(
    `  ${kind.padEnd(14)} AUROC ${areaUnderCurve(sure, unsure(of)).toFixed(4)}  declined ${percent(declined)}`,
  );
}
console.log(
  `  answerable     answered ${percent(mean(answerable.map(({ id }) => (results.get(id)!.isAnswerable ? 1 : 0))))}`,
);
console.log('\nextractive    containment     F1');
for (const [source, { containment, f1 }] of Object.entries(extractive)) {
  console.log(`  ${source.padEnd(12)} ${percent(containment).padStart(8)} ${percent(f1).padStart(8)}`);
}
console.log(
  `\n${passages.length} passages; analysed in ${buildMs.toFixed(0)} ms (${analysisMb.toFixed(1)} MB stored), loaded in ` +
    `${loadMs.toFixed(0)} ms; memory ${memoryMb.toFixed(1)} MB (segment says ${(segment.byteSize / 1e6).toFixed(1)}); ` +
    `p50 ${latency.p50.toFixed(2)} ms, p99 ${latency.p99.toFixed(2)} ms`,
);
if (values.json) console.log(JSON.stringify(summary()));

function ask(segment: Segment, { question }: EvalQuery): SearchResult {
  const start = performance.now();
  const result = search([segment], question);
  latencies.push(performance.now() - start);
  return result;
}

function rankings(queries: EvalQuery[], find: (query: EvalQuery) => SearchResult) {
  const measured = queries.map((query) => ({
    source: query.source,
    ranking: measureRanking(
      find(query).hits.map(({ passage }) => passage.contentId),
      query.relevant,
    ),
  }));
  const bySource = sourcesOf(queries).map((source) => ({
    source,
    ranking: meanRanking(measured.filter((one) => one.source === source).map(({ ranking }) => ranking)),
  }));
  return { bySource, macro: meanRanking(bySource.map(({ ranking }) => ranking)) };
}

function sourcesOf(queries: EvalQuery[]): string[] {
  return [...new Set(queries.map(({ source }) => source))].sort();
}

function percent(share: number): string {
  return (share * 100).toFixed(2);
}

function printRanking(name: string, of: { bySource: { source: string; ranking: Ranking }[]; macro: Ranking }): void {
  console.log(`\n${name.padEnd(12)}  hit@1   hit@5  MRR@10 nDCG@10`);
  for (const { source, ranking } of [...of.bySource, { source: 'macro', ranking: of.macro }]) {
    const { hit1, hit5, mrr10, ndcg10 } = ranking;
    console.log(
      `  ${source.padEnd(10)} ${[hit1, hit5, mrr10, ndcg10].map((one) => percent(one).padStart(7)).join(' ')}`,
    );
  }
}

function memoryInUse(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

function summary() {
  const inPercent = (ranking: Ranking) =>
    Object.fromEntries(Object.entries(ranking).map(([key, value]) => [key, Number(percent(value as number))]));
  return {
    macro: inPercent(clean.macro),
    noisy: Object.fromEntries(noisy.map(({ noise, macro }) => [noise, inPercent(macro)])),
    auroc,
    extractive: Object.fromEntries(
      Object.entries(extractive).map(([source, { containment, f1 }]) => [
        source,
        { containment: Number(percent(containment)), f1: Number(percent(f1)) },
      ]),
    ),
    latency,
    buildMs,
    loadMs,
    memoryMb,
  };
}
