import { accusesBusiness, concernsBusiness, concernsOthers } from './complaint-target.ts';
import { asksForContact } from './contact-request.ts';
import { featuresOf } from './features.ts';
import type { ConversationLabels } from './labels.ts';
import { LABELS } from './labels.ts';
import type { Model } from './model.ts';
import { decide, logProbabilities, readModel, STARTS } from './model.ts';
import type { MessageReading } from './reading.ts';
import { readMessage } from './reading.ts';

/** `confidence`: of the least certain label, 0 to 1. */
interface Classification extends ConversationLabels {
  confidence: number;
}

const FIRST_READ = 4;
const LAST_READ = 8;
/** Characters per message and in total: below about 2 ms per conversation. */
const MESSAGE_READ = 700;
const ALL_READ = 2_400;
/** High, because the visitor is then offered a contact at once. */
const WANTS_HUMAN = 0.75;
const WANTED_HUMAN_CLASS = STARTS.wantedHuman + LABELS.wantedHuman.indexOf(true);
/** Many questions also mention a problem. */
const COMPLAINS = 0.5;
/** Without any of them, it is no complaint, whatever the weights of its words. */
const WENT_WRONG: readonly string[] = [
  ...['badAll', 'stillNothing', 'nobody', 'arrivedWrong', 'threat', 'broken', 'badlyServed', 'howBad', 'wasBad'],
  'notAgain',
];
/**
 * A message that also asks may only describe the visitor's own trouble, so it must blame somebody: by a sign that names
 * the business, by an outcry in a short text, or by other signs in a text about the business.
 */
const BLAMES_OTHERS: readonly string[] = ['badlyServed', 'threat', 'arrivedWrong', 'nobody'];
const OUTCRY = 'howBad';
const BLAMES: readonly string[] = ['blaming', 'wasBad', 'stillNothing', OUTCRY, ...BLAMES_OTHERS];
const OUTCRY_WORDS = 6;
const WORDS_MAX = 25;
const NOTHING: Classification = {
  sentiment: 'neutral',
  goal: 'other',
  wantedHuman: false,
  satisfied: null,
  confidence: 0,
};

const MODEL = readModel(new URL('weights.json', import.meta.url));

/** Never throws. Without any text: neutral, other, false and null with confidence 0. */
export function classifyConversation(messages: readonly string[]): Classification {
  return classifyWith(MODEL, messages);
}

export function classifyWith(model: Model, messages: readonly string[]): Classification {
  const nonEmpty = messages.filter((message) => message.trim() !== '');
  const cut =
    nonEmpty.length <= FIRST_READ + LAST_READ
      ? nonEmpty
      : [...nonEmpty.slice(0, FIRST_READ), ...nonEmpty.slice(-LAST_READ)];
  if (cut.length === 0) return { ...NOTHING };
  const maxLength = Math.min(MESSAGE_READ, Math.floor(ALL_READ / cut.length));
  const readings = cut.map((message) => readMessage(message, maxLength));
  const classification = decide(model, logProbabilities(model, featuresOf(readings)));
  const wantedHuman = classification.wantedHuman || (readings.length > 1 && readings.some((one) => asks(model, one)));
  return { ...classification, wantedHuman };
}

/** Favours precision: a hidden wish may be missed, but a plain question is not misread. */
export function wantsHuman(message: string): boolean {
  if (message.trim() === '') return false;
  const reading = readMessage(message);
  return asksForContact(reading.words.join(' ')) || asks(MODEL, reading);
}

/** `uai tem desconto no pix não` */
const TAGGED_QUESTION = /^\s*(?:\p{L}+[\s,]+)?(?:tem|aceita|entrega|vende|faz|abre)m?\s.*\s(?:n[ãa]o|n[ée])\s*$/iu;

function splitQuestions(message: string): { statements: string[]; questions: string[] } {
  const sentences = message.match(/[^.!?\n…]+[.!?\n…]*/g)?.filter((one) => /\p{L}/u.test(one)) ?? [];
  const isQuestion = (one: string) =>
    /\?/.test(one) || TAGGED_QUESTION.test(one) || readMessage(one).signs.has('asksWord');
  return { statements: sentences.filter((one) => !isQuestion(one)), questions: sentences.filter(isQuestion) };
}

/** "Quero desistir da compra". Alone, "desisto" is a sign of a complaint. */
const WITHDRAWAL = /^\s*(?:\p{L}+[\s,]+){0,4}desistir d[aeo]s? \p{L}+(?: \p{L}+)?[.!…\s]*$/iu;

export function isComplaint(message: string): boolean {
  const { statements: all, questions } = splitQuestions(message);
  const statements = all.filter((one) => !WITHDRAWAL.test(one));
  if (concernsOthers(readMessage(message).words.join(' '))) return false;
  const signs = questions.length === 0 ? WENT_WRONG : BLAMES;
  return [statements.join(' '), ...(statements.length > 1 ? statements : [])].some((text) => complains(text, signs));
}

export const asksNothing = (message: string): boolean => splitQuestions(message).questions.length === 0;

function complains(text: string, because: readonly string[]): boolean {
  const { words, signs } = readMessage(text);
  const plain = words.join(' ');
  if (words.length > WORDS_MAX || signs.has('hypothetical')) return false;
  if (accusesBusiness(plain)) return true;
  const { goal, sentiment, confidence } = classifyConversation([text]);
  if (goal !== 'complaint' || sentiment !== 'negative' || confidence < COMPLAINS) return false;
  if (signs.has('harm')) return false;
  if (because === WENT_WRONG || concernsBusiness(plain)) return because.some((sign) => signs.has(sign));
  const isOutcry = words.length <= OUTCRY_WORDS && signs.has(OUTCRY);
  return isOutcry || BLAMES_OTHERS.some((sign) => signs.has(sign));
}

function asks(model: Model, reading: MessageReading): boolean {
  return Math.exp(logProbabilities(model, featuresOf([reading]))[WANTED_HUMAN_CLASS]!) >= WANTS_HUMAN;
}
