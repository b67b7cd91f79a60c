import type { Line, PaymentRecord } from './record.ts';

const WAYS: readonly (readonly [string, RegExp])[] = [
  ['pix', /\bpix\b/],
  ['dinheiro', /\bdinheiro\b|\bespecie\b/],
  ['debito', /\bdebito\b/],
  [
    'credito',
    /(?<!\b(?:como|vira|viram|gera|um|seu) )\bcredito\b(?! (?:rural|por \d|de \d))|\bcartao\b(?! (?:(?:feit|escrit|assinad|impress|personaliz|postal|present|virtual)\w*|de (?!credito|loja)))|\bcartoes\b/,
  ],
  ['boleto', /\bboletos?\b/],
  ['cheque', /\bcheques?\b/],
  ['transferencia', /\btransferencia\b(?! (?:de curso|externa|escolar))|\bted\b/],
  ['vale-refeicao', /\bvale[- ]refeicao\b|\bvr\b|\bticket\b|\balelo\b|\bsodexo\b/],
  ['vale-alimentacao', /\bvale[- ]alimentacao\b|\bva\b/],
  ['fiado', /\bfiado\b|\bcaderneta\b/],
];
const INSTALMENTS =
  /\b(?:em )?ate (\d{1,2}) ?(?:x|vezes|parcelas)\b|\b(\d{1,2}) ?x\b(?! (?:ao|por|na) (?:dia|semana|mes|ano))|\b(\d{1,2}) (?:vezes|parcelas)\b/g;
const REFUSED = /\bnao (?:aceit|receb|trabalh|parcel|faz|temos|tem)|\bsem cart/;

/** Returns the ways to pay that a folded text names. */
export const waysIn = (folded: string): string[] => WAYS.flatMap(([way, sign]) => (sign.test(folded) ? [way] : []));

export function paymentsIn(line: Line): PaymentRecord[] {
  const ways = waysIn(line.folded);
  const counts = [...line.folded.matchAll(INSTALMENTS)].map((match) => Number(match[1] ?? match[2] ?? match[3]));
  if (ways.length === 0 && counts.length === 0) return [];
  const instalments = counts.length > 0 ? Math.max(...counts) : null;
  return [{ kind: 'payment', quote: line, ways, isAccepted: !REFUSED.test(line.folded), instalments }];
}
