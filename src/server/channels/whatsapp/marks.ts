/** Meta's limits, in characters. */
export const TEXT_MAX = 4_096;
/** The text of a message with buttons or a list. */
export const BODY_MAX = 1_024;

const TABLE_RULE = /^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$/;
const TABLE_ROW = /^\s*\|(.*)\|\s*$/;

function lineOf(line: string): string[] {
  const [, cells] = TABLE_ROW.exec(line) ?? [];
  if (cells !== undefined) {
    if (TABLE_RULE.test(line)) return [];
    return [
      marked(
        cells
          .split('|')
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(' – '),
      ),
    ];
  }
  const [, heading] = /^\s{0,3}#{1,6}\s+(.*?)[\s#]*$/.exec(line) ?? [];
  if (heading) return [`*${marked(heading).replaceAll('*', '')}*`];
  return [marked(line.replace(/^(\s*)[*+•]\s+/, '$1- '))];
}

/** Marks inside of a line. Bold is set aside first, because WhatsApp's bold is Markdown's italics. */
function marked(line: string): string {
  return line
    .replace(/\[([^\]]{1,500})\]\((https?:\/\/[^\s)]+)\)/g, (_all, text: string, url: string) =>
      text === url ? url : `${text}: ${url}`,
    )
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '\u0001$2\u0001')
    .replace(/(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])/g, '_$1_')
    .replace(/~~(?=\S)(.+?)(?<=\S)~~/g, '~$1~')
    .replace(/<br\s*\/?>/gi, '\n')
    .replaceAll('\u0001', '*');
}

/** Returns an answer with WhatsApp's marks in the place of Markdown's. Code stays as it is. */
export function withMarks(answer: string): string {
  return answer
    .split(/(```[\s\S]*?```)/)
    .map((part, at) => (at % 2 === 1 ? part.replace(/^```\w*\n/, '```') : part.split('\n').flatMap(lineOf).join('\n')))
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The last place to cut in each of these: after a paragraph, a line, a sentence, a word. */
const CUTS = [/\n\n/g, /\n/g, /[.!?…]["”’)]?\s/g, /\s/g];

/** Cuts a text into parts of at most `max` characters: between paragraphs, lines or sentences, or else words. */
export function cutText(text: string, max: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const start = rest.slice(0, max + 1);
    const ends = CUTS.map((cut) =>
      Math.max(0, ...[...start.matchAll(cut)].map((found) => found.index + found[0].trimEnd().length)),
    );
    // A part that is nearly empty reads worse than one that ends within a paragraph.
    let end = ends.find((one) => one >= max / 2 && one <= max) ?? ends.find((one) => one > 0 && one <= max) ?? max;
    if (/[\uD800-\uDBFF]/.test(rest.charAt(end - 1))) end -= 1;
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}

/** Returns a text of at most `max` characters, which ends after a whole word with an ellipsis if it was longer. */
export function shortened(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const start = line.slice(0, max - 1);
  const end = start.lastIndexOf(' ');
  return `${(end > max / 2 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()}…`;
}
