import { fold } from '../../../search/words.ts';
import { readSmallTalk, type SmallTalk } from './small-talk.ts';
import { readThanksOrPraise } from './thanks-and-praise.ts';

export interface MessagePart {
  text: string;
  kind: 'courtesy' | 'question' | 'statement';
}

const SENTENCE_END = /[.!?…]+["'”’»)\]]*(?=\s|$)|\n+|\p{Extended_Pictographic}[\p{Emoji_Component}]*/gu;
const LONGEST_ABBREVIATED = 8;
const ABBREVIATED = /(?:^|[\s(])(?:dra?|sra?|profa?|av|r|n|nº|num|tel|ex|etc|obs|apto?|bl|kg|min|max|aprox)\.$/iu;

const QUESTION_WORD = [
  '(?:qual|ql|quais|quanto|quanta|quantos|quantas|qto|qtos|qta|qtas|qnt|qnto|onde|ond|aonde|cade|kd|quem (?:e|faz|pode|atende|vai))(?![a-z])',
  '(?:(?:a |ate |de |desde )?(?:que|q) (?:horas?|dias?|hrs?)|ate quando|o ?que|oq|por que|pq|sera que|tem como|da (?:pra|para|p))(?![a-z])',
  'como (?:que |eu |e que )?(?:e |sao |fa[cz]|funciona|pos|pag|fic|consig|devo|troc|cancel|marc|agend|pec|ped|compr|cheg|remarc|reserv|rezerv|emit|cadastr|bloque|registr|acess|alter|mud[oa]|solicit|tir[oa]|recuper)',
  'quando (?:e |sera|vai|vao|vem|abre|comec|termin|sai |cheg|posso|venc|tem |fica|volta|entrega)',
].join('|');
/** At the beginning of a clause, unless another clause asks more clearly. */
const QUESTION_VERB = [
  '(?:voces?|vcs?|vces?|ces) (?:nao )?(?:[a-z]+[aei]m?|tem|tao|dao|vao|sao|estao|irao)',
  'posso|podemos|podem?|poderia|consigo|conseguem?|tem|ha|existem?|aceitam?|fazem|faz|vendem?|entregam?|atendem?|abrem?|fecham?',
  'funcionam?|cobram?|trabalham?|precisa|preciso (?:de |levar|pagar|marcar|agendar|ter|ir|fazer|imprimir|apresentar)|devo|devolvem?',
  'vou (?:ter|precisar|poder|pagar|perder)|tenho (?:que|de|direito)|pago|perco|parcelam?|dividem?|oferecem?|alugam?',
  'e (?:possivel|preciso|necessario|normal|verdade|seguro|obrigatorio|permitido)|fica|custa|vale|e caro|e longe|demora',
].join('|');
const ANNOUNCED = [
  '(?:eu )?(?:queria|quero|qria|gostaria de|preciso|precisava|desejo) (?:muito )?(?:saber|entender|confirmar|perguntar|tirar)',
  '(?:(?:voces?|vcs?|alguem) )?(?:sabem?|podem?|poderia|poderiam|consegue) (?:me )?(?:dizer|informar|falar|explicar|confirmar)',
  'me (?:diz|diga|fala|informa|explica|confirma)|minha (?:duvida|pergunta)|(?:tenho )?uma duvida',
].join('|');
const LINK =
  '(?:e se|e|mas|entao|agora|so que|tambem|tb|tbm|ah|alias|outra (?:coisa|duvida|pergunta)|mais uma (?:coisa|duvida))';
const OPENER = `(?:${QUESTION_WORD}|(?:${QUESTION_VERB})(?![a-z])|${ANNOUNCED})`;

/** After punctuation, before a linking word, or before an announcing phrase. */
const CLAUSES = [
  new RegExp(String.raw`[,;:–—]\s*(?=(?:${LINK}[\s,]+){0,3}${OPENER})`, 'g'),
  new RegExp(String.raw`\s+(?=(?:${LINK} ){1,3}${OPENER})`, 'g'),
  new RegExp(String.raw`\s+(?=${ANNOUNCED})`, 'g'),
];
const BEGINS = String.raw`^(?:${LINK}[\s,]+){0,3}`;
const BEGINS_CLEAR_QUESTION = new RegExp(`${BEGINS}(?:${QUESTION_WORD}|${ANNOUNCED})`);
const BEGINS_QUESTION = new RegExp(`${BEGINS}${OPENER}`);

/** `e funciona?`, but not `e banheiro?` */
export const beginsQuestion = (text: string): boolean => BEGINS_QUESTION.test(foldInPlace(text));

const GREETING = [
  String.raw`^(?:o+i+e?|ola+|opa|eai|e ai|hey|hello|bom dia+|boa tarde|boa noite|salve)(?![a-z]| d[aoe]s? )`,
  String.raw`(?:[\s,!.]+(?:gente|pessoal|moc[oa]|amig[oa]s?|querid[oa]s?|tudo (?:bem|bom|certo|joia)|td (?:bem|bom)|(?:com )?(?:voces?|vcs?)(?= *[?!,.])|bom dia|boa tarde|boa noite)(?![a-z]))*[\s,!?.]*`,
].join('');
const THANKS = String.raw`(?:muito |mto |mt )?(?:obrigad[oa]|brigad[oa]|valeu|vlw|obg|desde ja (?:agradeco|obrigad[oa])|agradeco(?: desde ja)?|grat[oa]|abracos?)`;
/** Joined to the text after or before them. */
const RUN_INTO = [
  new RegExp(`${GREETING}(?=.)`, 'g'),
  new RegExp(String.raw`^${THANKS}(?: (?:pel[oa]|por) [a-z ]{2,30})?(?: mesmo)?[,!.]+\s*(?=.)`, 'g'),
  new RegExp(String.raw`[\s,]+(?=${THANKS}[\s!.,]*$)`, 'g'),
];

const ADDED = /^(?:e|mais|tambem) /;

/** Same length, so that positions are valid in the original. */
const foldInPlace = (text: string) =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replace(/[^ -~]/g, (unit) => fold(unit)[0] ?? ' ');

const WITHIN_WORD = /[\p{L}\p{N}\p{M}]{2}/u;
const HAS_TEXT = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** Trims. A piece without letters, digits or emoji joins a neighbour. */
function cutAt(text: string, ends: readonly number[]): string[] {
  const spans: { start: number; end: number }[] = [];
  let start = 0;
  for (const end of [...new Set([...ends, text.length])].sort((a, b) => a - b)) {
    if (WITHIN_WORD.test(text.slice(end - 1, end + 1))) continue;
    if (HAS_TEXT.test(text.slice(start, end))) {
      spans.push({ start, end });
      start = end;
    } else if (end === text.length && spans.length > 0) spans.at(-1)!.end = end;
  }
  return spans.map((span) => text.slice(span.start, span.end).trim());
}

const endsOf = (text: string, sign: RegExp) => [...text.matchAll(sign)].map((match) => match.index + match[0].length);

function sentencesOf(text: string): string[] {
  const ends = endsOf(text, SENTENCE_END).filter(
    (end) => !ABBREVIATED.test(foldInPlace(text.slice(Math.max(0, end - LONGEST_ABBREVIATED), end))),
  );
  return cutAt(text, ends);
}

function clausesOf(sentence: string): string[] {
  const folded = foldInPlace(sentence);
  return cutAt(
    sentence,
    [...RUN_INTO, ...CLAUSES].flatMap((sign) => endsOf(folded, sign)),
  );
}

/** The beginning of a new piece may match another pattern. */
function cutThrough(text: string, cut: (text: string) => string[]): string[] {
  const pieces = cut(text);
  return pieces.length < 2 ? pieces : pieces.flatMap((piece) => cutThrough(piece, cut));
}

const isCourtesy = (text: string) => (readSmallTalk(text) ?? readThanksOrPraise(text)) !== null;

/** Together they contain every word. If no part clearly asks, parts that possibly ask count. */
export function partsOf(message: string): MessagePart[] {
  const clauses = cutThrough(message.normalize('NFC'), sentencesOf).flatMap((sentence) => {
    const texts = cutThrough(sentence, clausesOf);
    const isAsked = sentence.includes('?') || texts.some((text) => BEGINS_CLEAR_QUESTION.test(foldInPlace(text)));
    return texts.map((text, at) => ({
      text,
      ...readClause(text, isAsked, sentence.includes('?') && at === texts.length - 1),
    }));
  });
  const isAnyClear = clauses.some(({ asks }) => asks === 'clearly');
  const parts: MessagePart[] = [];
  for (const { text, asks, isKind } of clauses) {
    const isAsked = asks === 'clearly' || (asks === 'maybe' && !isAnyClear);
    // An addition to a question is a question, too: `qual o horário? e os valores`.
    const isAdded = parts.at(-1)?.kind === 'question' && ADDED.test(foldInPlace(text));
    parts.push({ text, kind: isKind ? 'courtesy' : isAsked || isAdded ? 'question' : 'statement' });
  }
  return parts;
}

function readClause(text: string, isInQuestion: boolean, isItsEnd: boolean) {
  const folded = foldInPlace(text);
  const isClear = BEGINS_CLEAR_QUESTION.test(folded) || isItsEnd || (isInQuestion && BEGINS_QUESTION.test(folded));
  const asks = isClear ? 'clearly' : BEGINS_QUESTION.test(folded) ? 'maybe' : 'no';
  return { asks, isKind: isCourtesy(text) } as const;
}

const NAMED_THING = String.raw`(?!e |ou )[^\s,;:?!.]+(?: (?!e |ou )[^\s,;:?!.]+){0,2}`;
const ENUMERATION = new RegExp(
  String.raw`^(?<verb>(?:.*[\s,])?(?:t[eê]m|h[áa]|aceitam?|vendem?|fazem?|oferecem?|alugam?|consertam?|trabalham? com) )` +
    String.raw`(?<things>${NAMED_THING}(?:, ?${NAMED_THING})*,? (?:e|ou) ${NAMED_THING})[\s?!.]*$`,
  'iu',
);
const BETWEEN_THINGS = /,? (?:e|ou) |, ?/iu;

/** `tem wi-fi?` and `tem vaga?` for `tem wi-fi e vaga?`. Empty if it enumerates nothing. */
export function questionsForEachThing(question: string): string[] {
  const { verb, things } = ENUMERATION.exec(question.trim())?.groups ?? {};
  if (!verb || !things || BEGINS_CLEAR_QUESTION.test(foldInPlace(verb))) return [];
  const named = things.split(BETWEEN_THINGS);
  return named.some((thing) => BEGINS_QUESTION.test(foldInPlace(thing)))
    ? []
    : named.map((thing) => `${verb}${thing}?`);
}

/** Null if the message is anything else, too. */
export function readCourtesy(message: string): SmallTalk | null {
  const known = readSmallTalk(message);
  if (known !== null || partsOf(message).some(({ kind }) => kind === 'question')) return known;
  return readThanksOrPraise(message);
}
