import { STOPWORDS } from '../knowledge/search/stopwords.ts';
import { fold, wordsOf } from '../knowledge/search/words.ts';

/** What was asked before, and as what it was searched for. */
export interface EarlierQuestion {
  question: string;
  searched: string | null;
}

/** `e quanto custa?`, `mas e no sábado?`: goes on from what was said. */
const GOES_ON = /^(e|mas|ah e|ok e|certo e|entao|tambem|e se|e (quanto|sobre) (a|o|ao)|agora)\b/;
/** Words that stand for something said before. */
const STANDS_FOR =
  /\b(isso|isto|disso|disto|nisso|nisto|ess[ea]s?|dess[ea]s?|ness[ea]s?|est[ea]s?|dest[ea]s?|nest[ea]s?|el[ea]s?|del[ea]s?|nel[ea]s?|aquel[ea]s?|daquel[ea]s?|aquilo|daquilo|la|ali|o mesmo|a mesma|mesm[oa]|outr[oa]s?)\b/;
/** `e em Recife?`, `e para o Nordeste?`: the same question of another thing. */
const SAME_OF_OTHER =
  /^(?:e|mas e|ah e|ok e|certo e)\s+((?:em|no|na|nos|nas|de|do|da|dos|das|para|pra|pro|com|sem|por|ao|aos|a|o|os|as)\s+.+)$/;
/** `e a de chocolate?`: the article stands for the thing. */
const ARTICLE = /^(?:as?|os?)\s+(?=(?:de|com|sem|para|pra)\s)/;
/** `e a básica?`, `e o prazo?`: names a thing and asks nothing of it. */
const NAMES_ANOTHER = /^(?:e|mas e|ah e|ok e|certo e)\s+(?:as?|os?|um|uma)\s+\S+(?:\s+\S+)?\s*[?!.]*$/;

const FAMILIES = ['em no na nos nas', 'de do da dos das', 'para pra pro ao aos', 'com', 'sem', 'por'].map(
  (family) => new Set(family.split(' ')),
);

const contentOf = (text: string) => wordsOf(text).filter(({ word }) => !STOPWORDS.has(word));

/** Most words of its own that a question may have and still lean on the one before without saying so. */
const FEW = 2;

/** Words that ask for something of a thing and name none. */
const OF_A_THING = new Set(
  (
    'custa custam custaria custar custo preco precos valor valores sai saem sairia cobra cobram taxa ' +
    'demora demoram demorar leva prazo tempo dias dura inclui incluso incluido ' +
    'quanto qto qnt serve servem fazer faco faz fazem precisa caro barato gratis'
  ).split(' '),
);
const ASKS_OF_A_THING = /\b(quanto|quantos|quantas|qto|qnt|como|precisa|preco|valor|taxa|prazo|demora|dura)\b/;
const HOW_IT_WORKS = /^(e |mas )?como (que )?funciona\W*$/;
/** The same, of which the business itself may be the thing. */
const OF_A_BUSINESS = new Set(
  (
    'fica ficam localizado endereco rua bairro abre abrem fecha fecham hora horas horario horarios funciona ' +
    'funcionam funcionamento telefone fone whatsapp zap contato chego chegar vcs vc'
  ).split(' '),
);
const ASKS_OF_A_BUSINESS =
  /\b(onde|aonde|cade|que horas|horarios?|endereco|telefone|whatsapp|zap|contato|abrem?|fecham?|ficam?)\b/;

/**
 * How a question leans on what was said before. `another`: it names another thing, of which the same is asked
 * (`e no boleto?`); `goes-on`: it says so by its form; `bare`: it names nothing to ask of (`quanto custa?`);
 * `bare-place`: the same, where the business itself may be meant (`onde fica?`); `short`: it may be whole. A question with
 * much to say of its own leans on nothing.
 */
export type Leaning = 'another' | 'goes-on' | 'bare' | 'bare-place' | 'short' | 'no';

export function leaningOf(question: string): Leaning {
  const folded = fold(question).trim();
  const own = contentOf(question);
  if (own.length > 6) return 'no';
  if (NAMES_ANOTHER.test(folded) || (SAME_OF_OTHER.test(folded) && own.length <= 3)) return 'another';
  if (HOW_IT_WORKS.test(folded)) return 'bare';
  if (own.every(({ word }) => OF_A_THING.has(word)) && ASKS_OF_A_THING.test(folded)) return 'bare';
  if (GOES_ON.test(folded) || (STANDS_FOR.test(folded) && own.length <= 4)) return 'goes-on';
  const isOfBusiness = own.every(({ word }) => OF_A_THING.has(word) || OF_A_BUSINESS.has(word));
  if (isOfBusiness && ASKS_OF_A_BUSINESS.test(folded)) return 'bare-place';
  return own.length <= FEW ? 'short' : 'no';
}

/** Whether a question names what it asks about. */
export const namesSomething = (question: string): boolean =>
  contentOf(question).length > 0 && ['short', 'no'].includes(leaningOf(question));

/**
 * The earlier question with its last part of the same family exchanged (`entrega em Natal?`, `e em Recife?`): without what
 * came after that part, and with it.
 */
function exchangePart(before: string, question: string): string[] {
  const [, named] = SAME_OF_OTHER.exec(fold(question).trim()) ?? [];
  if (!named) return [];
  const part = named.replace(ARTICLE, '');
  const typed = question.trim().slice(-part.length);
  const said = part.split(/\s+/);
  const family = FAMILIES.find((one) => one.has(said[0]!));
  const words = wordsOf(before);
  const at = words.findLastIndex(({ word }) => family?.has(word));
  if (at <= 0 || at === words.length - 1) return [];
  const start = before.slice(0, words[at]!.start);
  const rest = words[at + said.length];
  const short = `${start}${typed}`;
  return rest ? [short, `${start}${typed.replace(/[?!.\s]+$/, '')} ${before.slice(rest.start)}`] : [short];
}

/** Words of a topic that are tried as the one that is exchanged. */
const TRIED = 5;

const without = (text: string, { start, end }: { start: number; end: number }) =>
  `${text.slice(0, start)}${text.slice(end)}`.replace(/\s+/g, ' ').replace(/[?!.\s]+$/, '');

/**
 * A question as it may be meant, each reading a question that stands by itself, the likeliest first: with the topic of
 * the last question; where another thing is named (`e a básica?`), also with that in the place of each
 * word of the topic. None when nothing was asked before. Words that the new question repeats are not said twice.
 */
export function readingsOf(question: string, last: EarlierQuestion | undefined): string[] {
  if (!last) return [];
  const before = last.searched ?? last.question;
  const exchanged = exchangePart(before, question);
  if (exchanged.length > 0) return exchanged;
  const own = new Set(wordsOf(question).map(({ word }) => word));
  const topic = contentOf(before).filter(({ word }) => !own.has(word));
  if (topic.length === 0) return [];
  const said = topic.map(({ start, end }) => before.slice(start, end)).join(' ');
  const asked = question.replace(/^\s*(e|mas e?)\s+/i, '').replace(/[?!.\s]+$/, '');
  const others = NAMES_ANOTHER.test(fold(question).trim()) ? topic.slice(-TRIED) : [];
  return [`${asked} ${said}`.trim(), ...others.map((word) => `${without(before, word)} ${asked}`)];
}
