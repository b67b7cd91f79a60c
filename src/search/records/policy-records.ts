import { limitsIn } from './limits.ts';
import type { Line, PolicyRecord, Stance } from './record.ts';

const SIGNS: readonly (readonly [Stance, RegExp])[] = [
  [
    'optional',
    /\bnao (?:e|sao|ha|se)? ?(?:\w+ )?(?:precisa\w*|exig\w+|obrigatori\w+|necessari\w+|necessidade)|\bdispens\w+|\bopciona\w+|\bsem (?:necessidade|precisar|agendamento|marcar|hora marcada)|\bnao depende de/,
  ],
  [
    'free',
    /\bgratis\b|\bgratuit\w+|\bde graca\b|\bsem (?:custo|taxa|cobranca|multa|pagar|onus|acrescimo)|\binclus[oa]s?\b|\bincluid[oa]s?\b|\binclui\w*|\bisent\w+|\bcortesia|\bnao (?:cobra\w*|paga\w*|custa|tem custo|ha taxa|ha custo|tem taxa)|\bpor nossa conta/,
  ],
  ['charged', /r\$|\b(?:taxa|multa) de\b|\bcobra(?:mos|d[oa]s?|-se)?\b|\bcustam?\b|\ba parte\b|\bpor conta d/],
  [
    'required',
    /\bprecisa\w*|\bobrigatori\w+|\bexig\w+|\bnecessari\w+|\bdevem?\b|\btraga\b|\btrazer\b|\bmediante\b|\bapresent\w+|\btem que\b/,
  ],
  [
    'allowed',
    /\bpodem?\b|\bpermitid\w+|\bpermite\w*|\baceitamos\b|\baceitos?\b|\baceitas?\b|\bliberad\w+|\bbem[- ]vind\w+|\bpossivel\b|\bda (?:para|pra)\b|\bconsegue\b|\brecebemos\b/,
  ],
  [
    'offered',
    /\btemos\b|\btem\b|\bfazemos\b|\bvendemos\b|\bfornec\w+|\boferec\w+|\btrabalhamos com\b|\bdispo\w+|\bcontamos com\b|\bha\b|\bexiste\w*|\bentregamos\b|\batendemos\b|\balugamos\b|\brealizamos\b|\bconserta\w+|\bpossu\w+|\binstalamos\b/,
  ],
];
const REFUSED =
  /\bnao (?:(?:se|e|sao|ha|lhe|mais) )?(?:aceit|permit|pod|faz|fize|tem|temos|ha\b|hav|trabalh|vend|entreg|atend|oferec|realiz|remov|particip|financi|receb|aplic|emit|dispo|exist|fornec|consert|alug|conseg|busc|dao\b|damos|possu|parcel|troca|devolv|desmont|abr|funcion|indica|recomend|cobre|cobert|incl|lev|ministr|administr|serv|instal|(?!cobr|exig|ped|precis|us|multa)\w{2,}[aei]mos\b)|\bproibid\w+|\bvedad[oa]s?\b|\bsem exce/;
const TURN = /[;,]?\s+(?:mas|porém|porem|exceto|menos|salvo|só que)\s+|;\s+|,\s+(?=(?:não|nem|e não|só)\s)|\.\s+/iu;

/** Parts in which polarity does not change. */
export function clausesOf(text: string): string[] {
  return text.split(TURN);
}

export function stancesIn(folded: string): Stance[] {
  const stances = SIGNS.flatMap(([stance, sign]) => (sign.test(folded) ? [stance] : []));
  return REFUSED.test(folded) ? [...stances.filter((one) => one === 'charged'), 'refused'] : stances;
}

export function policiesIn(line: Line): PolicyRecord[] {
  const stances = stancesIn(line.folded);
  const limits = limitsIn(line.folded);
  return stances.length + limits.length > 0 ? [{ kind: 'policy', quote: line, stances, limits }] : [];
}
