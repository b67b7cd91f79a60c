import { hash } from 'node:crypto';
import type { OutboundResponse } from '../server/outbound/outbound.ts';
import type { ParsedPage } from './capture/capture-page.ts';
import { countWords } from './capture/words.ts';
import { extractFile } from './extract/extract-file.ts';
import type { ParserOptions } from './extract/run-parser.ts';
import { takeListed } from './left-out.ts';

const FORMATS: readonly [type: RegExp, extension: string][] = [
  [/^application\/pdf\b/i, 'pdf'],
  [/^application\/msword\b/i, 'doc'],
  [/^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\b/i, 'docx'],
  [/^text\/plain\b/i, 'txt'],
];

const typeOf = (headers: Record<string, string>) => (headers['content-type'] ?? '').trim();
const extensionOf = (headers: Record<string, string>) => FORMATS.find(([type]) => type.test(typeOf(headers)))?.[1];

/** Whether a response is a file of a format that is read like an uploaded one. */
export const isLinkedFile = ({ headers }: Pick<OutboundResponse, 'headers'>): boolean =>
  extensionOf(headers) !== undefined;

export function fileNameAt(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** As if it were a page. Throws `ExtractError`; the signal's reason when aborted. */
export async function readLinkedFile(
  answer: OutboundResponse,
  { chosen, ...options }: ParserOptions & { chosen?: readonly string[] } = {},
): Promise<ParsedPage> {
  const { url, headers, body } = answer;
  const extension = extensionOf(headers);
  const name = fileNameAt(url);
  const file = await extractFile({ name: `arquivo.${extension}`, bytes: body }, options);
  const document = takeListed(file, new Set(chosen));
  const text = document.blocks.map((block) => block.text).join('\n\n');
  return {
    url,
    siteName: null,
    canonical: null,
    title: document.title ?? name,
    description: null,
    language: document.language ?? null,
    versions: [],
    words: countWords(text),
    document,
    links: [],
    refresh: null,
    frames: [],
    needsJavaScript: false,
    noindex: false,
    substitute: null,
    shape: '',
    ...(headers.etag ? { etag: headers.etag } : {}),
    ...(headers['last-modified'] ? { lastModified: headers['last-modified'] } : {}),
    textHash: hash('sha256', text),
  };
}
