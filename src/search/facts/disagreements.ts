import { createHash } from 'node:crypto';
import { FACT_KINDS, type FactKind } from '../../shared/constants.ts';
import type { Segment } from '../segment.ts';
import { agree, authorityOf, type PassageStatement, statementsOf } from './find-facts.ts';
import { anyOf } from './requested-facts.ts';

interface Disagreement {
  kind: FactKind;
  /** Titles of the contents with the higher and the lower authority. */
  believed: string;
  other: string;
  /** Hash of contents and values, to recognise the same disagreement later. */
  digest: string;
}

const GENERAL_MAILBOX = /^(?:contato|atendimento|oi|ola|fale(?:conosco)?|sac|info|comercial|recepcao|secretaria)@/;

const values = ({ facts }: PassageStatement) => facts.map(({ value }) => value);
const anyPair = (one: PassageStatement, other: PassageStatement, isPair: (a: string, b: string) => boolean) =>
  values(one).some((a) => values(other).some((b) => isPair(a, b)));
const street = (value: string) => value.replace(/ \S+$/, '');

function hoursOfDay({ facts }: PassageStatement, day: number): string[] {
  return facts.filter(({ days }) => days.includes(day)).map(({ value }) => value.slice(value.indexOf(' ') + 1));
}

/** Without a common value; a business may have several numbers, branches and mailboxes. */
const CONTRADICT: Readonly<Record<FactKind, (one: PassageStatement, other: PassageStatement) => boolean>> = {
  phone: (one, other) => anyPair(one, other, (a, b) => a.length === b.length && a.slice(0, 2) === b.slice(0, 2)),
  whatsapp: (one, other) => anyPair(one, other, (a, b) => a.slice(0, 2) === b.slice(0, 2)),
  email: (one, other) => anyPair(one, other, (a, b) => GENERAL_MAILBOX.test(a) && GENERAL_MAILBOX.test(b)),
  // Branches of one company share the first eight digits.
  cnpj: (one, other) => !anyPair(one, other, (a, b) => a.slice(0, 8) === b.slice(0, 8)),
  // A business may have several.
  pix: () => false,
  address: (one, other) =>
    (authorityOf(one.from, 'address') > 0 && authorityOf(other.from, 'address') > 0) ||
    anyPair(one, other, (a, b) => street(a) === street(b)),
  hours: (one, other) =>
    Array.from({ length: 8 }, (_, day) => [hoursOfDay(one, day), hoursOfDay(other, day)] as const).some(
      ([a, b]) => a.length > 0 && b.length > 0 && !a.some((hours) => b.includes(hours)),
    ),
};

const nameOf = ({ from: { passage } }: PassageStatement) => passage.question ?? passage.title;

function describe(kind: FactKind, one: PassageStatement, other: PassageStatement): Disagreement {
  const about = [one, other].map((stated) => [stated.from.passage.contentId, ...values(stated).sort()].join(' '));
  const digest = createHash('sha256')
    .update([kind, ...about].join('\n'))
    .digest('hex')
    .slice(0, 32);
  return { kind, believed: nameOf(one), other: nameOf(other), digest };
}

/** Each content is compared with the one of the highest authority. */
export function disagreementsIn(base: readonly Segment[]): Disagreement[] {
  return FACT_KINDS.flatMap((kind) => {
    const all = statementsOf(base, kind, anyOf(kind));
    const [best, ...rest] = all;
    if (!best) return [];
    const contentIds = new Set([best.from.passage.contentId]);
    return rest.flatMap((other) => {
      const { contentId } = other.from.passage;
      if (contentIds.has(contentId) || (kind !== 'hours' && agree(best, other)) || !CONTRADICT[kind](best, other))
        return [];
      contentIds.add(contentId);
      return [describe(kind, best, other)];
    });
  });
}
