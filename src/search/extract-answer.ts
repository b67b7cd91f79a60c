import { chooseLines, likelihoods, type Quote } from './choose-lines.ts';
import { withDescriptions } from './described-entries.ts';
import { withFootnotes } from './footnotes.ts';
import { HEADING_SEPARATOR, type Passage, questionOf } from './passage.ts';
import { haveOneLabel, headingOf, isQuotable, withoutListMark } from './quotable.ts';
import type { Hit, SearchResult } from './search.ts';
import { isHeaderRow, isMostlyTable, renderRow, rowAt } from './table-rows.ts';
import { withoutVerdict } from './unasked-verdict.ts';
import { wholeAnswer } from './whole-answer.ts';

/** The text below a heading that asks is returned whole up to this length. */
export const SECTION_MAX = 600;
const MAX_ROW_SCORE_GAP = 1;
/** The best, and up to two more that score at most `MAX_SCORE_GAP` below it. */
const HITS_MAX = 3;
const MAX_SCORE_GAP = 3;
/** Of a line that answers for itself. */
const MIN_LIKELIHOOD_SURE = 0.8;

/**
 * A FAQ's answer, the text below a heading that asks, or one to three sentences or table rows of the best passages in
 * their order, all in the base's own words. Of what is `said` already, only the sentences that answer. `used`: best first. Null
 * when there is nothing to quote.
 */
export function extractAnswer(
  result: SearchResult,
  said: readonly string[] = [],
): { text: string; used: Hit[] } | null {
  const found = result.fact ?? answerFrom(result, said);
  return found && withFootnotes(withDescriptions(found));
}

function answerFrom(result: SearchResult, said: readonly string[]): { text: string; used: Hit[] } | null {
  const best = result.hits[0];
  if (best === undefined) return null;
  const own = best.isPhrased ? wholeAnswer(best.passage) : ownAnswer(best.passage);
  const told = best.isVerdictUnasked ? withoutVerdict(own) : own;
  const whole = { text: told, used: [{ ...best, quotes: [own] }] };
  if (own !== '')
    return said.some((text) => text.includes(told)) && hasSureLine(best) ? quoteFrom([best], result) : whole;
  const hits = result.hits
    .slice(0, questionOf(best.passage) === null ? HITS_MAX : 1)
    .filter(({ passage, score }) => passage.answer === null && best.score - score <= MAX_SCORE_GAP);
  return quoteFrom(hits, result);
}

function quoteFrom(hits: readonly Hit[], result: SearchResult): { text: string; used: Hit[] } | null {
  const chosen = chooseLines(hits, result.closeness ?? 0);
  if (chosen.length === 0) return null;
  const pieces = piecesOf(hits, chosen);
  const used = hits.flatMap((hit, index) => {
    const quotes = pieces.filter((one) => one.hit === index);
    const { text } = hit.passage;
    return quotes.length > 0 ? [{ ...hit, quotes: quotes.map(({ start, end }) => text.slice(start, end)) }] : [];
  });
  const [first, ...others] = used;
  if (!first) return { text: join(hits, pieces), used };
  const { passage, quotes } = first;
  const titles = titlesIn(result.hits);
  if (others.length > 0 || !haveOneLabel(passage, quotes)) {
    const labels = used.flatMap((one) => one.quotes.map((quote) => headingOf(one.passage, [quote], titles)));
    const labelled = pieces.map((piece, at) =>
      isOnSameLine(hits, pieces[at - 1], piece) ? piece : withLabel(piece, labels, at),
    );
    return { text: join(hits, labelled), used };
  }
  const above = headingOf(passage, quotes, titles);
  return { text: [...(above ? [above] : []), join(hits, pieces)].join('\n'), used };
}

/** Headings of whole texts, whose sections have headings of their own: `CLÍNICA SÃO LUCAS` above `EXAMES`. */
const titlesIn = (hits: readonly Hit[]): ReadonlySet<string> =>
  new Set(
    hits.flatMap(({ passage: { heading, contentId } }) =>
      heading !== null &&
      hits.some(
        ({ passage: one }) => one.contentId === contentId && one.heading?.startsWith(`${heading} ${HEADING_SEPARATOR}`),
      )
        ? [heading]
        : [],
    ),
  );

/** Lines below different labels are told with them, each label once. */
const withLabel = (piece: QuotePiece, labels: readonly (string | null)[], at: number): QuotePiece =>
  labels[at] === null || labels[at] === labels[at - 1]
    ? piece
    : { ...piece, rendered: `${labels[at]}: ${piece.rendered}` };

/** One line that answers for itself, of an answer that the visitor has seen whole. */
function hasSureLine(hit: Hit): boolean {
  const quotes = hit.sentences.map((sentence) => ({ hit: 0, sentence }));
  const likelihood = likelihoods(quotes);
  const best = quotes.find((quote) => likelihood(quote) >= MIN_LIKELIHOOD_SURE);
  return best !== undefined && isQuotable(hit.passage, best.sentence);
}

/** Empty when only parts may be quoted. */
function ownAnswer(passage: Passage): string {
  if (passage.answer !== null) return passage.answer.trim();
  const text = passage.text.trim();
  const isSection = questionOf(passage) !== null && text.length <= SECTION_MAX && !isMostlyTable(text);
  return isSection && isQuotable(passage, { start: 0, text }) ? text : '';
}

/** `rendered`: unchanged, or a table row with its headers. */
interface QuotePiece {
  hit: number;
  start: number;
  end: number;
  rendered: string;
}

/** Of a table: the best row and those that score almost the same. */
function piecesOf(hits: readonly Hit[], chosen: readonly Quote[]): QuotePiece[] {
  const read = chosen.map(({ hit, sentence }) => {
    const { text } = hits[hit]!.passage;
    const row = rowAt(text, sentence.start);
    const isHeader = row !== null && isHeaderRow(text, row);
    return { hit, sentence, row, isHeader, key: row ? `${hit}:${row.table}` : '' };
  });
  const bestOf = (key: string) =>
    Math.max(...read.filter((one) => one.key === key && !one.isHeader).map(({ sentence }) => sentence.score));
  const pieces = new Map<string, QuotePiece>();
  for (const { hit, sentence, row, isHeader, key } of read) {
    if (row && sentence.score < bestOf(key) - MAX_ROW_SCORE_GAP) continue;
    if (isHeader && read.some((one) => one.key === key && !one.isHeader)) continue;
    const piece: QuotePiece = row
      ? { hit, start: row.start, end: row.end, rendered: renderRow(row) }
      : {
          hit,
          start: sentence.start,
          end: sentence.start + sentence.text.length,
          rendered: withoutListMark(sentence.text),
        };
    pieces.set(`${hit}:${piece.start}`, piece);
  }
  return [...pieces.values()].sort((a, b) => a.hit - b.hit || a.start - b.start);
}

/** Pieces from another line or passage start a new line. */
function join(hits: readonly Hit[], pieces: readonly QuotePiece[]): string {
  return pieces.reduce((text, piece, index) => {
    if (index === 0) return piece.rendered;
    return `${text}${isOnSameLine(hits, pieces[index - 1], piece) ? ' ' : '\n'}${piece.rendered}`;
  }, '');
}

const isOnSameLine = (hits: readonly Hit[], before: QuotePiece | undefined, { hit, start }: QuotePiece): boolean =>
  before?.hit === hit && !hits[hit]!.passage.text.slice(before.end, start).includes('\n');
