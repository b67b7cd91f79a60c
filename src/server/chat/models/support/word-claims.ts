import { type Claim, type ClaimReading, unitlessReading, type UnreadText } from './claim.ts';
import { NUMBER_WORDS, readNumberWords } from './number-words.ts';

export const FREE = 'free:';

const FREE_OF_CHARGE =
  /\b(?:gratis|gratuit[oa]s?|gratuitamente|gratuidade|de graca|isent[oa]s?|isencao|sem (?:nenhum |nenhuma |qualquer )?(?:custo|cobranca|taxa)s?|nao (?:tem|ha) (?:custo|taxa|cobranca)|nao (?:cobramos|cobra|pagam?|se paga)|(?:custo|taxa|frete) zero|por nossa conta|(?:de |por )?cortesia)\b/g;
const NEGATED = /\b(?:nao|nem|nunca|jamais)\s(?:[a-z]+\s){0,2}$/;

const HALF = /\bmetade\b|½/g;
const SETS: Record<string, number> = { duzia: 12, dezena: 10, centena: 100 };
const SET = new RegExp(String.raw`(?:(\d+|meia|${NUMBER_WORDS})\s)?\b(duzia|dezena|centena)s?\b`, 'g');
const MULTIPLE = /\b(?:dobro|triplo|um terco|dois tercos)\b/g;

function sizeOf(count: string | undefined, name: string): number {
  const [first] = count === undefined || /^(?:\d+|meia)$/.test(count) ? [] : readNumberWords(count);
  const times = count === 'meia' ? 0.5 : (first?.value ?? Number(count ?? 1));
  return times * SETS[name]!;
}

/** `grátis`, `metade`, `dúzia` */
export function readWordClaims(unread: UnreadText): Claim[] {
  const claims: Claim[] = [];
  const add = (kind: Claim['kind'], { 0: text, index: start }: RegExpExecArray, readings: ClaimReading[]) =>
    void claims.push({ kind, start, end: start + text.length, text, readings });
  const keyed = (key: string): ClaimReading => ({ key, value: null });
  unread.take(FREE_OF_CHARGE, (match) => {
    if (NEGATED.test(unread.text.slice(0, match.index))) return;
    add('price', match, [keyed(FREE), keyed('money:0')]);
  });
  unread.take(HALF, (match) => add('number', match, [keyed('half:'), keyed('percent:50')]));
  unread.take(SET, (match) => add('number', match, [unitlessReading(sizeOf(match[1], match[2]!))]));
  unread.take(MULTIPLE, (match) => add('number', match, [keyed(`multiple:${match[0]}`)]));
  return claims;
}
