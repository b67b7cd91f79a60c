import chat from '../../../locales/pt-BR/chat.json' with { type: 'json' };
import type { FactKind } from '../../shared/constants.ts';
import { assertText } from '../assert-text.ts';
import { questionSimilarity } from '../question-similarity.ts';
import { entryAt, withoutListMark } from '../quotable.ts';
import type { Hit, SearchResult } from '../search.ts';
import type { Segment } from '../segment.ts';
import type { Span } from '../sentences.ts';
import { renderRow, rowAt } from '../table-rows.ts';
import { fold } from '../words.ts';
import { agree, findFact, type PassageStatement, statementsOf } from './find-facts.ts';
import type { PassageWithFacts } from './passage-facts.ts';
import { readRequestedFacts, type RequestedFacts } from './requested-facts.ts';

/** Minimum similarity for a FAQ to count as the same question, so that its own answer is used. */
const SAME_QUESTION = 0.9;
const QUOTED_MAX = 420;

/** Passages that state the fact asked for come first and `fact` holds the answer; unchanged if none is asked for. */
export function withFacts(chain: readonly Segment[], question: string, result: SearchResult): SearchResult {
  const holds = (word: string) => chain.some(({ wordIds }) => wordIds.has(word));
  const requested = readRequestedFacts(question, holds);
  // A phrasing is always answered by its content.
  if (!requested || result.hits[0]?.isPhrased) return result;
  const ranks = new Map(result.hits.map(({ passage }, at) => [passage, at]));
  const rankOf = ({ passage }: PassageWithFacts) => ranks.get(passage) ?? Infinity;
  const found = requested.kinds.flatMap((kind) => findFact(chain, kind, requested, rankOf) ?? []);
  if (found.length < requested.kinds.length) return lacksContact(result, requested) ? suggesting(result) : result;
  const top = result.outcome === 'answered' ? result.hits[0] : undefined;
  if (top?.passage.answer != null) {
    const isStated = found.every((one) =>
      statementsOf(chain, one.kind, requested).some((other) => other.from.passage === top.passage && agree(one, other)),
    );
    const isSameQuestion = questionSimilarity(top.passage.question ?? '', question) >= SAME_QUESTION;
    // A FAQ for this very question takes precedence, unless the contact page contradicts it.
    if (isStated || (isSameQuestion && found.every(({ from }) => !from.isContactPage))) return result;
  }
  return quoting(result, found);
}

const NAMES: Readonly<Partial<Record<FactKind, RegExp>>> = {
  phone: /telefone|\b(?:tel|fone|ligue|liga|ligar|0800)\b|\d{4}[- ]?\d{4}/,
  whatsapp: /whats|\bzap\b/,
  email: /e ?-?mail/,
  cnpj: /cnpj/,
};

/** `tem whatsapp?`, and the best passage does not even mention it. */
function lacksContact({ hits: [best], outcome }: SearchResult, { kinds, qualifiers }: RequestedFacts): boolean {
  if (!best || outcome !== 'answered' || qualifiers.length > 0) return false;
  const text = fold(`${best.passage.question ?? ''} ${best.passage.text}`);
  return kinds.some((kind) => NAMES[kind]?.test(text) === false);
}

const suggesting = (result: SearchResult): SearchResult => ({ ...result, outcome: 'suggested', isAnswerable: false });

function quoting(result: SearchResult, found: readonly PassageStatement[]): SearchResult {
  const passages = [...new Set(found.map(({ from }) => from.passage))];
  const best = result.hits[0]?.score ?? 0;
  const spans = passages.map((passage) => quotesOf(found.filter(({ from }) => from.passage === passage)));
  const used = passages.map((passage, at): Hit => {
    const hit = result.hits.find((one) => one.passage === passage);
    const quotes = spans[at]!.map(({ start, end }) => passage.text.slice(start, end));
    return { ...(hit ?? { passage, sentences: [] }), score: best, quotes };
  });
  const labels = new Map(
    found.flatMap((one) => (one.facts.some(({ isBare }) => isBare) ? [[one.from.passage, one]] : [])),
  );
  const text = passages
    .map((passage, at) => {
      const rendered = renderQuotes(passage.text, spans[at]!);
      const unlabelled = labels.get(passage);
      const [only, ...others] = spans[at]!;
      const isAlone = others.length === 0 && rowAt(passage.text, only!.start) === null;
      return unlabelled && isAlone ? `${chat.facts[unlabelled.kind]}: ${rendered}` : rendered;
    })
    .join('\n');
  return assertText(result, text, used);
}

/** Lines of several entries are told with their names: `Unidade Centro: Sábado das 8h às 14h.` */
function renderQuotes(text: string, quotes: readonly Span[]): string {
  const entries = quotes.map(({ start }) => entryAt(text, start));
  const areSeveral = new Set(entries).size > 1 && !entries.includes('');
  return quotes
    .map((quote, at) => (areSeveral ? `${entries[at]}: ${renderQuote(text, quote)}` : renderQuote(text, quote)))
    .join('\n');
}

function renderQuote(text: string, { start, end }: Span): string {
  const quote = text.slice(start, end);
  const row = quote.includes('\n') ? null : rowAt(text, start);
  return row ? renderRow(row) : withoutListMark(quote);
}

function quotesOf(stated: readonly PassageStatement[]): Span[] {
  const spans = stated
    .flatMap(({ facts }) => facts.map(({ quote }) => quote))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const quotes: Span[] = [];
  let [last, room] = [-1, QUOTED_MAX];
  for (const { start, end } of spans) {
    if (start < last) continue;
    if (quotes.length > 0 && end - start > room) break;
    quotes.push({ start, end });
    last = end;
    room -= end - start;
  }
  return quotes;
}
