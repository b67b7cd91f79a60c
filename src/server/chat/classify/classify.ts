import { featuresOf } from './features.ts';
import type { ConversationLabels } from './labels.ts';
import { LABELS } from './labels.ts';
import { STARTS, decide, readModel, weigh } from './model.ts';
import type { Model } from './model.ts';
import { readMessage } from './reading.ts';
import type { MessageReading } from './reading.ts';

/** What is estimated of a conversation; `confidence` (0 to 1) is that of its least sure label. */
export interface Classification extends ConversationLabels {
  confidence: number;
}

/** Messages of a conversation that are read: its first ones and its last. */
const FIRST_READ = 4;
const LAST_READ = 8;
/** Characters read of one message, and of all: what keeps a conversation under some 2 ms. */
const MESSAGE_READ = 700;
const ALL_READ = 2_400;
/** How probable it must be that one message asks for a person: the way to one is offered in the talk, so seldom in vain. */
const WANTS_HUMAN = 0.75;
const ASKS_FOR_HUMAN = STARTS.wantedHuman + LABELS.wantedHuman.indexOf(true);
/** How sure it must be that one message complains: a trouble is told in many questions, too. */
const COMPLAINS = 0.5;
/** Signs that something went wrong: without any of them no message complains, whatever its words weigh together. */
const WENT_WRONG: readonly string[] = [
  ...['badAll', 'stillNothing', 'nobody', 'arrivedWrong', 'threat', 'broken', 'badlyServed', 'howBad', 'wasBad'],
  'notAgain',
];
/** Where something is asked, too, what is told may be one's own trouble: then somebody must be blamed, in few words. */
const BLAMES: readonly string[] = ['blaming', 'badlyServed', 'threat', 'arrivedWrong', 'nobody', 'howBad'];
const BLAMES_NOBODY: readonly string[] = ['hypothetical', 'harm'];
const WORDS_MAX = 25;
const NOTHING: Classification = {
  sentiment: 'neutral',
  goal: 'other',
  wantedHuman: false,
  satisfied: null,
  confidence: 0,
};

const MODEL = readModel(new URL('weights.json', import.meta.url));

/**
 * Estimates four labels of a conversation from what its visitor wrote, in order; Brazilian Portuguese. Takes anything
 * and never throws; where nothing is written, answers neutral, other, false, null with confidence 0.
 */
export function classifyConversation(messages: readonly string[]): Classification {
  return classifyWith(MODEL, messages);
}

/** The same by a model of one's own: how a model is measured before it is shipped. */
export function classifyWith(model: Model, messages: readonly string[]): Classification {
  const written = messages.filter((message) => message.trim() !== '');
  const cut =
    written.length <= FIRST_READ + LAST_READ
      ? written
      : [...written.slice(0, FIRST_READ), ...written.slice(-LAST_READ)];
  if (cut.length === 0) return { ...NOTHING };
  const most = Math.min(MESSAGE_READ, Math.floor(ALL_READ / cut.length));
  const readings = cut.map((message) => readMessage(message, most));
  const classification = decide(model, weigh(model, featuresOf(readings)));
  const wantedHuman = classification.wantedHuman || (readings.length > 1 && readings.some((one) => asks(model, one)));
  return { ...classification, wantedHuman };
}

/** Whether a message asks for a person; favours precision: a hidden wish is let pass sooner than a plain question is taken for one. */
export function wantsHuman(message: string): boolean {
  return message.trim() !== '' && asks(MODEL, readMessage(message));
}

/** What of a message is told, and what is asked, sentence by sentence. */
function splitQuestions(message: string): { told: string[]; asked: string[] } {
  const sentences = message.match(/[^.!?\n…]+[.!?\n…]*/g)?.filter((one) => /\p{L}/u.test(one)) ?? [];
  const isAsked = (one: string) => /\?/.test(one) || readMessage(one).signs.has('asksWord');
  return { told: sentences.filter((one) => !isAsked(one)), asked: sentences.filter(isAsked) };
}

/** Whether a message, apart from what it asks, complains of something that went wrong. */
export function isComplaint(message: string): boolean {
  const { told, asked } = splitQuestions(message);
  const signs = asked.length === 0 ? WENT_WRONG : BLAMES;
  return [told.join(' '), ...(told.length > 1 ? told : [])].some((text) => complains(text, signs));
}

export const asksNothing = (message: string): boolean => splitQuestions(message).asked.length === 0;

function complains(text: string, because: readonly string[]): boolean {
  const { goal, sentiment, confidence } = classifyConversation([text]);
  if (goal !== 'complaint' || sentiment !== 'negative' || confidence < COMPLAINS) return false;
  const { words, signs } = readMessage(text);
  const isPlain = words.length <= WORDS_MAX && !BLAMES_NOBODY.some((sign) => signs.has(sign));
  return isPlain && because.some((sign) => signs.has(sign));
}

function asks(model: Model, reading: MessageReading): boolean {
  return Math.exp(weigh(model, featuresOf([reading]))[ASKS_FOR_HUMAN]!) >= WANTS_HUMAN;
}
