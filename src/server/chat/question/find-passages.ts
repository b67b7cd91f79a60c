import { findAnswer } from '../../../search/find-answer.ts';
import { kindIn, namesSomebody } from '../../../search/records/asked.ts';
import { bitOf, shownIn, type Want, wantOf } from '../../../search/rerank/wants.ts';
import type { Segment } from '../../../search/segment.ts';
import { fold } from '../../../search/words.ts';
import { embedQuestion } from '../../knowledge/embeddings/embed-question.ts';
import type { Services } from '../../runtime/services.ts';
import { findMeasured, findOnDay, misleads, tellsDayOf } from './find-measured.ts';
import { type EarlierQuestion, leaningAfter, leaningOf, namedIn, readingsOf } from './follow-up.ts';
import { isDay, isMeasure, withoutMeasures } from './measures.ts';
import { mentionsNamed, tellsNamed, tellsOfTopic, textOf } from './named-things.ts';
import {
  asserted,
  hasLines,
  notAsserted,
  rankOf,
  type RetrievalResult,
  type SearchQuestion,
  shown,
} from './retrieval-result.ts';

/** `toSend`: what the model of the embeddings gets of a question. */
export function searchIn(
  services: Services,
  base: readonly Segment[],
  signal: AbortSignal,
  toSend: (question: string) => string,
): SearchQuestion {
  return async (resolved) => {
    const vectors = await embedQuestion(services, base, () => toSend(resolved), signal);
    return { result: findAnswer(base, resolved, { vectors }), resolved };
  };
}

/** For a question whose form does not show that it is a follow-up. */
const CLEAR_GAIN = 0.1;

const STATED: Readonly<Partial<Record<Want, RegExp>>> = {
  place:
    /\b(rua|av|avenida|praca|rodovia|estrada|sala|andar|terreo|subsolo|predio|esquina|bloco|em frente|ao lado|dentro d[aeo]|secretaria|recepcao|balcao)\b/,
  time: /\b\d{1,2} ?(h|h\d\d|:\d\d)\b|\b\d{1,2} ?horas? as\b/,
};

/** Returns whether an answer states the place or hours that a question asks for; null if it asks for neither. */
function statesWanted({ result }: RetrievalResult, question: string): boolean | null {
  const want = wantOf(question);
  const stated = want === null ? undefined : STATED[want];
  const text = result.fact?.text ?? result.hits[0]?.passage.text ?? '';
  return stated ? result.outcome === 'answered' && stated.test(fold(text)) : null;
}

/** `e se eu viajar?` */
const SUPPOSES = /^(?:e|mas)(?: e)? se\b/;

/** `na verdade é pro meu filho` */
const CORRECTS = /^\s*(?:na verdade|ali[áa]s|quer dizer|ou melhor)[\s,]+(?:(?:[ée]|eh|s[ãa]o|seria)\s+)?/i;

/** Alone and with the earlier topic (`e quanto custa?`). The question's form decides which counts. */
export async function findPassages(
  find: SearchQuestion,
  typed: string,
  topic: EarlierQuestion | undefined,
): Promise<RetrievalResult> {
  const question = topic ? typed.replace(CORRECTS, 'e ') : typed;
  const meant = (await findMeasured(find, question, topic)) ?? (await findMeant(find, question, topic));
  // `que horas abre no domingo?` asks about the business.
  const isOfDay = isDay(question) && kindIn(fold(question)) !== 'hours';
  const isOpen = topic && isOfDay && (meant.resolved === question || !tellsDayOf(meant, question));
  const found = (isOpen && (await findOnDay(find, question, topic))) || meant;
  if (found.resolved === question) return found;
  if (misleads(found, question)) return shown(found);
  const needsName = leaningOf(question) === 'names' || (SUPPOSES.test(fold(question)) && !isMeasure(question));
  const isNamed = !needsName || tellsNamed(found, question, topic);
  if (!isNamed) return shown(found);
  if (leaningOf(question) === 'bare' && !tellsOfTopic(found, topic)) return shown(found);
  return isOfTopic(found, topic) ? asserted(found) : lacksWanted(found, question) ? shown(found) : found;
}

/** Without what was measured of somebody else: `e minha esposa, pode?` after `meu filho tem 1,20`. */
const ofSameOne = (topic: EarlierQuestion, question: string): EarlierQuestion =>
  namesSomebody(question) ? { ...topic, searched: withoutMeasures(topic.searched ?? topic.question) } : topic;

/** It asks for a price, and the answer has none. */
function lacksWanted({ result, resolved }: RetrievalResult, question: string): boolean {
  if (result.outcome !== 'answered' || wantOf(question) !== 'money') return false;
  return (shownIn(textOf({ result, resolved })) & bitOf('money')) === 0;
}

/** Would be shown again: the whole answer that the topic got. */
const isOfTopic = ({ result: { hits, outcome } }: RetrievalResult, topic: EarlierQuestion | undefined) =>
  outcome === 'shown' && hits[0]!.passage.answer !== null && topic?.contentIds?.[0] === hits[0]!.passage.contentId;

/** Of equals, one that replaces a word of the topic, so that the next question does not inherit it. */
function mostConfidentOf(full: RetrievalResult | undefined, replacing: readonly RetrievalResult[]) {
  const [best = full] = replacing.toSorted((a, b) => b.result.confidence - a.result.confidence);
  if (!full || best!.result.confidence > full.result.confidence) return best;
  return replacing.findLast((one) => bestOf(one) === bestOf(full) && rankOf(one) >= rankOf(full)) ?? full;
}

/** What it names itself is told, and not only something like it: `e esfiha?` after `tem coxinha?` */
function bestNamed(
  found: readonly RetrievalResult[],
  question: string,
  topic: EarlierQuestion | undefined,
): RetrievalResult | undefined {
  const [best] = found
    .filter((one) => tellsNamed(one, question, topic))
    .toSorted((a, b) => rankOf(b) - rankOf(a) || b.result.confidence - a.result.confidence);
  return best;
}

const bestOf = ({ result }: RetrievalResult) => result.hits[0]?.passage;

/** The FAQ that answered before, in the same message, has what is named now: `vende seminovo? tem garantia?` */
function goesOnWith(topic: EarlierQuestion | undefined, found: RetrievalResult, question: string): boolean {
  const best = bestOf(found);
  if (!topic?.isOfMessage || !best || best.answer === null || best.contentId !== topic.contentIds?.[0]) return false;
  return hasLines(found) && namedIn(question).length > 0 && mentionsNamed(found, question);
}

async function findMeant(
  find: SearchQuestion,
  question: string,
  topic: EarlierQuestion | undefined,
): Promise<RetrievalResult> {
  const leaning = leaningAfter(question, topic);
  const readings = leaning === 'no' ? [] : readingsOf(question, topic && ofSameOne(topic, question));
  const alone = await find(question);
  const [full, ...replacing] = await Promise.all(readings.map(find));
  const mostConfident = mostConfidentOf(full, replacing);
  if (!mostConfident) return leaning === 'bare' && topic ? notAsserted(alone) : alone;
  if (leaning === 'short' && goesOnWith(topic, mostConfident, question)) return mostConfident;
  const gain = mostConfident.result.confidence - alone.result.confidence;
  switch (leaning) {
    case 'bare':
      return rankOf(mostConfident) > 0 ? mostConfident : notAsserted(alone);
    case 'another': {
      const better = rankOf(mostConfident) >= rankOf(alone) ? mostConfident : alone;
      if (!mentionsNamed(better, question)) return notAsserted(better);
      return better.result.fact || tellsNamed(better, question, undefined) ? better : shown(better);
    }
    case 'names':
      return bestNamed([mostConfident, alone], question, topic) ?? shown(replacing.at(-1) ?? mostConfident);
    case 'bare-place':
      // What the business states exactly is meant, unless the topic has a place or hours of its own.
      if (alone.result.fact && !(statesWanted(mostConfident, question) && tellsOfTopic(mostConfident, topic)))
        return alone;
      // `qual o endereço?` is not answered by what was told before it.
      if (
        statesWanted(mostConfident, question) === false &&
        bestOf(mostConfident)?.contentId === topic?.contentIds?.[0]
      )
        return alone;
      return rankOf(mostConfident) >= rankOf(alone) ? mostConfident : alone;
    case 'goes-on':
      return gain > 0 || !alone.result.isAnswerable ? mostConfident : alone;
    default:
      return mostConfident.result.isAnswerable &&
        !alone.result.isAnswerable &&
        gain > CLEAR_GAIN &&
        tellsNamed(mostConfident, question, topic)
        ? mostConfident
        : alone;
  }
}
