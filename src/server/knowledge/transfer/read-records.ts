import { TEXT_MAX } from '../../../reading/extract/tidy-text.ts';
import { formMessage } from '../../../shared/form-messages.ts';
import { repairTexts } from '../../runtime/repair-texts.ts';
import { t } from '../../runtime/translate.ts';
import { type BaseItem, type BaseLine, baseLine, type FileLine, type PageLine } from './format.ts';
import { LINE_MAX_BYTES, type SourceLine } from './read-lines.ts';

export interface Refusal {
  line: number;
  message: string;
}
export type BaseRecord = { line: number; item: BaseItem } | { line: number; refusal: string };

const fault = (code: string, values: Record<string, unknown> = {}) => t(`base-transfer.faults.${code}`, values);

type Parsed = { value: BaseLine } | { refusal: string };

function describe(line: unknown): string {
  const { error } = baseLine.safeParse(line, { reportInput: true });
  const [issue] = error?.issues ?? [];
  if (!issue || (issue.code === 'invalid_union' && issue.path[0] === 'kind')) return fault('unknown_kind');
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return fault('unknown_field', { field: String(issue.keys[0]).slice(0, 60) });
  const { code, values } = formMessage(issue);
  return field === '' ? fault('not_object') : fault('field', { field, problem: t(`validation.${code}`, values) });
}

function parseLine({ text, fault: unread }: SourceLine): Parsed {
  if (text === null) return { refusal: fault(unread ?? 'not_utf8', { most: LINE_MAX_BYTES / 1024 / 1024 }) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refusal: fault('not_json') };
  }
  const unfit = repairTexts(value);
  if (unfit !== null) return { refusal: fault(unfit.code) };
  const checked = baseLine.safeParse(value);
  return checked.success ? { value: checked.data } : { refusal: describe(value) };
}

/** Continuation lines are still to come. */
interface OpenItem {
  line: number;
  item: PageLine | (FileLine & { bytes: Buffer });
  parts: Buffer[];
  size: number;
  characters: number;
}

const isComplete = ({ item, size }: OpenItem) =>
  item.passages.length === item.passageCount && (item.kind === 'page' || size === item.byteCount);

/** Even if the rest follows; null if it can be imported. */
function faultOf({ item, size, characters }: OpenItem): string | null {
  if (characters > TEXT_MAX) return fault('text_too_long');
  if (item.passages.length > item.passageCount) return fault('too_many_passages');
  return item.kind === 'file' && size > item.byteCount ? fault('too_many_bytes') : null;
}

const charactersOf = (passages: PageLine['passages']) => passages.reduce((sum, { text }) => sum + text.length, 0);

function open(line: number, item: PageLine | FileLine): OpenItem {
  const opened = item.kind === 'file' ? { ...item, bytes: Buffer.alloc(0) } : item;
  return { line, item: opened, parts: [], size: 0, characters: charactersOf(item.passages) };
}

function extend(opened: OpenItem, value: Extract<BaseLine, { kind: 'passages' | 'bytes' }>): void {
  if (value.kind === 'passages') {
    for (const passage of value.passages) opened.item.passages.push(passage);
    opened.characters += charactersOf(value.passages);
    return;
  }
  const part = Buffer.from(value.base64, 'base64');
  opened.parts.push(part);
  opened.size += part.length;
}

function close({ line, item, parts }: OpenItem): BaseRecord {
  if (item.kind === 'file') item.bytes = Buffer.concat(parts);
  return { line, item };
}

const isContinuation = (value: BaseLine): value is Extract<BaseLine, { kind: 'passages' | 'bytes' }> =>
  value.kind === 'passages' || value.kind === 'bytes';

/** A refused line does not affect others; its continuations are not refused again. */
export async function* readRecords(lines: AsyncIterable<SourceLine>): AsyncGenerator<BaseRecord> {
  let opened: OpenItem | null = null;
  let isSkipping = false;
  for await (const read of lines) {
    const { line } = read;
    const parsed = parseLine(read);
    if ('value' in parsed && isContinuation(parsed.value)) {
      if (!opened) {
        if (!isSkipping) yield { line, refusal: fault('orphan') };
        continue;
      }
      extend(opened, parsed.value);
    } else {
      if (opened) yield { line: opened.line, refusal: fault('incomplete') };
      opened = null;
      isSkipping = 'refusal' in parsed;
      if ('refusal' in parsed) yield { line, refusal: parsed.refusal };
      else if (parsed.value.kind === 'page' || parsed.value.kind === 'file') opened = open(line, parsed.value);
      else yield { line, item: parsed.value as BaseItem };
    }
    if (!opened) continue;
    const refusal = faultOf(opened);
    if (refusal !== null) yield { line: opened.line, refusal };
    else if (isComplete(opened)) yield close(opened);
    else continue;
    isSkipping = refusal !== null;
    opened = null;
  }
  if (opened) yield { line: opened.line, refusal: fault('incomplete') };
}
