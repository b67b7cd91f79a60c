const TITLE_MAX = 80;

/** The level of a line that reads as a title in a text without styles, else 0. `next` is what follows it. */
export function plainHeadingLevel(line: string, next: string | undefined): number {
  if (line.length > TITLE_MAX || next === undefined) return 0;
  if (isCapitals(line)) return 2;
  const number = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{Lu}/u.exec(line);
  const isTitle = number !== null && !/[.;:,!?]$/.test(line) && !/^\d{1,2}(?:\.\d{1,2})*[.)]?\s/.test(next);
  return isTitle ? Math.min(6, 1 + number[1]!.split('.').length) : 0;
}

const BOLD_TITLE_MAX = 100;

/** The level of a paragraph all in bold, which is how many people write a title; 0 if it is too long or a sentence. */
export function boldHeadingLevel(text: string, next: string | undefined): number {
  return text.length <= BOLD_TITLE_MAX && !/[.;,]$/.test(text) && /\S/.test(next ?? '') ? 3 : 0;
}

/** Three letters or more, all capitals, and no table of figures. */
function isCapitals(line: string): boolean {
  const letters = line.match(/\p{L}/gu)?.length ?? 0;
  return letters >= 3 && letters >= line.length / 2 && line === line.toUpperCase() && !/[;,]$/.test(line);
}
