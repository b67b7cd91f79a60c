import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Passage } from '../../src/search/passage.ts';
import { UsageError } from '../command-line.ts';

export interface EvalQuery {
  id: string;
  source: string;
  /** `answerable`, or why the base has no answer. */
  kind: string;
  question: string;
  relevant: string[];
  answers: string[];
}

export interface EvalQueries {
  clean: EvalQuery[];
  /** By kind of noise: questions as people type them, with the expectation of the original question. */
  noisy: Map<string, EvalQuery[]>;
}

/** A passage and the source it is counted under. */
export interface EvalDocument {
  source: string;
  passage: Passage;
}

type Row = Record<string, unknown>;

const DOCUMENTS = 'documents.jsonl';
const QUERIES = 'queries.jsonl';
const NOISY = 'queries.noisy.jsonl';

/** Reads the documents of a folder; FAQs become FAQs. Throws `UsageError`. */
export function readDocuments(folder: string): EvalDocument[] {
  const rows = readRows(folder, DOCUMENTS);
  if (rows.length === 0) throw new UsageError(`${join(folder, DOCUMENTS)}: no documents`);
  return rows.map((row) => ({ source: String(row.source), passage: toPassage(row) }));
}

/** Reads the questions of a folder, with the noisy ones if there are any. Throws `UsageError`. */
export function readQueries(folder: string): EvalQueries {
  const clean = readRows(folder, QUERIES).map(toQuery);
  if (!clean.some(({ kind }) => kind === 'answerable')) {
    throw new UsageError(`${join(folder, QUERIES)}: no answerable question`);
  }
  const byId = new Map(clean.map((query) => [query.id, query]));
  const noisy = new Map<string, EvalQuery[]>();
  for (const row of existsSync(join(folder, NOISY)) ? readRows(folder, NOISY) : []) {
    const meant = byId.get(String(row.id));
    if (meant === undefined) continue;
    const noise = String(row.noise);
    if (!noisy.has(noise)) noisy.set(noise, []);
    noisy.get(noise)!.push({ ...meant, question: String(row.question) });
  }
  return { clean, noisy };
}

function readRows(folder: string, name: string): Row[] {
  const file = join(folder, name);
  if (!existsSync(file)) throw new UsageError(`${file}: not there`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readRow(line, `${file}:${index + 1}`)]));
}

function readRow(line: string, location: string): Row {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new UsageError(`${location}: not JSON`);
  }
  if (typeof row !== 'object' || row === null || !('id' in row)) throw new UsageError(`${location}: no id`);
  return row as Row;
}

function toQuery(row: Row): EvalQuery {
  const answers = Array.isArray(row.answers) ? row.answers.map(String) : [];
  return {
    id: String(row.id),
    source: String(row.source),
    kind: String(row.kind ?? 'answerable'),
    question: String(row.question ?? ''),
    relevant: Array.isArray(row.relevant) ? row.relevant.map(String) : [],
    answers: answers.length === 0 && typeof row.answer === 'string' && row.answer !== '' ? [row.answer] : answers,
  };
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
