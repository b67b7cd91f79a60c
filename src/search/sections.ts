import type { Hit } from './search.ts';
import type { Span } from './sentences.ts';

const LABEL_MAX = 60;

/** Per sentence, the index of the line that is the label of its paragraph, as `Suíte Família` above `Até 4 pessoas.`; -1 without one. */
function labelsOf(text: string, sentences: readonly Span[]): Int32Array {
  let label = -1;
  return Int32Array.from(sentences, ({ start, end }, at) => {
    const before = text.slice(sentences[at - 1]?.end ?? 0, start);
    if (/\n[^\S\n]*\n/.test(before)) label = -1;
    const isLine = (at === 0 || before.includes('\n')) && /^[^\S\n]*\n[^\S\n]*\S/.test(text.slice(end));
    const line = text.slice(start, end);
    if (isLine && line.length <= LABEL_MAX && /^\p{Lu}/u.test(line) && !/[\d|]|[.!?;,]$/.test(line)) {
      label = at;
      return -1;
    }
    return label;
  });
}

/** As much of a word as its best sentence has. */
const SAME_SHARE = 0.8;

/** Starts of the sentences below a label, if another label names what they do not: `Suíte Standard` for `Chalé da Lagoa`. */
export function otherSections({ passage, sentences }: Hit): ReadonlySet<number> {
  const inOrder = sentences.toSorted((a, b) => a.start - b.start);
  const labels = labelsOf(
    passage.text,
    inOrder.map(({ start, text }) => ({ start, end: start + text.length })),
  );
  const used = [...new Set(labels)].filter((label) => label >= 0);
  const most = inOrder[0]?.holds.map((_, word) => Math.max(...inOrder.map(({ holds }) => holds[word]!))) ?? [];
  const wordsOf = (at: number) =>
    most.flatMap((max, word) => (max > 0 && inOrder[at]!.holds[word]! >= SAME_SHARE * max ? [word] : []));
  const named = used.map(wordsOf);
  const isOther = (at: number) => {
    if (labels[at]! < 0) return false;
    const own = new Set([...wordsOf(at), ...wordsOf(labels[at]!)]);
    // The other label names all that this section does, and more.
    return named.some(
      (words) =>
        words.some((word) => !own.has(word)) && named.flat().every((word) => !own.has(word) || words.includes(word)),
    );
  };
  return new Set(inOrder.flatMap(({ start }, at) => (isOther(at) ? [start] : [])));
}
