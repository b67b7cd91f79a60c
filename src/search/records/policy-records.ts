import { limitsIn, UNIT_NAMES } from './limits.ts';
import type { Limit, Line, PolicyRecord, Stance } from './record.ts';

const SIGNS: readonly (readonly [Stance, RegExp])[] = [
  [
    'optional',
    /\bnem precis[ao]\w*|\bnao (?:e|sao|ha|se)? ?(?:\w+ )?(?:precis[ao]\w*|exig\w+|obrigatori\w+|necessari\w+|necessidade)|\bdispens\w+|\bopciona\w+|\bsem (?:necessidade|precisar|agendamento|marcar|hora marcada)|\bnao depende de/,
  ],
  [
    'free',
    /\bgratis\b|\bgratuit\w+|\bde graca\b|\bsem (?:custo|taxa|cobranca|multa|pagar|onus|acrescimo)|\binclus[oa]s?\b|\bincluid[oa]s?\b|\binclui\w*|\bisent\w+|\bcortesia|\bnao (?:(?:e|sao|ha) )?(?:cobra\w*|paga\w*|custa|tem custo|ha taxa|ha custo|tem taxa)|\bpor nossa conta/,
  ],
  [
    'charged',
    /r\$|\b(?:taxa|multa) de\b|% de (?:multa|juros|taxa)\b|\bcobra(?:mos|d[oa]s?|-se)?\b|\bcustam?\b|\ba parte\b|\bpor conta d/,
  ],
  [
    'required',
    /\bprecis[ao]\w*|\bobrigatori\w+|\bexig\w+|\bnecessari\w+|\bdevem?\b|\btraga\b|\btrazer\b|\bmediante\b|\bapresent\w+|\btem que\b/,
  ],
  [
    'allowed',
    /\bpodem?\b|\bpermitid\w+|\bpermite\w*|\baceitamos\b|\baceitos?\b|\baceitas?\b|\bliberad\w+|\bbem[- ]vind\w+|\bpossivel\b|\bda (?:para|pra)\b|\bconsegue\b|\brecebemos\b/,
  ],
  [
    'offered',
    /\btemos\b|\btem\b|\bfazemos\b|\bvendemos\b|\bfornec\w+|\boferec\w+|\btrabalhamos com\b|\bdispo\w+|\bcontamos com\b|\bha\b|\bexiste\w*|\bentregamos\b|\batendemos\b|\balugamos\b|\brealizamos\b|\bconserta\w+|\bpossu\w+|\d ?% (?:de )?(?:desconto|off)\b|\bdesconto(?: de)?:? \d+ ?%|\b(?:busc|lav|mont|recolh|coleta|pint|fabric|produz|personaliz|imprim|emprest|hosped|ministr|ensin|desenvolv|cri|tos|reform|limp|repar|transport|organiz|decor|serv|devolv|parcel)\w{0,3}mos\b/,
  ],
];
const REFUSED =
  /\b(?:nao|nunca) (?:(?:se|e|sao|ha|lhe|mais|esta|estao|vem|veem|fica|ficam) )?(?:possivel|possiveis|aceit|permit|pod|faz|fize|feit|tem|temos|ha\b|hav|trabalh|vend|entreg|atend|oferec|realiz|remov|particip|financi|receb|aplic|emit|dispo|exist|fornec|consert|alug|conseg|busc|dao\b|damos|possu|parcel|troca|devolv|desmont|abr|funcion|indica|recomend|cobre|cobert|incl|lev|ministr|administr|serv|instal|(?!cobr|exig|ped|precis|us|multa)\w{2,}[aei]mos\b)|\bproibid\w+|\bvedad[oa]s?\b|\bsem exce/;
const TURN =
  /[;,]?\s+(?:mas|porém|porem|exceto|menos|salvo|só que)\s+|;\s+|\s+[•·|]\s+|,\s+(?=(?:não|nem|e não|só)\s)|\s*\((?=(?:não|nao|nem|exceto|menos)\s)|\.\s+/iu;

/** Parts in which polarity does not change. */
export function clausesOf(text: string): string[] {
  return text.split(TURN);
}

/** `Não pode ser ultrapassada`: what may not be exceeded is limited, and not refused. */
const EXCEEDED = /\bnao (?:pod|dev)\w+ (?:ser |se )?(?:ultrapass|exced|passar? d)\w*/g;

export function stancesIn(text: string): Stance[] {
  const folded = text.replace(EXCEEDED, ' ');
  const stances = SIGNS.flatMap(([stance, sign]) => (sign.test(folded) ? [stance] : []));
  return REFUSED.test(folded) ? [...stances.filter((one) => one === 'charged'), 'refused'] : stances;
}

/** A line that goes on with the unit of the one before: `Até 7 anos não paga. De 8 a 12 paga meia.` */
const GOES_ON =
  /^(?:de|dos|acima de|a partir de|ate) \d{1,3}(?: (?:a|ate) \d{1,3})?(?=[ ,](?!\s*(?:h\b|horas?|min|r\$|reais|%|x\b)))/;

/** `Menores de 14 anos não praticam funcional`: whatever the verb, those within the limit may not. */
const isDenied = ({ folded }: Line, stances: readonly Stance[], limits: readonly Limit[]) =>
  limits.length > 0 &&
  /\bnao \w/.test(folded.replace(EXCEEDED, ' ')) &&
  !stances.some((one) => one === 'refused' || one === 'free' || one === 'optional');

export function policiesIn(line: Line, before?: Line): PolicyRecord[] {
  const own = limitsIn(line.folded);
  // `CNH definitiva (provisória não serve), 21 anos completos` does not refuse those of 21.
  const outside = { ...line, folded: line.folded.replace(/\([^()]*\)/g, ' ') };
  const told = own.length > 0 && limitsIn(outside.folded).length === own.length ? outside : line;
  const stances = stancesIn(told.folded);
  const [{ unit } = {}, ...others] = own.length === 0 && before ? limitsIn(before.folded) : [];
  const limits =
    unit && others.length === 0
      ? limitsIn(line.folded.replace(GOES_ON, (range) => `${range} ${UNIT_NAMES[unit]}`))
      : own;
  if (stances.length + limits.length === 0) return [];
  return [
    {
      kind: 'policy',
      quote: line,
      stances: isDenied(told, stances, limits) ? [...stances, 'refused'] : stances,
      limits,
    },
  ];
}
