import { lacksAct, pricesOtherAct } from './acts.ts';
import { extractAnswer } from './extract-answer.ts';
import { normalise } from './normalise.ts';
import type { SearchResult } from './search.ts';
import { fold } from './words.ts';

const DAY =
  '(?:segunda(?! via)|terca|quarta|quinta|sexta|sabado|domingo)s?|seg|ter|qua|qui|sex|sab|dom|diario|diariamente|todos os dias|24 ?h';
const MONTH = 'janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro';

const PERIODS = 'dia|hora|semana|mes|ano';
const ASKS_PERIOD = new RegExp(`\\b(?:quanto|precos?|valor)\\b.* por (${PERIODS})\\b`);
const SAYS_PERIOD = new RegExp(`(?:\\bpor |/ ?|\\bao? )(${PERIODS})\\b`);

/** `Quanto custa por dia?` is not answered by `R$ 35 por mês`. */
function isOfOtherPeriod(asked: string, said: string): boolean {
  const [, period] = ASKS_PERIOD.exec(asked) ?? [];
  // `Diária`, `mensalidade`, `anual`
  const named = { mes: 'me(?:s|ns)', ano: 'an[ou]' }[period ?? ''] ?? period;
  return period !== undefined && SAYS_PERIOD.test(said) && !new RegExp(`\\b${named}`).test(said);
}

/** Questions that clearly ask for a value, and what has one. */
const VALUES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bquanto (?:(?:custa|e|eh|fica|sai|ta|esta|cobra|pago|pra)\w*|[ao]s?)\b|\bprecos?\b|\bqual (?:e )?(?:o )?valor\b|\bquanto\W*$/,
    /r\$|\d,\d\d|\breais\b|grat|sem custo|inclu|isent|orcamento|avaliacao|sob consulta|consulte|a combinar|depende|nao (?:cobr|pag)|%(?! d[aoe]s? )|\b\d{2,4}\b(?! ?(?:%|[ºª]|[a-z]))|\b\d{2,4} (?:cada|por|com|sem)\b/,
  ],
  [
    /\bque horas?\b|\bate que hora|\b(?:qua(?:l|is)|que) (?:(?:e|sao|seria) )?(?:os? )?horarios?\b|^(?:os? )?horarios?\b/,
    new RegExp(
      `\\b(?:1?\\d|2[0-4]) ?h\\b|\\dh\\d|\\d:\\d\\d|\\d (?:as|a|ate) \\d|meio[- ]dia|meia[- ]noite|(?<!\\bem ate )\\b(?:1?\\d|2[0-4]) horas|\\b(?:${DAY})\\b`,
    ),
  ],
  [
    /\bque dias?\b|\bquais (?:os )?dias\b|^quando\b/,
    new RegExp(`\\b(?:${DAY}|${MONTH})\\b|\\d/\\d|dias? \\d|\\d ?(?:dias|h\\b|horas)|(?:primeir|ultim)o dia`),
  ],
  [
    /\bate (?:quando|que (?:dia|data))\b/,
    new RegExp(
      `\\b(?:${DAY}|${MONTH})\\b|\\d/\\d|dias? \\d|(?:primeir|ultim)o dia|\\d ?(?:h|horas|dias|semanas|mes(?:es)?|anos?)\\b|vespera|antes|depois`,
    ),
  ],
  // `Guardamos por 60 dias` does not say when it is ready.
  [
    /\bdemora\w*\b|\bem quant\w+ (?:tempo|dias)\b|\bfica\w* pront\w+/,
    /(?<!\bpor )\b(?:\d+|uma?|dois|duas|tres|cinco|dez|quinze|trinta) ?(?:dias?|horas?|h\b|min|semanas?|mes(?:es)?\b|anos?)|na hora|mesmo dia|dia seguinte|imediat|hoje|amanha/,
  ],
];

const PHONE = /(?:\(\d{2}\) ?)?9?\d{4}[ -]\d{4}\b/g;

/**
 * Shows what lacks the price, time, day or duration asked for instead of asserting it: `Desistência: até o início das aulas`, or a
 * FAQ about the invoice for `a nota vai com preço?`
 */
export function withKindAskedFor(question: string, result: SearchResult): SearchResult {
  const [best] = result.hits;
  if (result.outcome !== 'answered' || !best || best.isPhrased) return result;
  const asked = normalise(question);
  // A telephone is no amount.
  const said = fold(extractAnswer(result)?.text ?? '').replace(PHONE, ' ');
  const owners = fold(best.passage.question ?? '');
  // To `quanto custa?`, the owner may answer with a person to ask.
  const isLacking = VALUES.some(([asks, has]) => asks.test(asked) && !asks.test(owners) && !has.test(said));
  // `Compras do site podem ser trocadas na loja` for `posso retirar o pedido na loja?`
  const isOfOtherAct = best.passage.answer === null && best.sentences[0]?.isOfOtherAct && lacksAct(asked, said);
  const isOther = isOfOtherPeriod(asked, said) || pricesOtherAct(asked, owners, said);
  // What is composed has the kind asked for.
  const isBeside = (!result.fact && (isLacking || isOfOtherAct)) || isOther;
  return isBeside ? { ...result, fact: undefined, outcome: 'shown', isAnswerable: false } : result;
}
