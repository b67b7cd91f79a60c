const TITLE_MAX = 80;
/** `ESPETINHOS (servem 1 pessoa)` */
const NOTE = /\s*\([^()]*\)$/;

export function plainHeadingLevel(line: string, next: string | undefined): number {
  if (line.length > TITLE_MAX || next === undefined) return 0;
  if (isCapitals(line.replace(NOTE, ''))) return 2;
  const number = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{Lu}/u.exec(line);
  const goesOn = /^(?:\d{1,2}(?:\.\d{1,2})*[.)]?\s|\p{Ll})/u.test(next);
  const isTitle = number !== null && !/[.;:,!?]$/.test(line) && !goesOn;
  return isTitle ? Math.min(6, 1 + number[1]!.split('.').length) : 0;
}

const BOLD_TITLE_MAX = 100;

/** 0 when it is too long or a sentence. Many people format headings in bold. */
export function boldHeadingLevel(text: string, next: string | undefined): number {
  return text.length <= BOLD_TITLE_MAX && !/[.;,]$/.test(text) && /\S/.test(next ?? '') ? 3 : 0;
}

/** At least three letters, and mostly letters (not figures). */
function isCapitals(line: string): boolean {
  const letterCount = line.match(/\p{L}/gu)?.length ?? 0;
  return letterCount >= 3 && letterCount >= line.length / 2 && line === line.toUpperCase() && !/[;,]$/.test(line);
}
