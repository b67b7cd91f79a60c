import { createRequire } from 'node:module';
import type { Passage } from '../../src/search/passage.ts';
import { rootOf } from '../../src/search/roots.ts';
import { STOPWORDS } from '../../src/search/stopwords.ts';
import { wordsOf } from '../../src/search/words.ts';
import { openFullText } from './full-text.ts';
import type { EvalQueries } from './question-set.ts';
import type { MeasuredSystem, SearchSystem } from './systems.ts';
import { measureSystem } from './systems.ts';

/** An established search engine with the same passages. */
export interface Rival extends SearchSystem<readonly string[]> {
  close?(): Promise<void>;
}

interface RivalFigures extends MeasuredSystem {
  buildMs: number;
}

/** The figures of a rival, or why it could not be measured. */
export interface RivalOutcome {
  name: string;
  figures: RivalFigures | null;
  reason: string;
}

type Open = (passages: readonly Passage[]) => Rival | Promise<Rival>;

const RIVALS: Record<string, Open> = {
  'MiniSearch, pt analyser': (passages) => openMiniSearch(passages, false),
  'MiniSearch, pt, fuzzy': (passages) => openMiniSearch(passages, 0.2),
  'lunr + pt': openLunr,
  'PostgreSQL full text': openFullText,
};

/** Measures all installed rivals, one after another. A rival that fails is reported and does not stop the run. */
export async function measureRivals(passages: readonly Passage[], queries: EvalQueries): Promise<RivalOutcome[]> {
  const outcomes: RivalOutcome[] = [];
  for (const [name, open] of Object.entries(RIVALS)) {
    try {
      outcomes.push({ name, figures: await measureRival(() => open(passages), queries), reason: '' });
    } catch (error) {
      outcomes.push({ name, figures: null, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return outcomes;
}

async function measureRival(open: () => Rival | Promise<Rival>, queries: EvalQueries): Promise<RivalFigures> {
  const start = performance.now();
  const rival = await open();
  const buildMs = performance.now() - start;
  try {
    return { ...(await measureSystem(rival, queries)), buildMs };
  } finally {
    await rival.close?.();
  }
}

/** Returns the title of a passage. Rivals do not support FAQs, so the question serves as the title. */
const titleOf = ({ question, title, heading }: Passage) => question ?? [title, heading ?? ''].join(' ').trim();

const HITS = 10;
const TITLE_BOOST = 2;

interface MiniSearchClass {
  new (options: object): {
    addAll(documents: readonly object[]): void;
    search(question: string): { id: number }[];
  };
}

/** Uses our folding, stop words and stemmer, so that only the ranking is compared. */
async function openMiniSearch(passages: readonly Passage[], fuzzy: number | false): Promise<Rival> {
  const { default: MiniSearch } = (await import('minisearch')) as { default: unknown };
  const index = new (MiniSearch as MiniSearchClass)({
    fields: ['title', 'text'],
    tokenize: (text: string) => wordsOf(text).map(({ word }) => word),
    processTerm: (word: string) => (STOPWORDS.has(word) ? null : rootOf(word)),
    searchOptions: { boost: { title: TITLE_BOOST }, fuzzy },
  });
  index.addAll(passages.map((passage, id) => ({ id, title: titleOf(passage), text: passage.text })));
  return {
    ask: (question) =>
      index
        .search(question)
        .slice(0, HITS)
        .map(({ id }) => passages[id]!.contentId),
    idsOf: (ids) => ids,
  };
}

interface Lunr {
  (build: (this: LunrBuilder) => void): LunrIndex;
  pt: unknown;
}
interface LunrBuilder {
  use(plugin: unknown): void;
  ref(name: string): void;
  field(name: string, options?: object): void;
  add(document: object): void;
}
interface LunrIndex {
  query(ask: (query: { term(words: string[], options: object): void }) => void): { ref: string }[];
}

function openLunr(passages: readonly Passage[]): Rival {
  const load = createRequire(import.meta.url);
  const lunr = load('lunr') as Lunr;
  load('lunr-languages/lunr.stemmer.support.js')(lunr);
  load('lunr-languages/lunr.pt.js')(lunr);
  const index = lunr(function () {
    this.use(lunr.pt);
    this.ref('id');
    this.field('title', { boost: TITLE_BOOST });
    this.field('text');
    passages.forEach((passage, id) => this.add({ id, title: titleOf(passage), text: passage.text }));
  });
  return {
    // Escapes the query syntax, in which a colon or plus of the question would be an operator.
    ask: (question) =>
      index
        .query((query) => query.term(question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [], {}))
        .slice(0, HITS)
        .map(({ ref }) => passages[Number(ref)]!.contentId),
    idsOf: (ids) => ids,
  };
}
