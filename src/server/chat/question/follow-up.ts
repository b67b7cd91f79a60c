import { type AskedKind, kindIn, namesSomebody, onlyNames } from '../../../search/records/asked.ts';
import { unitNamed } from '../../../search/records/limits.ts';
import { rootOf } from '../../../search/roots.ts';
import { STOPWORDS } from '../../../search/stopwords.ts';
import { typedWords } from '../../../search/typed-words.ts';
import { fold, type Word, wordsOf } from '../../../search/words.ts';
import { beginsQuestion } from './message-parts.ts';

/** `searched` if it differs. */
export interface EarlierQuestion {
  question: string;
  searched: string | null;
  contentIds?: readonly string[];
  /** It stands in the same message, before the question. */
  isOfMessage?: true;
}

/** `e quanto custa?`, `mas e no sábado?` */
const GOES_ON = /^(e|mas|ah e|ok e|certo e|entao|tambem|e se|e (quanto|sobre) (a|o|ao)|agora)\b/;
const STANDS_FOR =
  /\b(isso|isto|disso|disto|nisso|nisto|ess[ea]s?|dess[ea]s?|ness[ea]s?|est[ea]s?|dest[ea]s?|nest[ea]s?|el[ea]s?|del[ea]s?|nel[ea]s?|aquel[ea]s?|daquel[ea]s?|aquilo|daquilo|la|ali|o mesmo|a mesma|mesm[oa]|outr[oa]s?)\b/;
/** `e em Recife?`, `e para o Nordeste?` */
const SAME_OF_OTHER =
  /^(?:e|mas e|ah e|ok e|certo e)\s+((?:em|no|na|nos|nas|de|do|da|dos|das|para|pra|pro|com|sem|por|ao|aos|a|o|os|as)\s+.+)$/;
/** It stands for the noun: `e a de chocolate?`. */
const ARTICLE = /^(?:as?|os?)\s+(?=(?:de|com|sem|para|pra)\s)/;
/** `e a básica?`, `e o prazo?` */
const NAMES_ANOTHER = /^(?:e|mas e|ah e|ok e|certo e)\s+(?:as?|os?|um|uma)\s+\S+(?:\s+\S+)?\s*[?!.]*$/;
/** `e banheiro?`, `e bolo de pote?` */
const NAMES_WITHOUT_ARTICLE =
  /^(?:e|mas e|ah e|ok e|certo e)\s+(?!se\b)[^\d\s?!.]{3,}(?:\s+\S+|\s+(?:de|do|da|com|sem)\s+\S+)?\s*[?!.]*$/;

const FAMILIES = ['em no na nos nas', 'de do da dos das', 'para pra pro ao aos', 'com', 'sem', 'por'].map(
  (family) => new Set(family.split(' ')),
);

/** `e se for de chocolate?` for `e de chocolate?` */
const IF_IT_IS = /^(?:(?:e|mas e|mas)\s+)?se (?:for|fosse|forem|fossem|eu quiser|quiser)\s+(?=\D)/;
const plain = (question: string) => fold(question).trim().replace(IF_IT_IS, 'e ');

const contentOf = (text: string) => wordsOf(text).filter(({ word }) => !STOPWORDS.has(word));

const FEW = 2;

/** Without naming the thing that has it. */
const OBJECT_ATTRIBUTES = new Set(
  (
    'custa custam custaria custar custo preco precos valor valores sai saem sairia ta cobra cobram taxa ' +
    'demora demoram demorar leva prazo tempo dias dura inclui incluso incluido ' +
    'quanto qto qnt serve servem fazer faco faz fazem precisa caro barato gratis partir idade minimo minima maximo maxima ' +
    'vale pena compensa melhor'
  ).split(' '),
);
const COUNTED = /\bquant[oa]s $/;
/** Also what is counted: `quantas pessoas?` */
const asksOnly = ({ word, start }: Word, text: string) =>
  OBJECT_ATTRIBUTES.has(word) || (unitNamed(word) !== null && COUNTED.test(fold(text.slice(0, start))));
/** Without what is asked about it. */
export const objectIn = (text: string): string =>
  contentOf(text)
    .flatMap(({ word, start, end }) => (OBJECT_ATTRIBUTES.has(word) ? [] : [text.slice(start, end)]))
    .join(' ');
const ASKS_OBJECT_ATTRIBUTE =
  /\b(quanto|quantos|quantas|qto|qnt|quando|como|precisa|preco|valor|taxa|prazo|demora|dura|(?:que|quais|qual) (?:os? |a )?(?:dias?|idade)|vale(?:m)? (?:mais )?a pena|compensa|(?:qual|e) (?:o |a )?melhor|mais (?:barat|car)[oa])\b/;
/** `como funciona?`, `é pago?` */
const OF_IT =
  /^(?:e |mas |isso )*(?:como (?:que )?funciona|(?:e|eh|sai) (?:pag[oa]|gratis|gratuit[oa]|de graca|cobrad[oa]|car[oa]))\W*$/;
/** Says only when: `e à tarde?` */
const PART_OF_DAY = /^(?:(?:e|mas)\s+)*(?:de|a|pela|no periodo da) (?:manha|tarde|noite|madrugada)[\s?!.]*$/;
/** The business itself may have it. */
const OF_A_BUSINESS = new Set(
  (
    'fica ficam localizado endereco rua bairro abre abrem fecha fecham hora horas horario horarios funciona ' +
    'funcionam funcionamento telefone fone whatsapp zap contato chego chegar vcs vc'
  ).split(' '),
);
const ASKS_BUSINESS_ATTRIBUTE =
  /\b(onde|aonde|cade|que horas|horarios?|endereco|telefone|whatsapp|zap|contato|abrem?|fecham?|ficam?)\b/;

/**
 * On the question before: `another` names something else (`e no boleto?`); `names` a thing alone (`e banheiro?`); `goes-on` by its form; `bare` does not name
 * what it asks about (`quanto custa?`); `bare-place` may ask about the business (`onde fica?`); `short` may be
 * complete; `no` is complete.
 */
type Leaning = 'another' | 'names' | 'goes-on' | 'bare' | 'bare-place' | 'short' | 'no';

export function leaningOf(question: string): Leaning {
  const folded = plain(question);
  const own = contentOf(question);
  if (own.length > 6) return 'no';
  // Before what begins with `e`: `é de graça?`.
  if (OF_IT.test(folded) || PART_OF_DAY.test(folded)) return 'bare';
  if (NAMES_ANOTHER.test(folded) || (SAME_OF_OTHER.test(folded) && own.length <= 3)) return 'another';
  if (own.every((word) => asksOnly(word, question)) && ASKS_OBJECT_ATTRIBUTE.test(folded)) return 'bare';
  const namesThing = own.length > 0 && !beginsQuestion(question) && !namesSomebody(question);
  if (namesThing && NAMES_WITHOUT_ARTICLE.test(folded)) return 'names';
  if (GOES_ON.test(folded) || (STANDS_FOR.test(folded) && own.length <= 4)) return 'goes-on';
  const isOfBusiness = own.every(({ word }) => OBJECT_ATTRIBUTES.has(word) || OF_A_BUSINESS.has(word));
  if (isOfBusiness && ASKS_BUSINESS_ATTRIBUTE.test(folded)) return 'bare-place';
  return own.length <= FEW ? 'short' : 'no';
}

const OF_A_THING: ReadonlySet<AskedKind> = new Set(['price', 'charged', 'free', 'required', 'deadline']);

/** Names nothing that it asks about, behind another question: `cobra?`, `em qts dias vem?` */
function asksOfThingBefore(question: string): boolean {
  const words = typedWords(question);
  const kind = kindIn(words.join(' '));
  return kind !== null && OF_A_THING.has(kind) && words.every((word) => onlyNames(rootOf(word)));
}

/** Within a message, questions are more often about one thing than in a conversation. */
export const leaningAfter = (question: string, topic: EarlierQuestion | undefined): Leaning =>
  topic?.isOfMessage && asksOfThingBefore(question) ? 'bare' : leaningOf(question);

export const namedIn = (question: string): string[] =>
  contentOf(question).flatMap(({ word }) => (OBJECT_ATTRIBUTES.has(word) || /\d/.test(word) ? [] : [rootOf(word)]));

export const namesSomething = (question: string): boolean =>
  contentOf(question).length > 0 && ['short', 'no'].includes(leaningOf(question));

const endsName = ({ word }: Word) => STOPWORDS.has(word) || OBJECT_ATTRIBUTES.has(word);

/** With the same kind of preposition: `entrega em Natal?`, `e em Recife?`. Without and with the text after it. */
function exchangePart(before: string, question: string): string[] {
  const [, named] = SAME_OF_OTHER.exec(plain(question)) ?? [];
  if (!named) return [];
  const part = named.replace(ARTICLE, '');
  const typed = question.trim().slice(-part.length);
  const partWords = part.split(/\s+/);
  const family = FAMILIES.find((one) => one.has(partWords[0]!));
  const words = wordsOf(before);
  const at = words.findLastIndex(({ word }) => family?.has(word));
  if (at <= 0 || at === words.length - 1) return [];
  const start = before.slice(0, words[at]!.start);
  // Nothing stays of a name with more words: `o preço do red velvet? e o de cenoura?`
  const isNumber = /\d/.test(part);
  const rest = isNumber ? words[at + partWords.length] : words.slice(at + 1).find(endsName);
  const short = `${start}${typed}`;
  return rest ? [short, `${start}${typed.replace(/[?!.\s]+$/, '')} ${before.slice(rest.start)}`] : [short];
}

const CONTACTS = new Set(
  'zap zapzap whats whatsapp telefone telefones fone email emails cnpj contato contatos'.split(' '),
);

const MAX_ALTERNATIVES = 5;

const without = (text: string, { start, end }: { start: number; end: number }) =>
  `${text.slice(0, start)}${text.slice(end)}`.replace(/\s+/g, ' ').replace(/[?!.\s]+$/, '');

/**
 * Complete questions, likeliest first: with the last topic, without repeated words; for something else (`e a básica?`),
 * one per topic word that it may replace. Empty if nothing was asked before.
 */
export function readingsOf(question: string, last: EarlierQuestion | undefined): string[] {
  if (!last) return [];
  const before = last.searched ?? last.question;
  // The address or the hours of the business are no topic: `quanto custa?` after them does not ask for their price.
  const leaning = leaningOf(question);
  if (leaning === 'bare' && leaningOf(before) === 'bare-place') return [];
  // Nor is its contact: `onde fica?` after `qual o zap?` asks for the address of the business.
  if (leaning.startsWith('bare') && contentOf(before).every(({ word }) => CONTACTS.has(word))) return [];
  const exchanged = exchangePart(before, question);
  if (exchanged.length > 0) return exchanged;
  const own = new Set(wordsOf(question).map(({ word }) => word));
  const earlierWords = contentOf(before).filter(({ word }) => !own.has(word));
  const objectWords = earlierWords.filter((word) => !asksOnly(word, before));
  // What was asked of the thing before gives way to what is asked now: `quanto custa a entrega? e demora quanto?`.
  const topic = leaning.startsWith('bare') && objectWords.length > 0 ? objectWords : earlierWords;
  if (topic.length === 0) return [];
  const topicText = topic.map(({ start, end }) => before.slice(start, end)).join(' ');
  const trimmed = question.replace(/^\s*(e|mas e?)\s+/i, '').replace(/[?!.\s]+$/, '');
  const namesAnother = NAMES_ANOTHER.test(plain(question)) || leaning === 'names';
  const others = namesAnother ? topic.slice(-MAX_ALTERNATIVES) : [];
  const full =
    leaning === 'names' || PART_OF_DAY.test(plain(question))
      ? `${before.replace(/[?!.\s]+$/, '')} ${trimmed}`
      : `${trimmed} ${topicText}`.trim();
  return [full, ...others.map((word) => `${without(before, word)} ${trimmed}`)];
}
