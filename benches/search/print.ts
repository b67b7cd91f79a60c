import type { Ranking } from './measures.ts';
import type { RivalOutcome } from './rivals.ts';
import type { MeasuredSystem, Ranked } from './systems.ts';

export const percent = (share: number) => (share * 100).toFixed(2);

/** Prints a table of rankings, one source per line. */
export function printRanked(name: string, { bySource, macro }: Ranked): void {
  console.log(`\n${name.padEnd(12)}  hit@1   hit@5  MRR@10 nDCG@10`);
  for (const { source, ranking } of [...bySource, { source: 'macro', ranking: macro }]) {
    const { hit1, hit5, mrr10, ndcg10 } = ranking;
    console.log(
      `  ${source.padEnd(10)} ${[hit1, hit5, mrr10, ndcg10].map((one) => percent(one).padStart(7)).join(' ')}`,
    );
  }
}

/** Prints rivals beside our own figures, with the ratio of theirs to ours in brackets. */
export function printRivals(ours: MeasuredSystem, outcomes: readonly RivalOutcome[], questionCount: number): void {
  console.log(`\nrivals over the same ${questionCount} questions; in brackets, theirs / ours`);
  console.log(
    `  ${''.padEnd(24)} ${['MRR@10', 'noisy', 'p50 ms', 'p99 ms'].map((one) => one.padEnd(17)).join('')}built ms`,
  );
  console.log(`  ${'Prosa'.padEnd(24)} ${cells(ours, null)}`);
  for (const { name, figures, reason } of outcomes) {
    const row = figures === null ? `not available: ${reason}` : `${cells(figures, ours)}${figures.buildMs.toFixed(0)}`;
    console.log(`  ${name.padEnd(24)} ${row}`);
  }
}

function cells(of: MeasuredSystem, ours: MeasuredSystem | null): string {
  const values = (one: MeasuredSystem) => [one.clean.macro.mrr10 * 100, (one.noisyMrr ?? NaN) * 100, ...clockOf(one)];
  return values(of)
    .map((value, index) => {
      if (Number.isNaN(value)) return 'none'.padEnd(17);
      const ratio = ours === null ? '' : ` (${(value / values(ours)[index]!).toFixed(2)})`;
      return `${value.toFixed(2)}${ratio}`.padEnd(17);
    })
    .join('');
}

const clockOf = ({ latency }: MeasuredSystem) => [latency.p50, latency.p99];

/** Returns a ranking in percent, for JSON output. */
export function inPercent({ hit1, hit5, mrr10, ndcg10 }: Ranking): Ranking {
  const of = (share: number) => Number(percent(share));
  return { hit1: of(hit1), hit5: of(hit5), mrr10: of(mrr10), ndcg10: of(ndcg10) };
}

/** Returns the rivals' figures for JSON output; null for one that is not installed. */
export function rivalSummary(ours: MeasuredSystem, outcomes: readonly RivalOutcome[]) {
  const of = ({ clean, noisyMrr, latency, ...rest }: MeasuredSystem & { buildMs?: number }) => ({
    mrr10: Number(percent(clean.macro.mrr10)),
    noisyMrr10: noisyMrr === null ? null : Number(percent(noisyMrr)),
    latency,
    ...(rest.buildMs === undefined ? {} : { buildMs: rest.buildMs }),
  });
  return {
    Prosa: of(ours),
    ...Object.fromEntries(outcomes.map(({ name, figures }) => [name, figures === null ? null : of(figures)])),
  };
}
