import { assertText } from '../assert-text.ts';
import { nearestHeading, type Passage } from '../passage.ts';
import { withoutListMark } from '../quotable.ts';
import { onlyNames } from '../records/asked.ts';
import { rootOf } from '../roots.ts';
import type { Hit, SearchResult } from '../search.ts';
import { STOPWORDS } from '../stopwords.ts';
import { isHeaderRow, renderRow, rowAt } from '../table-rows.ts';
import { fold, wordsOf } from '../words.ts';

/** `quais cursos vocês têm?`, `quais sabores de torta?` */
const ASKS_ALL =
  /^(?:e |oi |ola )?(?:quais|que) (?:sao )?(?:os |as )?(?:(?:sabores|tipos|opcoes|modelos|tamanhos|cores) d[aeo]s? ([a-z]{3,})|([a-z]{3,}s))(?: (?:que|disponiveis|voces|vcs|ai|la|tem|temos|ha|existem?|oferecem?|fazem|vendem|servem|sao))*$/;
/** `como faço pra alugar?`, answered by the steps below `Como alugar`. */
const ASKS_HOW = /^(?:e |oi |ola )?como\b/;
/** `o que está incluso no pacote?`, answered by the list below `O pacote inclui`. */
const ASKS_INCLUDED = /^(?:e |oi |ola )?o que (?:\w+ ){0,3}inclu(?:i|so|sos|ido|idos|em)\b/;
const INCLUDES = /\binclu(?:i|so|sos|sa|sas|ido|idos|em)\b/;
const NEGATES = /\b(?:nao|sem|exceto)\b/;
/** Answered from records and facts. */
const OTHERWISE = /^(?:horas|horarios|dias|vezes|meses|semanas|formas|meios)$/;
const LINES_MAX = 10;
const LIST_MAX = 600;
const LABEL_MAX = 40;
/** What may stand beside a name: `TURMAS 2026`, `TARIFAS (até 30 kg)`. */
const BESIDE_NAME = /\s+(?:20\d\d(?:\/\d)?|\([^()]*\))$/;

interface Block {
  name: string;
  start: number;
  lines: readonly string[];
}

const rootsOf = (text: string) =>
  wordsOf(text).flatMap(({ word }) => (STOPWORDS.has(word) || /\d/.test(word) ? [] : [rootOf(word)]));

/** Returns whether what stands below a name is asked for; null if the question asks for no list. */
function listAskedFor(asked: string): ((name: string) => boolean) | null {
  const [, ofKind, named = ''] = ASKS_ALL.exec(asked) ?? [];
  const word = ofKind ?? named;
  if (word !== '') return OTHERWISE.test(word) ? null : (name) => rootsOf(name)[0] === rootOf(word);
  if (ASKS_INCLUDED.test(asked))
    return (name) => INCLUDES.test(fold(name)) && NEGATES.test(fold(name)) === NEGATES.test(asked);
  if (!ASKS_HOW.test(asked)) return null;
  const roots = rootsOf(asked);
  return (name) => ASKS_HOW.test(fold(name)) && rootsOf(name).some((root) => !onlyNames(root) && roots.includes(root));
}

/** The lines below the heading, or below a line of its own that starts a paragraph, up to the next blank line. */
function blocksIn(passage: Passage): Block[] {
  const lines = passage.text.split('\n');
  const starts = lines.map((_, at) => lines.slice(0, at).join('\n').length + (at > 0 ? 1 : 0));
  const until = (from: number) => {
    const end = lines.findIndex((line, at) => at >= from && line.trim() === '');
    return lines.slice(from, end < 0 ? lines.length : end);
  };
  const isLabel = (line: string, at: number) =>
    (at === 0 || lines[at - 1]!.trim() === '') &&
    line.length <= LABEL_MAX &&
    /^\p{Lu}/u.test(line) &&
    !/\d|[.!;,]$/.test(line.replace(BESIDE_NAME, ''));
  const below = lines.flatMap((line, at) =>
    isLabel(line, at) && at + 1 < lines.length
      ? [{ name: line.replace(/:$/, ''), start: starts[at + 1]!, lines: until(at + 1) }]
      : [],
  );
  return [{ name: nearestHeading(passage), start: 0, lines: until(0) }, ...below];
}

const isList = ({ lines }: Block) => {
  const isShort = lines.length <= LINES_MAX && lines.join('\n').length <= LIST_MAX;
  return isShort && (lines.length > 1 || /,.*(?:,| e )/.test(lines[0] ?? ''));
};

/** Of several lists the one whose name has a word of the question, or the only one if it is in the best passage. */
function includedIn<Found extends { hit: Hit; block: Block }>(asked: string, found: Found[], best: Hit): Found[] {
  const roots = rootsOf(asked.replace(INCLUDES, '')).filter((root) => !onlyNames(root));
  const named = found.filter(({ block }) => rootsOf(block.name).some((root) => roots.includes(root)));
  const fitting = named.length > 0 ? named : found.filter(({ hit }) => hit === best);
  return fitting.length === 1 ? fitting : [];
}

/** Tells all that stands below the heading that names what is asked for, if no FAQ answers. */
export function withListBelow(question: string, result: SearchResult): SearchResult {
  const asked = fold(question)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const isAskedFor = listAskedFor(asked);
  const [best] = result.hits;
  const asksSame = (faq: string) =>
    ASKS_HOW.test(asked) || ASKS_INCLUDED.test(asked) || wordsOf(faq).some(({ word }) => isAskedFor?.(word));
  if (!isAskedFor || result.fact || !best || best.isPhrased) return result;
  const { answer, question: faq } = best.passage;
  if (result.outcome === 'answered' && answer !== null && asksSame(faq ?? '')) return result;
  const all = result.hits.flatMap((hit) => {
    // The menu of a site names its pages, and does not list what there is.
    const blocks = hit.passage.answer === null && !hit.passage.isBoilerplate ? blocksIn(hit.passage) : [];
    return blocks.filter(({ name }) => isAskedFor(name)).map((block) => ({ hit, block }));
  });
  const found = ASKS_INCLUDED.test(asked) ? includedIn(asked, all, best) : all;
  const [first, ...others] = found
    .filter(({ hit }) => hit.passage.contentId === found[0]!.hit.passage.contentId)
    .sort((a, b) => a.hit.passage.ordinal - b.hit.passage.ordinal);
  if (!first) return result;
  const told =
    others.length > 0 ? namesOf([first, ...others].map(({ block }) => block)) : toldBelow(first.hit, first.block);
  if (told === null) return result;
  return assertText(result, told, [{ ...first.hit, quotes: [first.block.lines.join('\n')] }]);
}

/** `PACOTE MARUJO` and `PACOTE CAPITÃO` for `quais pacotes?` */
function namesOf(blocks: readonly Block[]): string | null {
  const names = [...new Set(blocks.map(({ name }) => withoutListMark(name)))];
  return names.length <= LINES_MAX ? names.join('\n') : null;
}

function toldBelow({ passage: { text } }: Hit, block: Block): string | null {
  if (!isList(block)) return null;
  let at = block.start;
  const told = block.lines.flatMap((line) => {
    const row = rowAt(text, at);
    at += line.length + 1;
    if (row === null) return withoutListMark(line.trim());
    return isHeaderRow(text, row) ? [] : renderRow(row);
  });
  return [withoutListMark(block.name), ...told].join('\n');
}
