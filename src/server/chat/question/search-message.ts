import type { Hit } from '../../../search/search.ts';
import { wordsOf } from '../../../search/words.ts';
import { findPassages } from './find-passages.ts';
import { type EarlierQuestion, leaningOf, namedIn } from './follow-up.ts';
import { type MessagePart, partsOf, questionsForEachThing } from './message-parts.ts';
import { mentionsNamed } from './named-things.ts';
import { hasLines, rankOf, type RetrievalResult, type SearchQuestion } from './retrieval-result.ts';
import { eachContentOnce } from './suggestions.ts';

interface FoundQuestion extends RetrievalResult {
  question: string;
}

export interface MessageResult extends RetrievalResult {
  /** If several contents answer them; otherwise empty. */
  questions: readonly FoundQuestion[];
  /** For a generative model, the best of each question first. */
  toRead: readonly Hit[];
}

const QUESTIONS_MAX = 4;
const HITS_MAX = 10;

const bestOf = ({ result }: RetrievalResult) => result.hits[0]?.passage.contentId;
/** A FAQ answers once. Of a text, each question may have a line of its own. */
function saidBy({ result: { fact, hits } }: RetrievalResult): string | undefined {
  const [best] = hits;
  return best?.passage.answer === null ? (fact?.text ?? best.sentences[0]?.text) : best?.passage.contentId;
}
const isAnswered = ({ result }: RetrievalResult) => result.outcome === 'answered';

/**
 * Without courtesies. Several questions stay separate if different contents match them best and one does as well as the
 * whole message, unless a story is told to which they refer.
 */
export async function searchMessage(
  find: SearchQuestion,
  message: string,
  topic?: EarlierQuestion,
): Promise<MessageResult> {
  const parts = partsOf(message);
  const spokenParts = parts.filter(({ kind }) => kind !== 'courtesy');
  const askedQuestions = questionsIn(spokenParts);
  const text = spokenParts.length === 0 ? message : spokenParts.map((part) => part.text).join(' ');
  const messageResult = await findPassages(find, text, topic ?? topicOf(parts));
  const isOne = askedQuestions.length < 2 || askedQuestions.length > QUESTIONS_MAX;
  if (isOne) {
    return (
      (await searchEachThing(find, askedQuestions, messageResult)) ??
      resultOfOneQuestion(await betterAlone(find, spokenParts, messageResult, topic))
    );
  }
  const questions = await findEach(find, askedQuestions, topic);
  const toRead = inTurn([...questions, messageResult].map(({ result }) => result.hits));
  const isOfStory =
    spokenParts.length > askedQuestions.length && questions.some((one) => leaningOf(one.question) !== 'no');
  const isEachSaid = questions.every(hasLines) && new Set(questions.map(saidBy)).size > 1;
  const isOfOne = new Set(questions.map(bestOf)).size < 2 && !isEachSaid;
  const isBetterTogether = questions.every((one) => rankOf(one) < rankOf(messageResult));
  const best = bestRanked(questions);
  const gain = rankOf(best) - rankOf(messageResult);
  const isOfOther = bestOf(best) !== bestOf(messageResult);
  if (isOfOne && (gain > 0 || (gain === 0 && isOfOther && !isOfStory))) return { ...best, questions: [], toRead };
  if (isOfOne || isOfStory || isBetterTogether) return { ...messageResult, questions: [], toRead };
  return { ...join(questions), questions, toRead };
}

/** `tem wi-fi e estacionamento?`. Null if one content answers all, or if one has no answer of its own. */
async function searchEachThing(
  find: SearchQuestion,
  [question = '', ...more]: readonly string[],
  messageResult: RetrievalResult,
): Promise<MessageResult | null> {
  const asked = more.length > 0 ? [] : questionsForEachThing(question);
  if (asked.length < 2 || asked.length > QUESTIONS_MAX) return null;
  if (isAnswered(messageResult) && mentionsNamed(messageResult, question)) return null;
  const questions = await findEach(find, asked, undefined);
  if (!questions.every(isAnswered) || new Set(questions.map(bestOf)).size < 2) return null;
  const toRead = inTurn([...questions, messageResult].map(({ result }) => result.hits));
  return { ...join(questions), questions, toRead };
}

export const resultOfOneQuestion = (found: RetrievalResult): MessageResult => ({
  ...found,
  questions: [],
  toRead: found.result.hits,
});

/** If it has an answer and the whole message has none: most words of a story ask for nothing. */
async function betterAlone(
  find: SearchQuestion,
  spokenParts: readonly MessagePart[],
  messageResult: RetrievalResult,
  topic: EarlierQuestion | undefined,
): Promise<RetrievalResult> {
  const [question, ...more] = spokenParts.filter(({ kind }) => kind === 'question');
  const story = spokenParts.filter(({ kind }) => kind === 'statement').map(({ text: statement }) => statement);
  const isStory = wordsOf(story.join(' ')).length >= STORY_WORDS && !/[,;:–—-]\s*$/.test(story.at(-1)!);
  if (
    question === undefined ||
    more.length > 0 ||
    !isStory ||
    isAnswered(messageResult) ||
    namedIn(question.text).length < NAMED
  )
    return messageResult;
  const alone = await findPassages(find, question.text, topic);
  const near = messageResult.result.suggestions.map(({ passage }) => passage.contentId);
  const isNear = alone.result.fact !== undefined || near.includes(bestOf(alone) ?? '');
  return isAnswered(alone) && isNear ? alone : messageResult;
}

/** Told before a question for it to make sense without them. */
const STORY_WORDS = 8;
/** `Tem conserto?` leaves it to the story. */
const NAMED = 2;

const NAMES_AN_OBJECT = /(?:^|\s)(?:[oa]s?|uma?|d[oae]s?|n[oa]s?|ess[ea]s?|est[ea]s?|aquel[ea]s?)\s+\p{L}{3,}/iu;

/** `adorei o vestido! quanto custa?` */
function topicOf(parts: readonly MessagePart[]): EarlierQuestion | undefined {
  const praised = parts.findLast(({ kind, text }) => kind === 'courtesy' && NAMES_AN_OBJECT.test(text));
  if (!praised) return undefined;
  const praisedObject = praised.text.slice(NAMES_AN_OBJECT.exec(praised.text)!.index).trim();
  return { question: praised.text, searched: praisedObject };
}

const LINK = /^(?:e|mas|tamb[ée]m|tbm?|ah|agora|outra (?:coisa|d[úu]vida|pergunta))[,:\s]+/iu;

/** Within one message, `e` or `também` does not make the question a follow-up. */
const unlinked = (text: string) => (leaningOf(text) === 'goes-on' ? text.replace(LINK, '') : text);

/** Each with the statements before it; those at the end belong to the last. */
function questionsIn(parts: readonly MessagePart[]): string[] {
  const questions: string[] = [];
  let open: string[] = [];
  for (const { text, kind } of parts) {
    open.push(text);
    if (kind !== 'question') continue;
    questions.push(open.join(' '));
    open = [];
  }
  return questions.length === 0 ? open : [...questions.slice(0, -1), [questions.at(-1), ...open].join(' ')];
}

/** A topic is the question before; for the first one the earlier topic or the question after it. */
async function findEach(
  find: SearchQuestion,
  questions: readonly string[],
  topic: EarlierQuestion | undefined,
): Promise<FoundQuestion[]> {
  const found: FoundQuestion[] = [];
  for (const [at, text] of questions.entries()) {
    const question = unlinked(text);
    const before = found.at(-1);
    const next = questions[at + 1];
    const its = before ? topicFrom(before) : topic;
    const own = its ?? (next ? { question: next, searched: null } : undefined);
    found.push({ question, ...(await findPassages(find, question, own)) });
  }
  return found;
}

function topicFrom(before: FoundQuestion): EarlierQuestion {
  const best = isAnswered(before) ? bestOf(before) : undefined;
  const contentIds = best === undefined ? [] : [best];
  return { question: before.question, searched: before.resolved, contentIds, isOfMessage: true };
}

function inTurn(lists: readonly (readonly Hit[])[]): Hit[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  const first = new Map(all.toReversed().map((hit) => [hit.passage, hit]));
  return all.filter((hit) => first.get(hit.passage) === hit);
}

const bestRanked = (questions: readonly FoundQuestion[]): FoundQuestion =>
  questions.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));

/** The best outcome, and suggestions for those without an answer. */
function join(questions: readonly FoundQuestion[]): RetrievalResult {
  const { outcome, confidence, isAnswerable } = bestRanked(questions).result;
  const hits = inTurn(questions.map(({ result }) => result.hits)).slice(0, HITS_MAX);
  const answeredPassages = new Set(questions.filter(isAnswered).map(bestOf));
  const near = inTurn(questions.map((one) => (isAnswered(one) ? [] : one.result.suggestions)));
  const suggestions = eachContentOnce(near.filter(({ passage }) => !answeredPassages.has(passage.contentId)));
  const resolved = questions.map((one) => one.resolved).join(' ');
  return { result: { hits, confidence, isAnswerable, outcome, suggestions }, resolved };
}
