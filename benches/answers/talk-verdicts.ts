import { z } from 'zod';
import type { WidgetReply } from './business-setup.ts';

const PART = z.union([z.string(), z.array(z.string())]);
const WANT = z.enum(['answer', 'suggest-ok', 'decline', 'courtesy', 'person', 'next-step']);
const TURN = z.object({
  q: z.string(),
  kind: z.string(),
  expect: z.array(z.string()).nullable(),
  /** At least one stands in a right answer; of an inner list all do. `^` means at the beginning. */
  contains: z.array(PART).default([]),
  /** None stands in a right answer. */
  not: z.array(PART).default([]),
  /** Alternatives. */
  want: z.union([WANT, z.array(WANT)]).transform((want) => [want].flat()),
  /** The second question of the message. */
  also: z.object({ expect: z.array(z.string()), contains: z.array(PART) }).optional(),
});
/** The conversations with a business, which is a file of a folder of businesses. */
export const TALKS = z.object({
  base: z.string(),
  talks: z.array(z.object({ purpose: z.string(), turns: z.array(TURN) })),
});

type Part = z.infer<typeof PART>;
export type Turn = z.infer<typeof TURN>;

/**
 * `useful`: the right answer, or the outcome that is wanted. `offered`: the right content is shown or among the
 * suggestions. `false`: something is asserted that is not so, or that is beside the question.
 */
export const VERDICTS = ['useful', 'offered', 'silent', 'false'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Folds spellings that mean the same: accents, case, spaces, `08:00` and `8h`, `R$85`. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/r\$ ?/g, 'r$ ')
    .replace(/(?<![\d.,:])0?(\d{1,2})(?::|h)00(?:h|min)?(?![\d:])/g, '$1h')
    .replace(/(?<![\d.,:])0?(\d{1,2}):([0-5]\d)h?(?![\d:])/g, '$1h$2')
    .replace(/(?<![\d.,:])0?(\d{1,2}) ?h(?:oras?)?(?![a-z])/g, '$1h')
    .trim();

/** Returns whether a text holds a part: numbers whole (`85` is in `R$ 85,00`, not in `185`), words from their first letter. */
function holds(text: string, part: Part): boolean {
  if (Array.isArray(part)) return part.every((one) => holds(text, one));
  const isFirst = part.startsWith('^');
  const folded = fold(isFirst ? part.slice(1) : part);
  const before = /^\d/.test(folded) ? String.raw`(?<!\d|\d[.,])` : /^[a-z]/.test(folded) ? '(?<![a-z])' : '';
  const after = /\d$/.test(folded)
    ? String.raw`(?!\d|[.,](?!00(?!\d))\d)`
    : /\dh$/.test(folded)
      ? String.raw`(?!\d)`
      : '';
  const escaped = folded.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const sign = isFirst ? `^[^a-z0-9]*${escaped}(?![a-z])` : before + escaped + after;
  return new RegExp(sign).test(fold(text));
}
const holdsAny = (text: string, parts: readonly Part[]) => parts.some((part) => holds(text, part));

/** Judges a reply. `itemOf`: the item of each content. */
export function judgeTurn(turn: Turn, reply: WidgetReply, itemOf: ReadonlyMap<string, string>): Verdict {
  const { want, contains, also, expect } = turn;
  const isAnswered = reply.outcome === 'answered';
  const isTold = isAnswered && reply.isGrounded;
  const shown = reply.outcome === 'shown' ? reply.sources : [];
  const offers = [...shown, ...reply.suggestions].map((id) => itemOf.get(id) ?? '');
  const isOffered = (ids: readonly string[] | null) => ids?.some((id) => offers.includes(id)) ?? false;
  if (isAnswered && holdsAny(reply.text, turn.not)) return 'false';
  const isRight = isAnswered && holdsAny(reply.text, contains);
  if (also) {
    const said = [isRight, isAnswered && holdsAny(reply.text, also.contains)];
    const offered = [isOffered(expect), isOffered(also.expect)];
    const reached = said.filter((is, at) => is || offered[at]).length;
    if (said.some(Boolean) && reached === 2) return 'useful';
    return isTold && !said.some(Boolean) ? 'false' : reached > 0 ? 'offered' : 'silent';
  }
  if (isRight) return 'useful';
  if (want.includes('courtesy') && isAnswered && !isTold && offers.length === 0) return 'useful';
  const wantsWay = want.includes('person') || want.includes('next-step');
  if (wantsWay && reply.hasPerson && !isTold) return reply.outcome === 'unknown' ? 'offered' : 'useful';
  if (want.includes('next-step') && isAnswered && !isTold && /\?\s*$/.test(reply.text)) return 'useful';
  if (isTold) return 'false';
  if (want.includes('decline') || (want.includes('suggest-ok') && isOffered(expect))) return 'useful';
  return isOffered(expect) ? 'offered' : 'silent';
}

/** Returns whether a conversation reached its purpose: nothing false, and all answers at least offered. */
export const isReached = (turns: readonly { turn: Turn; verdict: Verdict }[]): boolean =>
  turns.every(
    ({ turn: { want }, verdict }) =>
      verdict !== 'false' && (verdict !== 'silent' || !(want.includes('answer') || want.includes('person'))),
  );
