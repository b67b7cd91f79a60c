import { createHash } from 'node:crypto';
import type { Outbound, OutboundResponse } from '../../outbound/outbound.ts';
import type { ExtractedDocument } from '../blocks.ts';
import { CaptureError } from './capture-error.ts';
import { decodeHtml } from './charset.ts';
import { extractBlocks } from './extract-blocks.ts';
import { fetchPage, type PageRequest } from './fetch-page.ts';
import { findMainText } from './main-text.ts';
import { parseHtml } from './parse-html.ts';
import { robotsFor } from './robots.ts';
import { type PageSurvey, surveyPage } from './survey-page.ts';
import { countWords } from './words.ts';

export interface CapturedPage {
  /** After redirects. */
  url: string;
  canonical: string | null;
  title: string | null;
  description: string | null;
  /** BCP 47, as the page says it. */
  language: string | null;
  /** Words of the main text. */
  words: number;
  document: ExtractedDocument;
  /** Absolute, without fragments; none when the page asks robots not to follow them. */
  links: string[];
  /** A program draws (most of) the page: what was read may be but a part. */
  needsJavaScript: boolean;
  noindex: boolean;
  etag?: string;
  lastModified?: string;
  /** SHA-256 of title and main text, in hex: equal hashes need no training again. */
  textHash: string;
}

/** Below so many words, a page that shows the marks of a program is one that needs it. */
const LITTLE_TEXT = 50;
/** Below so many, nothing of such a page is worth keeping. */
const NO_TEXT = 15;
const HEAVY_SCRIPT_CHARS = 20_000;

function needsProgram({ scripts, emptyAppRoot, asksForJavaScript }: PageSurvey, words: number): boolean {
  if (words >= LITTLE_TEXT || scripts.count === 0) return false;
  const isHeavy = scripts.count >= 5 || scripts.inlineChars > HEAVY_SCRIPT_CHARS;
  return emptyAppRoot || asksForJavaScript || (isHeavy && words < NO_TEXT);
}

/** Turns an answer into a captured page, however little it holds. */
export function capturePage({ url, headers, body }: OutboundResponse): CapturedPage {
  const tree = parseHtml(decodeHtml(body, headers['content-type']));
  const survey = surveyPage(tree, url, headers);
  const { title, description, language, canonical, noindex } = survey;
  const blocks = extractBlocks(findMainText(tree));
  const text = blocks.map((block) => block.text).join('\n\n');
  const words = countWords(text);
  return {
    ...{ url, canonical, title, description, language, words, noindex },
    document: { title, ...(language ? { language } : {}), blocks },
    links: survey.nofollow ? [] : survey.links,
    needsJavaScript: needsProgram(survey, words),
    ...(headers.etag ? { etag: headers.etag } : {}),
    ...(headers['last-modified'] ? { lastModified: headers['last-modified'] } : {}),
    textHash: createHash('sha256')
      .update(`${title ?? ''}\n\n${text}`)
      .digest('hex'),
  };
}

/** Why a captured page is of no use, or null. */
export function lackOf({ words, needsJavaScript }: CapturedPage): 'needs_javascript' | 'empty' | null {
  if (needsJavaScript && words < NO_TEXT) return 'needs_javascript';
  return words === 0 ? 'empty' : null;
}

export type ReadRequest = PageRequest;

/**
 * Reads one page, if its site's robots.txt lets us: what it says of itself and its main text. With `etag` or
 * `lastModified` of an earlier reading it answers null when the page has not changed since. Throws CaptureError, or the
 * reason of an abort.
 */
export function readPage(
  outbound: Outbound,
  url: string,
  request?: ReadRequest & { etag?: undefined; lastModified?: undefined },
): Promise<CapturedPage>;
export function readPage(outbound: Outbound, url: string, request: ReadRequest): Promise<CapturedPage | null>;
export async function readPage(
  outbound: Outbound,
  url: string,
  request: ReadRequest = {},
): Promise<CapturedPage | null> {
  await assertAllowed(outbound, url, request.signal);
  const answer = await fetchPage(outbound, url, request);
  if (answer.url !== url) await assertAllowed(outbound, answer.url, request.signal);
  if (answer.status === 304) return null;
  const page = capturePage(answer);
  const lack = lackOf(page);
  if (lack) throw new CaptureError(lack, url);
  return page;
}

/** Throws CaptureError `robots` when the site does not want us at `url`. */
export async function assertAllowed(outbound: Outbound, url: string, signal?: AbortSignal): Promise<void> {
  if (!URL.canParse(url)) throw new CaptureError('unreachable', url);
  const robots = await robotsFor(outbound, url, signal);
  if (!robots.isAllowed(url)) throw new CaptureError('robots', url);
}
