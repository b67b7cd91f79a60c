import { analysePassage } from '../../src/search/analyse.ts';
import { buildSegment } from '../../src/search/segment.ts';
import { type EvalDocument, type EvalQuery, readDocuments, readQueries } from '../search/question-set.ts';
import { type Case, readCase } from './cases.ts';

/** Sizes of the small bases that are cut out of a large one, in passages. */
const SIZES = [6, 12, 25, 50, 90];
const QUESTIONS_PER_DOCUMENT = 8;
/** One of this many passages is removed, so that its questions have no answer. */
const ONE_IN_REMOVED = 4;

/**
 * Cuts small bases out of a large set of documents: neighbouring passages of one source. Asks questions that they
 * answer, that the removed passages answered, and unrelated ones. This covers what small businesses do not show:
 * questions in the exact words of a long text, and texts without FAQs.
 */
export function readDocumentCases(folder: string): Case[] {
  const documents = readDocuments(folder);
  const { clean, noisy } = readQueries(folder);
  const variants = [clean, ...noisy.values()];
  const foreign = clean.filter(({ kind }) => kind.startsWith('ood'));
  const sources = [...new Set(documents.map(({ source }) => source))];
  return sources.flatMap((source, at) => {
    const own = documents.filter((one) => one.source === source);
    return SIZES.flatMap((size, step) => {
      const start = (at * 31 + step * 97) % Math.max(1, own.length - size * 2);
      const cut = own.slice(start, start + Math.ceil((size * ONE_IN_REMOVED) / (ONE_IN_REMOVED - 1)));
      const queries = variants[(at + step) % variants.length]!;
      return casesOf(`${source} ${size}`, cut, queries, foreign.slice(step * 40 + at * 5));
    });
  });
}

function casesOf(name: string, cut: readonly EvalDocument[], queries: readonly EvalQuery[], foreign: EvalQuery[]) {
  const remaining = cut.filter((_, index) => index % ONE_IN_REMOVED !== 0);
  const segment = buildSegment(remaining.map(({ passage }) => ({ passage, analysis: analysePassage(passage) })));
  const idsIn = new Set(remaining.map(({ passage }) => passage.contentId));
  const idsOut = new Set(cut.map(({ passage }) => passage.contentId).filter((id) => !idsIn.has(id)));
  const about = (ids: ReadonlySet<string>) =>
    spread(queries.filter(({ relevant }) => relevant.length > 0 && relevant.every((id) => ids.has(id))));
  const ask = (kind: string, expects: boolean) => (query: EvalQuery) =>
    readCase([segment], {
      business: name,
      contents: remaining.length,
      question: { q: query.question, kind, expect: expects ? query.relevant : null },
    });
  return [
    ...about(idsIn).map(ask('documents', true)),
    ...about(idsOut).map(ask('taken-out', false)),
    ...spread(foreign).map(ask('foreign', false)),
  ];
}

/** Returns `QUESTIONS_PER_DOCUMENT` of the queries, evenly spaced. */
function spread(queries: readonly EvalQuery[]): EvalQuery[] {
  const step = Math.max(1, Math.floor(queries.length / QUESTIONS_PER_DOCUMENT));
  return queries.filter((_, index) => index % step === 0).slice(0, QUESTIONS_PER_DOCUMENT);
}
