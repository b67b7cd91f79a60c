/** `* só às terças` */
export const NOTE = /^\s*\*{1,3}\s*[\p{L}\d]/u;

/** As many words have such a mark as lines begin with one: `* só às terças` belongs to `Feijoada*`. */
export function haveNotes(lines: readonly string[]): boolean {
  const marked = lines.filter((line) => /[\p{L}\d)]\*{1,3}(?![\p{L}\d*])/u.test(line)).length;
  return marked > 0 && lines.filter((line) => NOTE.test(line)).length <= marked;
}
