import type { Hit } from '../knowledge/search/search.ts';
import type { Segment } from '../knowledge/search/segment.ts';
import { fullDay } from '../runtime/calendar.ts';
import { t } from '../runtime/translate.ts';
import type { AnswerContext } from './answer-context.ts';
import { isComplaint, wantsHuman } from './classify/classify.ts';
import { findForMessage, type FoundForMessage } from './find-for-message.ts';
import { type Retrieved, type RetrieveOne, searchIn } from './find-passages.ts';
import type { EarlierQuestion } from './follow-up.ts';
import { partsOf } from './message-parts.ts';
import type { AnswerInput, Turn } from './models/model.ts';
import { passagesToRead } from './models/reading.ts';
import type { ThreadExchange } from './transcript.ts';

/** Exchanges that a model is reminded of. */
const HISTORY = 6;

/** What was said, as a model is reminded of it: what was offered and what was taken of it included. */
function turnOf({ question, answer, suggestions, chosen }: ThreadExchange): Turn {
  const offered = suggestions.map(({ label }) => label).join('; ');
  return { question, answer: chosen?.answer ?? [answer, offered].join(' ').trim() };
}

/** What a model is given for a question, with what was found for it. */
function inputOf(run: AnswerContext, question: string, found: Retrieved, reading: readonly Hit[]): AnswerInput {
  const { context } = run.ask;
  const { result, resolved } = found;
  const { botName, companyName, exampleQuestion, exampleAnswer } = context.appearance;
  const today = fullDay(new Date());
  return {
    question,
    resolved,
    result,
    reading,
    history: run.thread.exchanges.slice(-HISTORY).map(turnOf),
    voice: { botName, companyName, manner: context.manner, exampleQuestion, exampleAnswer, today },
  };
}

/**
 * What the last question was about, for one that goes on from it: a courtesy between the two ends nothing, any other
 * question does. Of several questions in one message it is the last; of suggestions the one that was taken.
 */
function topicOf(exchanges: readonly ThreadExchange[]): EarlierQuestion | undefined {
  const last = exchanges.findLast(({ outcome }) => outcome !== 'small_talk');
  if (!last) return undefined;
  const { question, searched, suggestions, chosen } = last;
  const taken = suggestions.find((one) => one.contentId === chosen?.contentId && one.ordinal === chosen.ordinal);
  const questions = partsOf(searched ?? question).filter(({ kind }) => kind === 'question');
  const latest = questions.length > 1 ? questions.at(-1)!.text : searched;
  return { question, searched: taken?.label ?? latest };
}

async function findFor(
  { ask: { question }, thread: { exchanges } }: AnswerContext,
  find: RetrieveOne,
): Promise<FoundForMessage> {
  const last = exchanges.at(-1);
  if (last?.outcome !== 'asked_back') return findForMessage(find, question, topicOf(exchanges));
  // What completes the question before says little by itself.
  return asOne(await find(`${last.searched ?? last.question} ${question}`));
}

const asOne = (found: Retrieved): FoundForMessage => ({ ...found, questions: [], toRead: found.result.hits });

/** Searches a base for what the message asks for, and makes ready what a model is given. */
export async function retrieve(run: AnswerContext, base: readonly Segment[], signal: AbortSignal): Promise<void> {
  const { services, ask } = run;
  const find = searchIn(services, base, signal);
  let found = await findFor(run, find);
  run.asksForPerson = wantsHuman(ask.question);
  run.complains = isComplaint(ask.question);
  run.base = base;
  if (run.asksForPerson && found.result.outcome !== 'answered') {
    // However it is asked for, the base may tell how to reach somebody.
    found = asOne(await find(t('chat.person_question')));
  }
  run.found = found;
  run.input = inputOf(run, ask.question, found, passagesToRead(base, found.toRead));
  run.questions = found.questions.map((one) => inputOf(run, one.question, one, one.result.hits));
}
