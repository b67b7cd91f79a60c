import type { Hit } from './search.ts';

interface Answer {
  text: string;
  used: Hit[];
}

/** `1 sobremesa*`, `R$ 30²` */
const MARK = /(?<=[\p{L}\d)])(?:\*{1,3}|[¹²³])(?![\p{L}\d*])/gu;

/** Returns the answer with the notes that its lines refer to, once each. */
export function withFootnotes({ text, used }: Answer): Answer {
  const notes = used.flatMap(({ passage, quotes = [] }) =>
    quotes.flatMap((quote) =>
      [...quote.matchAll(MARK)].flatMap(([mark]) => noteAt(passage.text, passage.text.indexOf(quote), mark) ?? []),
    ),
  );
  const missing = [...new Set(notes)].filter((note) => !text.includes(note));
  if (missing.length === 0) return { text, used };
  const told = text.split('\n').filter((line) => !missing.some((note) => note.includes(line)));
  return { text: [...told, ...missing].join('\n'), used };
}

/** The next line that begins with the mark. */
function noteAt(text: string, from: number, mark: string): string | undefined {
  const begins = new RegExp(`^\\s*${mark.replaceAll('*', '\\*')}\\s*[\\p{L}\\d]`, 'u');
  return text
    .slice(from)
    .split('\n')
    .find((line) => begins.test(line))
    ?.trim();
}
