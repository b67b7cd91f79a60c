import type { SearchResult } from '../search.ts';
import { fold } from '../words.ts';

/** A question that names an entry by its number: `o que diz a cláusula 2.1?`. */
const NAMED =
  /\b(clausula|item|artigo|art|paragrafo|inciso|secao|capitulo|topico|regra|passo|etapa|fase)\.? (?:n(?:umero|\.?o|[.°])? ?)?(\d{1,3}(?:\.\d{1,3})*)(?![\d,:/%]| ?(?:reais|anos|dias|horas)\b)/;
const QUOTED_MAX = 420;

interface Line {
  start: number;
  text: string;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const at = start;
    start += line.length + 1;
    return { start: at, text: line };
  });
}

/** Its own lines, and those of its parts (`2.1` and `2.1.1`). */
function entryIn(text: string, kind: string, number: string): { start: number; end: number } | null {
  const escaped = number.replaceAll('.', '\\.');
  const own = new RegExp(`^\\s*(?:${kind}[.\\s]\\s*)?${escaped}(?:[.):°]|[oa]\\b|\\s*[–—-])*\\s+(?=\\p{L})`, 'u');
  const part = new RegExp(`^\\s*${escaped}\\.\\d`);
  const lines = linesOf(text);
  const first = lines.findIndex((line) => own.test(fold(line.text)));
  if (first === -1) return null;
  const { start } = lines[first]!;
  let end = start + lines[first]!.text.length;
  for (const line of lines.slice(first + 1)) {
    const lineEnd = line.start + line.text.length;
    if (!part.test(line.text) || lineEnd - start > QUOTED_MAX) break;
    end = lineEnd;
  }
  return { start, end };
}

/** Changes no outcome: only what is quoted. */
export function withNumberedEntry(question: string, result: SearchResult): SearchResult {
  const [, kind, number] = NAMED.exec(fold(question)) ?? [];
  const [best] = result.hits;
  if (!kind || !number || !best || result.outcome !== 'answered' || result.fact || best.passage.answer !== null)
    return result;
  for (const hit of result.hits.filter(({ passage }) => passage.contentId === best.passage.contentId)) {
    const entry = entryIn(hit.passage.text, kind, number);
    if (!entry) continue;
    const text = hit.passage.text.slice(entry.start, entry.end).trim();
    const used = { ...hit, quotes: [text] };
    return { ...result, hits: [used, ...result.hits.filter((one) => one !== hit)], fact: { text, used: [used] } };
  }
  return result;
}
