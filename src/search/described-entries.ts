import type { Hit } from './search.ts';

interface Answer {
  text: string;
  used: Hit[];
}

/** A name with its price at the end: `Kit Festa — R$ 239`, `Combo casal: R$ 59,90 (sem taxa)`. */
const PRICED = /\p{L}.*R\$\s?\d[\d.,]*(?:\s*\([^()]*\))?$/u;
const DESCRIPTION_MAX = 200;

/** In a list whose entries have their description on the line below, both are told: `Kit Festa — R$ 239` and `1 bolo e 50 doces`. */
export function withDescriptions({ text, used }: Answer): Answer {
  const entries = used.flatMap(({ passage }) => (passage.answer === null ? describedIn(passage.text) : []));
  const isTold = (line: string) => text.includes(line);
  const lines = text.split('\n').flatMap((line) => {
    const named = entries.find(({ name, description }) => line.includes(name) && !isTold(description));
    if (named) return [line, named.description];
    const described = entries.find(({ name, description }) => line === description && !isTold(name));
    return described ? [described.name, line] : line;
  });
  return { text: lines.join('\n'), used };
}

function describedIn(text: string): { name: string; description: string }[] {
  return text.split(/\n\s*\n/).flatMap((paragraph) => {
    const lines = paragraph.split('\n').map((line) => line.trim());
    const isDescription = (line = '') => line !== '' && line.length <= DESCRIPTION_MAX && !/R\$|[:?]$|^[-•]/.test(line);
    const priced = lines.flatMap((line, at) => (PRICED.test(line) && !line.includes(' | ') ? [at] : []));
    const found = priced.filter(
      (at, nth) => isDescription(lines[at + 1]) && (priced[nth + 1] ?? lines.length) === at + 2,
    );
    return found.length > 1 && found.length === priced.length
      ? found.map((at) => ({ name: lines[at]!, description: lines[at + 1]! }))
      : [];
  });
}
