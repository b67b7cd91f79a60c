import type { Hit } from '../../../search/search.ts';
import type { Segment } from '../../../search/segment.ts';
import { fullDay } from '../../runtime/calendar.ts';
import { t } from '../../runtime/translate.ts';
import { isComplaint, wantsHuman } from '../classify/classify.ts';
import { availabilityOf } from '../handover/visitor-talk.ts';
import type { AnswerInput, Turn } from '../models/model.ts';
import { passagesToRead } from '../models/reading.ts';
import { searchIn } from '../question/find-passages.ts';
import type { EarlierQuestion } from '../question/follow-up.ts';
import { partsOf } from '../question/message-parts.ts';
import { isRepeated, withoutRepeats } from '../question/repeated-question.ts';
import type { RetrievalResult, SearchQuestion } from '../question/retrieval-result.ts';
import { type MessageResult, resultOfOneQuestion, searchMessage } from '../question/search-message.ts';
import { isWish } from '../question/visitor-moves.ts';
import type { ThreadExchange } from '../thread.ts';
import { type AnswerContext, namesIn, type QuestionContext, searchedAs } from './answer-context.ts';

const HISTORY = 6;

function turnOf({ question, answer, suggestions, chosen }: ThreadExchange): Turn {
  const offered = suggestions.map(({ label }) => label).join('; ');
  return { question, answer: chosen?.answer ?? [answer, offered].join(' ').trim() };
}

function inputOf(
  questionContext: QuestionContext,
  question: string,
  found: RetrievalResult,
  reading: readonly Hit[],
): AnswerInput {
  const { request, thread } = questionContext;
  const { context } = request;
  const { result, resolved } = found;
  const { botName, companyName, exampleQuestion, exampleAnswer } = context.appearance;
  const today = fullDay(new Date());
  return {
    question,
    resolved,
    result,
    reading,
    history: thread.exchanges.slice(-HISTORY).map(turnOf),
    voice: { botName, companyName, answerProfile: context.answerProfile, exampleQuestion, exampleAnswer, today },
    hidesPersonalData: context.hidesPersonalData,
    names: namesIn(questionContext),
  };
}

/** Of the last exchange that is neither small talk nor a request for a person; a chosen suggestion counts. */
function topicOf(exchanges: readonly ThreadExchange[]): EarlierQuestion | undefined {
  const last = exchanges.findLast(({ outcome, question }) => outcome !== 'small_talk' && !wantsHuman(question));
  if (!last) return undefined;
  const { question, searched, sources, suggestions, chosen } = last;
  const chosenSuggestion = suggestions.find(
    (one) => one.contentId === chosen?.contentId && one.ordinal === chosen.ordinal,
  );
  const questions = partsOf(searched ?? question).filter(({ kind }) => kind === 'question');
  const latest = questions.length > 1 ? questions.at(-1)!.text : searched;
  const contentIds = (chosen?.sources ?? sources).map(({ contentId }) => contentId);
  return { question, searched: chosenSuggestion?.label ?? latest, contentIds };
}

async function findFor(
  { request: { question }, thread: { exchanges } }: QuestionContext,
  find: SearchQuestion,
): Promise<MessageResult> {
  const last = exchanges.at(-1);
  if (last?.outcome !== 'asked_back') return searchMessage(find, question, topicOf(exchanges));
  // A reply to a question back is too short to be searched for alone.
  return resultOfOneQuestion(await find(`${last.searched ?? last.question} ${question}`));
}

export async function retrieve(
  question: QuestionContext,
  base: readonly Segment[],
  signal: AbortSignal,
): Promise<AnswerContext> {
  const { services, request } = question;
  const find = searchIn(services, base, signal, searchedAs(question));
  const searched = await findFor(question, find);
  const asksForPerson = wantsHuman(request.question);
  const complains = isComplaint(request.question);
  const team = asksForPerson || complains ? await availabilityOf(services.db, request.context) : undefined;
  // Whatever the wording, search for the standard question about the contact of a person.
  const isPersonUnknown = asksForPerson && searched.result.outcome !== 'answered';
  const meant = isPersonUnknown ? resultOfOneQuestion(await find(t('chat.person_question'))) : searched;
  const last = question.thread.exchanges.at(-1);
  const repeats = isRepeated(request.question, last);
  const found = repeats ? { ...meant, result: withoutRepeats(meant.result, last) } : meant;
  return {
    ...question,
    found,
    repeats,
    asksForPerson,
    complains,
    team,
    wishes: isWish(request.question),
    base,
    input: inputOf(question, request.question, found, passagesToRead(base, found.toRead)),
    questions: found.questions.map((one) => inputOf(question, one.question, one, one.result.hits)),
  };
}
