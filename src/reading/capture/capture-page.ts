import { hash } from 'node:crypto';
import type { OutboundResponse } from '../../server/outbound/outbound.ts';
import type { SeoCheck } from '../../shared/seo.ts';
import type { Block, ExtractedDocument, LeftOutText } from '../blocks.ts';
import { boilerplateBlock } from '../boilerplate-facts.ts';
import { takeChosen } from '../left-out.ts';
import { evaluatePage } from '../seo/evaluate-page.ts';
import { decodeHtml } from './charset.ts';
import { extractBlocks } from './extract-blocks.ts';
import { shapeOf, substituteIn } from './judge-page.ts';
import { leftOutBlocks } from './left-out-blocks.ts';
import { findMainText, type MainText } from './main-text.ts';
import { pageData } from './page-data.ts';
import { type LanguageVersion, type PageMetadata, readPageMetadata } from './page-metadata.ts';
import type { PageElement } from './page-tree.ts';
import { parseHtml } from './parse-html.ts';
import type { ReportedLinks } from './reported-links.ts';
import { structuredData } from './structured-data.ts';
import { tabLabels } from './tab-labels.ts';
import { countWords } from './words.ts';

export interface ParsedPage {
  url: string;
  canonical: string | null;
  title: string | null;
  siteName: string | null;
  description: string | null;
  /** BCP 47. */
  language: string | null;
  /** Versions in other languages, usually with this one. */
  versions: LanguageVersion[];
  words: number;
  document: ExtractedDocument;
  /** Absolute, without fragments; empty when the page asks robots not to follow them. */
  links: string[];
  /** Where a page without text sends its readers. */
  refresh: string | null;
  frames: string[];
  /** Drawn by JavaScript: the text may be incomplete. */
  needsJavaScript: boolean;
  noindex: boolean;
  /** What the server sent instead of the page. */
  substitute: ReturnType<typeof substituteIn>;
  /** Equal for all pages that the server sends for addresses that do not exist. */
  shape: string;
  etag?: string;
  lastModified?: string;
  /** SHA-256 (hex) of title, main text and the facts outside it. Equal pages need no new training. */
  textHash: string;
  seo?: SeoCheck[];
}

/** With fewer, and signs of a JavaScript application, a page needs JavaScript. */
const FEW_WORDS = 50;
/** Below this, heavy scripts show that a page is drawn by them. */
const ALMOST_NO_WORDS = 15;
const HEAVY_SCRIPT_CHARS = 20_000;
const PASSWORD_FIELD = /<input[^>]{0,500}\btype\s*=\s*["']?password\b/i;

function dependsOnScripts({ scripts, emptyAppRoot, asksForJavaScript }: PageMetadata, words: number): boolean {
  if (words >= FEW_WORDS || scripts.count === 0) return false;
  const isHeavy = scripts.count >= 5 || scripts.inlineChars > HEAVY_SCRIPT_CHARS;
  return emptyAppRoot || asksForJavaScript || (isHeavy && words < ALMOST_NO_WORDS);
}

interface CaptureOptions {
  evaluates?: boolean;
  reported?: ReportedLinks;
  /** To take in although they would be left out. Without it, nothing is listed as left out. */
  chosen?: ReadonlySet<string>;
}

/** The main text with the texts that a person has chosen, and the texts around it. */
function readMainText(
  main: MainText,
  labels: ReadonlyMap<string, string>,
  chosen: CaptureOptions['chosen'],
): { blocks: Block[]; around: string[]; leftOut?: LeftOutText[] } {
  const places = new Map<PageElement, number>();
  const blocks = extractBlocks({ ...main, labels, ...(chosen && { places }) });
  const around = main.boilerplate.flatMap((root) => extractBlocks({ root, heading: null }));
  const texts = around.map(({ text }) => text);
  if (!chosen) return { blocks, around: texts };
  return { ...takeChosen(blocks, leftOutBlocks(main.leftOut, places), chosen), around: texts };
}

export function capturePage(
  answer: OutboundResponse,
  { evaluates = false, reported, chosen }: CaptureOptions = {},
): ParsedPage {
  const { url, headers, body } = answer;
  const html = decodeHtml(body, headers['content-type']);
  const tree = parseHtml(html);
  const metadata = readPageMetadata(tree, url, headers, reported);
  const { title, description, language, canonical, noindex } = metadata;
  const { blocks, around, leftOut } = readMainText(findMainText(tree), tabLabels(tree), chosen);
  const shown = blocks.map((block) => block.text).join('\n\n');
  const carried = countWords(shown) < ALMOST_NO_WORDS ? pageData(tree.metadataElements) : [];
  blocks.push(...carried);
  const read = blocks.map((block) => block.text).join('\n\n');
  const structured = structuredData(tree, read);
  blocks.push(...structured.blocks);
  const text = blocks.map((block) => block.text).join('\n\n');
  const boilerplate = boilerplateBlock([...around, ...structured.facts], text);
  const words = countWords(text);
  const needsJavaScript = dependsOnScripts(metadata, words);
  return {
    url,
    canonical,
    title,
    siteName: metadata.siteName,
    description,
    language,
    versions: metadata.versions,
    words,
    noindex,
    substitute: substituteIn({
      title,
      heading: blocks.find(({ kind }) => kind === 'heading')?.text ?? null,
      text,
      words,
      asksForPassword: PASSWORD_FIELD.test(html),
    }),
    shape: shapeOf(title, text, url),
    document: {
      title,
      ...(language ? { language } : {}),
      blocks: boilerplate ? [...blocks, boilerplate] : blocks,
      ...(leftOut && { leftOut }),
    },
    links: metadata.nofollow ? [] : metadata.links,
    refresh: words < ALMOST_NO_WORDS ? metadata.refresh : null,
    frames: metadata.frames,
    needsJavaScript,
    ...(headers.etag ? { etag: headers.etag } : {}),
    ...(headers['last-modified'] ? { lastModified: headers['last-modified'] } : {}),
    textHash: hash('sha256', [title ?? '', text, ...(boilerplate ? [boilerplate.text] : [])].join('\n\n')),
    ...(evaluates
      ? { seo: evaluatePage(tree, answer, { words, needsJavaScript: needsJavaScript || carried.length > 0 }) }
      : {}),
  };
}
