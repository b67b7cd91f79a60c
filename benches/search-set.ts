import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Passage } from '../src/server/knowledge/search/passage.ts';

export interface EvalQuery {
  id: string;
  source: string;
  /** `answerable`, or why the base has no answer. */
  kind: string;
  question: string;
  relevant: string[];
  answers: string[];
}

export interface EvalSet {
  passages: Passage[];
  /** The source of each document. */
  sources: Map<string, string>;
  queries: EvalQuery[];
  /** By kind of noise, questions as people type them, with the query they stand for. */
  noisy: Map<string, EvalQuery[]>;
}

type Row = Record<string, unknown>;

/** Reads a folder of the shape documents.jsonl, queries.jsonl and, where there is one, queries.noisy.jsonl. */
export function readEvalSet(folder: string): EvalSet {
  const documents = readRows(join(folder, 'documents.jsonl'));
  const queries = readRows(join(folder, 'queries.jsonl')).map((row): EvalQuery => ({
    id: String(row.id),
    source: String(row.source),
    kind: String(row.kind),
    question: String(row.question),
    relevant: (row.relevant as string[] | undefined) ?? [],
    answers: (row.answers as string[] | undefined) ?? (typeof row.answer === 'string' ? [row.answer] : []),
  }));
  const byId = new Map(queries.map((query) => [query.id, query]));
  const noisyFile = join(folder, 'queries.noisy.jsonl');
  const noisy = new Map<string, EvalQuery[]>();
  for (const row of existsSync(noisyFile) ? readRows(noisyFile) : []) {
    const meant = byId.get(String(row.id));
    if (meant === undefined) continue;
    const kind = String(row.noise);
    noisy.set(kind, [...(noisy.get(kind) ?? []), { ...meant, question: String(row.question) }]);
  }
  return {
    passages: documents.map(toPassage),
    sources: new Map(documents.map((row) => [String(row.id), String(row.source)])),
    queries,
    noisy,
  };
}

/** Reads a folder's documents alone, to stand in the way. */
export function readHaystack(folder: string): Passage[] {
  return readRows(join(folder, 'documents.jsonl')).map(toPassage);
}

function readRows(file: string): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}

function toPassage(row: Row): Passage {
  const title = String(row.title ?? '');
  const text = String(row.text ?? '');
  const isFaq = row.type === 'faq' || typeof row.question === 'string';
  return {
    contentId: String(row.id),
    ordinal: 0,
    title,
    heading: null,
    page: null,
    url: null,
    text: typeof row.answer === 'string' ? row.answer : text,
    question: isFaq ? String(row.question ?? title) : null,
    answer: isFaq ? String(row.answer ?? text) : null,
  };
}
