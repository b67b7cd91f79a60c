import { createHash } from 'node:crypto';
import { livePassages } from '../hidden-passages.ts';
import { nearestHeading, type Passage } from '../passage.ts';
import { countPassages } from '../question.ts';
import { isReranked } from '../rerank/rerank.ts';
import type { Segment } from '../segment.ts';
import { STOPWORDS } from '../stopwords.ts';
import { fold, wordsOf } from '../words.ts';
import { recordsOf } from './read-records.ts';
import type { PriceRecord } from './record.ts';

/** Two contents that give the same thing different prices. */
interface PriceDisagreement {
  kind: 'price';
  name: string;
  believed: string;
  other: string;
  /** Of contents and prices, to recognise the same disagreement later. */
  digest: string;
}

interface NamedPrice {
  passage: Passage;
  name: string;
  cents: number;
}

const MAX = 20;

const flat = (text: string) =>
  wordsOf(text)
    .map(({ word }) => word)
    .join(' ');
const contentWords = (text: string) => wordsOf(text).filter(({ word }) => !STOPWORDS.has(word) && /\p{L}/u.test(word));

/** Returns the words around an amount: its unit and its conditions. */
const unitOf = ({ amount }: PriceRecord) =>
  fold(amount)
    .replace(/[\d.,\s]+/g, ' ')
    .trim();

function subjectOf({ heading }: Passage, record: PriceRecord): string | null {
  const count = contentWords(record.name).length;
  if (count === 0 || record.cents.length !== 1) return null;
  const above = count === 1 ? flat(nearestHeading({ heading })) : '';
  if (count === 1 && above === '') return null;
  return [above, flat(record.name), unitOf(record)].join('\n');
}

const nameOf = ({ passage: { question, title } }: NamedPrice) => question ?? title;

function describe([one, other]: readonly [NamedPrice, NamedPrice]): PriceDisagreement {
  const about = [one, other].map(({ passage, cents }) => `${passage.contentId} ${cents}`);
  const digest = createHash('sha256')
    .update(['price', flat(one.name), ...about].join('\n'))
    .digest('hex')
    .slice(0, 32);
  return { kind: 'price', name: one.name, believed: nameOf(one), other: nameOf(other), digest };
}

/** Same name, unit and conditions, once in each; one-word names also need the same heading. Only for small bases. */
export function priceDisagreementsIn(base: readonly Segment[]): PriceDisagreement[] {
  if (!isReranked(countPassages(base))) return [];
  const bySubject = new Map<string, NamedPrice[]>();
  for (const { passage } of base.flatMap((segment) => [...livePassages(segment)].map((passage) => ({ passage }))))
    for (const record of recordsOf(passage)) {
      const subject = record.kind === 'price' ? subjectOf(passage, record) : null;
      if (subject === null || record.kind !== 'price') continue;
      const known = bySubject.get(subject);
      const price = { passage, name: record.name, cents: record.cents[0]! };
      if (known) known.push(price);
      else bySubject.set(subject, [price]);
    }
  return [...bySubject.values()].flatMap((prices) => pairIn(prices) ?? []).slice(0, MAX);
}

/** Null if a content itself has several prices for it. */
function pairIn(prices: readonly NamedPrice[]): PriceDisagreement | null {
  const byContent = [...Map.groupBy(prices, ({ passage }) => passage.contentId).values()];
  if (byContent.some((own) => own.some(({ cents }) => cents !== own[0]!.cents))) return null;
  const [first, ...others] = byContent.map((own) => own[0]!);
  const other = others.find(({ cents }) => cents !== first!.cents);
  return other ? describe([first!, other]) : null;
}
