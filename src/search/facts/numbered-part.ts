import { assertText } from '../assert-text.ts';
import { nearestHeading } from '../passage.ts';
import type { Hit, SearchResult } from '../search.ts';
import { renderRow, rowAt } from '../table-rows.ts';
import { fold } from '../words.ts';

const ORDINALS = ['primeir', 'segund', 'terceir', 'quart', 'quint', 'sext', 'setim', 'oitav', 'non', 'decim'];
const KIND = '(dia|semana|modulo|aula|encontro|etapa|fase|clausula|capitulo)';
/** `4º`, `quarto`, and a number behind its kind. */
const ORDINAL = String.raw`(?:(\d{1,2}) ?[oaºª°]\.?|(${ORDINALS.join('|')})[oa])`;
const BEFORE = new RegExp(String.raw`\b${ORDINAL} ${KIND}\b`);
const BEHIND = new RegExp(String.raw`\b${KIND} (?:(\d{1,2})(?![\d/:]|,\d| ?[h%])|${ORDINAL})(?!\p{L})`, 'u');
const SECTION_MAX = 600;

/** What a question or a heading names by its number: `4º dia`, `quarto dia`, `Módulo 3`, `CLÁUSULA QUINTA`. */
function partIn(text: string): { index: number; name: string } | null {
  const folded = fold(text);
  const before = BEFORE.exec(folded);
  const found = before ?? BEHIND.exec(folded);
  if (!found) return null;
  const [kind, ...numbers] = before ? [before[3], before[1], before[2]] : found.slice(1);
  const number = numbers.find((one) => one !== undefined)!;
  return { index: found.index, name: `${kind} ${/\d/.test(number) ? Number(number) : ORDINALS.indexOf(number) + 1}` };
}

/** What stands below the heading that begins with the name, or the row of a table; null for none, or too much. */
function textOf({ passage }: Hit, name: string): string | null {
  const isNamed = (title: string) => {
    const part = partIn(title);
    return part?.index === 0 && part.name === name;
  };
  const lines = passage.text.split('\n');
  const starts = lines.map((_, at) => lines.slice(0, at).join('\n').length + (at > 0 ? 1 : 0));
  const row = starts
    .flatMap((start) => rowAt(passage.text, start) ?? [])
    .find(({ header, cells }) => {
      const [title = ''] = header ?? [];
      return isNamed(`${title} ${/^\d{1,2}(?=[.)º\s]|$)/.exec(cells[0] ?? '')?.[0]}`) || isNamed(cells[0] ?? '');
    });
  if (row) return renderRow(row);
  const label = lines.findIndex((line, at) => isNamed(line) && (at === 0 || lines[at - 1]!.trim() === ''));
  const heading = nearestHeading(passage);
  if (label < 0 && !isNamed(heading)) return null;
  const from = label + 1;
  const end = lines.findIndex((line, at) => at >= from && line.trim() === '');
  const section = [label < 0 ? heading : lines[label]!, ...lines.slice(from, end < 0 ? undefined : end)].join('\n');
  return section.length <= SECTION_MAX ? section : null;
}

/** `abrem dia 2?` means a date. */
const isDate = (question: string) => /\bdia \d/.test(question) && !/\b(?:o que|oq|qual|como|onde)\b/.test(question);

/** Tells the part that a question names by its number, if only one has it and the search answers from elsewhere. */
export function withNumberedPart(question: string, result: SearchResult): SearchResult {
  const name = partIn(question)?.name;
  if (name === undefined || result.fact || isDate(fold(question))) return result;
  const found = result.hits.flatMap((hit) => {
    const text = hit.passage.answer === null ? textOf(hit, name) : null;
    return text === null ? [] : [{ hit, text }];
  });
  const [only, ...others] = found;
  const isAnswered = result.outcome === 'answered' && result.hits[0] === only?.hit;
  if (!only || others.length > 0 || isAnswered) return result;
  return assertText(result, only.text, [{ ...only.hit, quotes: [only.text] }]);
}
