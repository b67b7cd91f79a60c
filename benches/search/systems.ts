import type { Ranking } from './measures.ts';
import { mean, meanRanking, measureRanking, percentile } from './measures.ts';
import type { EvalQueries, EvalQuery } from './question-set.ts';

/** A system that ranks documents for a question. */
export interface SearchSystem<Answer> {
  ask(question: string): Answer | Promise<Answer>;
  /** Returns the ids of the documents found, best first. */
  idsOf(answer: Answer): readonly string[];
}

/** A measured ranking, by source and as an average with the same weight for each source. */
export interface Ranked {
  bySource: { source: string; ranking: Ranking }[];
  macro: Ranking;
}

export interface MeasuredSystem {
  clean: Ranked;
  noisy: Map<string, Ranked>;
  /** Mean of the macro MRR@10 over all kinds of noise; null without noisy questions. */
  noisyMrr: number | null;
  /** In milliseconds per question, over all questions. */
  latency: { p50: number; p99: number };
}

/** Questions asked before the measurement, so that a warmed-up server is measured. */
const WARM_UP = 200;

/** Asks every question, one at a time. Passes each answer to a clean question to `keep`, outside the measured time. */
export async function measureSystem<Answer>(
  system: SearchSystem<Answer>,
  { clean, noisy }: EvalQueries,
  keep: (query: EvalQuery, answer: Answer) => void = () => undefined,
): Promise<MeasuredSystem> {
  for (const { question } of clean.slice(0, WARM_UP)) await system.ask(question);
  const latencies: number[] = [];
  const rank = async (queries: readonly EvalQuery[], seen: typeof keep) => {
    const rankings: { source: string; ranking: Ranking }[] = [];
    for (const query of queries) {
      const start = performance.now();
      const pending = system.ask(query.question);
      const answer = pending instanceof Promise ? await pending : pending;
      latencies.push(performance.now() - start);
      seen(query, answer);
      if (query.kind !== 'answerable') continue;
      rankings.push({ source: query.source, ranking: measureRanking(system.idsOf(answer), query.relevant) });
    }
    return averageOf(rankings);
  };
  const ranked = await rank(clean, keep);
  const ofNoise = new Map<string, Ranked>();
  for (const [noise, queries] of noisy) ofNoise.set(noise, await rank(queries.filter(isAnswerable), () => undefined));
  return {
    clean: ranked,
    noisy: ofNoise,
    noisyMrr: ofNoise.size === 0 ? null : mean([...ofNoise.values()].map(({ macro }) => macro.mrr10)),
    latency: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
  };
}

export const isAnswerable = ({ kind }: EvalQuery) => kind === 'answerable';

/** Returns the sources of the questions, in alphabetical order. */
export function sourcesOf(queries: readonly { source: string }[]): string[] {
  return [...new Set(queries.map(({ source }) => source))].sort();
}

/** Returns about `count` of the questions, evenly spaced. */
export function sampleOf({ clean, noisy }: EvalQueries, count: number): EvalQueries {
  const all = clean.length + [...noisy.values()].reduce((sum, queries) => sum + queries.length, 0);
  const step = Math.max(1, Math.ceil(all / count));
  const some = (queries: EvalQuery[]) => queries.filter((_, index) => index % step === 0);
  return { clean: some(clean), noisy: new Map([...noisy].map(([noise, queries]) => [noise, some(queries)])) };
}

function averageOf(rankings: readonly { source: string; ranking: Ranking }[]): Ranked {
  const bySource = sourcesOf(rankings).map((source) => ({
    source,
    ranking: meanRanking(rankings.filter((one) => one.source === source).map(({ ranking }) => ranking)),
  }));
  return { bySource, macro: meanRanking(bySource.map(({ ranking }) => ranking)) };
}
