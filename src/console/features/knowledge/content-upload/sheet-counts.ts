import type { FaqSheet, FaqSheetLine } from '../../../../shared/contents.ts';

/** The state of a line: valid, invalid, a repetition of an earlier line, or a question that the context already has. */
export type LineState = 'good' | 'faulty' | 'repeated' | 'known';

export function stateOf({ fault, sameAs }: Pick<FaqSheetLine, 'fault' | 'sameAs'>): LineState {
  if (fault) return 'faulty';
  if (sameAs?.line) return 'repeated';
  return sameAs ? 'known' : 'good';
}

export type LineCounts = Record<LineState, number>;

export function countLines({ lines }: Pick<FaqSheet, 'lines'>): LineCounts {
  const counts: LineCounts = { good: 0, faulty: 0, repeated: 0, known: 0 };
  for (const line of lines) counts[stateOf(line)]++;
  return counts;
}
