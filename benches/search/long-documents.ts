import type { ExtractedDocument } from '../../src/reading/blocks.ts';
import { chunkDocument } from '../../src/reading/chunk.ts';
import { analysePassage } from '../../src/search/analyse.ts';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import type { Passage } from '../../src/search/passage.ts';
import { search } from '../../src/search/search.ts';
import { buildSegment } from '../../src/search/segment.ts';
import { runBench } from '../run-bench.ts';
import type { LongDocument } from './long-documents-join.ts';
import { countWords, joinDocuments, passagesOfChunks, withoutMarkup } from './long-documents-join.ts';
import { contains, mean } from './measures.ts';
import type { EvalQuery } from './question-set.ts';
import { readDocuments, readQueries } from './question-set.ts';
import { isAnswerable, sourcesOf } from './systems.ts';

/*
 * `npm run bench:long-documents -- FOLDER`: compares how well questions are answered from short passages and from the
 * same text as long documents split into chunks. Then measures how fast 300 pages are split.
 */
const USAGE = 'npm run bench:long-documents -- FOLDER';
/** Number of top hits that a model gets. */
const TOP_PASSAGES = 3;
const PAGES = 300;

/** Shares from 0 to 1. */
interface Figures {
  hit1: number;
  mrr10: number;
  /** The expected answer is in one of the top hits, or in the sentences quoted from them. */
  inTopTexts: number;
  quoted: number;
}
const FIGURES = ['hit1', 'mrr10', 'inTopTexts', 'quoted'] as const;

/** Passages to search, and whether one of them answers a question. */
interface Base {
  passages: Passage[];
  answers(passage: Passage, query: EvalQuery): boolean;
}

/** Returns the figures by source, and their average with the same weight for each source. */
function measure(base: Base, queries: readonly EvalQuery[]): Map<string, Figures> {
  const segment = buildSegment(base.passages.map((passage) => ({ passage, analysis: analysePassage(passage) })));
  const ofQuery = (query: EvalQuery): Figures => {
    const result = search([segment], query.question);
    const first = result.hits.findIndex(({ passage }) => base.answers(passage, query));
    const topTexts = result.hits.slice(0, TOP_PASSAGES).map(({ passage }) => passage.text);
    return {
      hit1: first === 0 ? 1 : 0,
      mrr10: first < 0 ? 0 : 1 / (first + 1),
      inTopTexts: topTexts.some((text) => contains(text, query.answers)) ? 1 : 0,
      quoted: contains(extractAnswer(result)?.text ?? '', query.answers) ? 1 : 0,
    };
  };
  const average = (of: readonly Figures[]): Figures => {
    const share = (key: keyof Figures) => mean(of.map((one) => one[key]));
    return { hit1: share('hit1'), mrr10: share('mrr10'), inTopTexts: share('inTopTexts'), quoted: share('quoted') };
  };
  const bySource = sourcesOf(queries).map((source): [string, Figures] => [
    source,
    average(queries.filter((query) => query.source === source).map(ofQuery)),
  ]);
  return new Map([...bySource, ['macro', average(bySource.map(([, figures]) => figures))]]);
}

/**
 * Returns the chunks of the long documents. A chunk answers a question when it comes from a passage that does and
 * contains the answer. If the passage does not contain it literally, chunk and passage must share half of either's
 * words.
 */
function chunkBase(documents: readonly LongDocument[], texts: ReadonlyMap<string, string>): Base {
  const passages: Passage[] = [];
  const sharesOf = new Map<Passage, ReadonlyMap<string, number>>();
  documents.forEach((joined, at) => {
    const chunks = chunkDocument(joined.document);
    const shares = passagesOfChunks(joined, chunks);
    chunks.forEach((chunk, ordinal) => {
      const title = joined.document.title ?? '';
      const passage: Passage = {
        ...chunk,
        contentId: `long-${at}`,
        ordinal,
        title,
        url: null,
        question: null,
        answer: null,
      };
      passages.push(passage);
      sharesOf.set(passage, shares[ordinal]!);
    });
  });
  const answers = (passage: Passage, { relevant, answers }: EvalQuery) =>
    relevant.some((id) => {
      const words = sharesOf.get(passage)!.get(id) ?? 0;
      const document = texts.get(id) ?? '';
      if (words > 0 && isSpelledOut(document, answers)) return contains(passage.text, answers);
      return words > 0 && words * 2 >= Math.min(countWords(passage.text), countWords(document));
    });
  return { passages, answers };
}

/** Whether a passage contains an answer literally, as a part that one chunk should contain completely. */
function isSpelledOut(text: string, answers: readonly string[]): boolean {
  return contains(text, answers) && Math.min(...answers.map(countWords)) * 2 <= countWords(text);
}

function print(short: Map<string, Figures>, long: Map<string, Figures>): void {
  console.log(
    `\nshort passages > chunks of long documents (ratio)\n  ${''.padEnd(8)}hit@1                 MRR@10                ` +
      `in the first ${TOP_PASSAGES}        quoted`,
  );
  for (const [source, figures] of short) {
    const cells = FIGURES.map((key) => {
      const [one, other] = [figures[key], long.get(source)![key]];
      return `${(one * 100).toFixed(2)} > ${(other * 100).toFixed(2)} (${(other / one).toFixed(3)})`.padEnd(22);
    });
    console.log(`  ${source.padEnd(8)}${cells.join('')}`);
  }
}

/** Measures how long it takes to split 300 pages, and to analyse them for search. */
function clock(documents: readonly LongDocument[]): void {
  const all = documents.flatMap(({ document }) => document.blocks);
  const words = all.reduce((sum, { text }) => sum + countWords(text), 0);
  const pages = Math.ceil(words / 500);
  const copies = Math.ceil(PAGES / pages);
  const blocks = Array.from({ length: copies }, () => all).flat();
  const limited = blocks.slice(0, Math.round((blocks.length * PAGES) / (pages * copies)));
  const document: ExtractedDocument = { title: 'Manual', blocks: limited };
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    const chunks = chunkDocument(document);
    const cut = performance.now();
    for (const chunk of chunks) analysePassage({ ...chunk, title: 'Manual', question: null, answer: null });
    return { count: chunks.length, cut: cut - start, analysed: performance.now() - cut };
  });
  const [cold, ...warm] = times;
  const best = (key: 'cut' | 'analysed') => Math.min(...warm.map((time) => time[key])).toFixed(0);
  console.log(
    `\n${PAGES} pages: ${cold!.count} chunks, cut in ${best('cut')} ms (the first time ${cold!.cut.toFixed(0)}), ` +
      `analysed in ${best('analysed')} ms (${cold!.analysed.toFixed(0)})`,
  );
}

function run(folder: string): void {
  const documents = readDocuments(folder);
  const queries = readQueries(folder).clean.filter(isAnswerable);
  for (const query of queries) query.answers = query.answers.map(withoutMarkup);
  for (const { passage } of documents) {
    passage.text = withoutMarkup(passage.text);
    passage.answer = passage.answer === null ? null : passage.text;
  }
  const joined = joinDocuments(documents);
  const texts = new Map(documents.map(({ passage }) => [passage.contentId, passage.text]));
  const short: Base = {
    passages: documents.map(({ passage }) => passage),
    answers: ({ contentId }, { relevant }) => relevant.includes(contentId),
  };
  const long = chunkBase(joined, texts);
  console.log(
    `${documents.length} passages joined into ${joined.length} long documents, ` +
      `cut into ${long.passages.length} chunks of ${Math.round(mean(long.passages.map(({ text }) => countWords(text))))} words`,
  );
  print(measure(short, queries), measure(long, queries));
  clock(joined);
}

await runBench(USAGE, {}, run);
