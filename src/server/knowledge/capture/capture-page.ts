import { hash } from 'node:crypto';
import type { SeoCheck } from '../../../shared/seo.ts';
import type { OutboundResponse } from '../../outbound/outbound.ts';
import type { ExtractedDocument } from '../blocks.ts';
import { evaluatePage } from '../seo/evaluate-page.ts';
import { decodeHtml } from './charset.ts';
import { extractBlocks } from './extract-blocks.ts';
import { findMainText } from './main-text.ts';
import { parseHtml } from './parse-html.ts';
import { type PageSurvey, surveyPage } from './survey-page.ts';
import type { ToldLinks } from './told-links.ts';
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
  /** The page asks robots to keep nothing of it. */
  noindex: boolean;
  etag?: string;
  lastModified?: string;
  /** SHA-256 of title and main text, in hex: equal hashes need no training again. */
  textHash: string;
  /** How it stands with search engines, when that was asked for. */
  seo?: SeoCheck[];
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

interface CaptureOptions {
  /** Also evaluates how the page stands with search engines. */
  evaluates?: boolean;
  /** Links that may be left out. */
  told?: ToldLinks;
}

/** Turns an answer into a captured page, however little it holds. */
export function capturePage(answer: OutboundResponse, { evaluates = false, told }: CaptureOptions = {}): CapturedPage {
  const { url, headers, body } = answer;
  const tree = parseHtml(decodeHtml(body, headers['content-type']));
  const survey = surveyPage(tree, url, headers, told);
  const { title, description, language, canonical, noindex } = survey;
  const blocks = extractBlocks(findMainText(tree));
  const text = blocks.map((block) => block.text).join('\n\n');
  const words = countWords(text);
  const needsJavaScript = needsProgram(survey, words);
  return {
    url,
    canonical,
    title,
    description,
    language,
    words,
    noindex,
    document: { title, ...(language ? { language } : {}), blocks },
    links: survey.nofollow ? [] : survey.links,
    needsJavaScript,
    ...(headers.etag ? { etag: headers.etag } : {}),
    ...(headers['last-modified'] ? { lastModified: headers['last-modified'] } : {}),
    textHash: hash('sha256', `${title ?? ''}\n\n${text}`),
    ...(evaluates ? { seo: evaluatePage(tree, answer, { words, needsJavaScript }) } : {}),
  };
}

/** Why a captured page is of no use, or null. */
export function lackOf({
  words,
  needsJavaScript,
  noindex,
}: CapturedPage): 'noindex' | 'needs_javascript' | 'empty' | null {
  if (noindex) return 'noindex';
  if (needsJavaScript && words < NO_TEXT) return 'needs_javascript';
  return words === 0 ? 'empty' : null;
}
