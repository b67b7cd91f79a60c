import chat from '../../../locales/pt-BR/chat.json' with { type: 'json' };
import { nearestHeading, type Passage } from '../passage.ts';
import { renderRow, rowAt } from '../table-rows.ts';
import type { BusinessRecord } from './record.ts';

/** The mark or number of a list's entry. */
const LIST_MARK =
  /^(?:[\s•*–—·>✅✔️-]+|(?:\d{1,3}|\p{L})[.)]\s+|\d{1,2}(?:\.\d{1,2})+\.?\s+(?=\p{Lu}\p{L}*\s)|Parágrafo único\.\s+)+(?=\S)/u;

export function tidyLine(passage: Passage, { quote }: Pick<BusinessRecord, 'quote'>): string {
  const row = rowAt(passage.text, quote.start);
  const text = row ? renderRow(row) : passage.text.slice(quote.start, quote.end);
  return text
    .replace(LIST_MARK, '')
    .replace(/\s*(?:\.{3,}|…+|(?:\s\.){2,}|_{2,}|\s{3,}|\t)\s*(?=\S)/gu, ': ')
    .replace(
      /\s*\/\s*(\d{1,2}x)\s*(?:de\s*)?(?:R\$\s*)?(?=\d)/giu,
      (_, times: string) => ` ${chat.composed.or} ${times} ${chat.composed.of} R$ `,
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** Null if it does not say what the lines are about. */
export const headingOf = (passage: Passage): string | null =>
  passage.question === null ? nearestHeading(passage).replace(LIST_MARK, '') || null : null;

export function withVerdict(verdict: 'yes' | 'no' | null, line: string): string {
  if (verdict === null || /^(?:sim|não|nao)\b/iu.test(line)) return line;
  return `${chat.composed[verdict]} ${line.charAt(0).toUpperCase()}${line.slice(1)}`;
}

export const isRefusing = (text: string): boolean => text.startsWith(chat.composed.no);
