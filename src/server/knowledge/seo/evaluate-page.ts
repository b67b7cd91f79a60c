import type { SeoCheck, SeoCheckId } from '../../../shared/seo.ts';
import type { OutboundResponse } from '../../outbound/outbound.ts';
import { contentChecks } from './content-checks.ts';
import { headChecks } from './head-checks.ts';
import type { PageTree } from '../capture/page-tree.ts';
import { readFacts, type PageFacts } from './page-facts.ts';

/** What a check looks at. */
export interface Looked extends PageFacts {
  /** After redirects. */
  url: URL;
  redirects: number;
  headers: Record<string, string>;
  /** Words of the main text. */
  words: number;
  needsJavaScript: boolean;
}

/** What a check says: how it went, and what was found. */
export type Finding = [SeoCheck['outcome'], found?: string | number];

/**
 * Of all weights, that of being let into an index is about a third, as in Lighthouse's audits: without it, nothing else
 * counts.
 */
export interface Check {
  id: SeoCheckId;
  weight: number;
  look: (page: Looked) => Finding;
}

const CHECKS: readonly Check[] = [...headChecks, ...contentChecks];
const MAX_FOUND = 300;

/**
 * How a page stands with search engines, by what the page itself says: after Lighthouse's audits and what Google
 * documents. What only its site tells (`title-unique`) is not among them.
 */
export function evaluatePage(
  tree: PageTree,
  { url, redirects, headers }: Pick<OutboundResponse, 'url' | 'redirects' | 'headers'>,
  { words, needsJavaScript }: { words: number; needsJavaScript: boolean },
): SeoCheck[] {
  const page = { ...readFacts(tree), url: new URL(url), redirects, headers, words, needsJavaScript };
  return CHECKS.map(({ id, weight, look }) => {
    const [outcome, found = ''] = look(page);
    // What is written in JSON may name a NUL, and a cut may halve a character: no database keeps either.
    const told = String(found).replaceAll('\0', '').slice(0, MAX_FOUND).toWellFormed();
    return { id, weight, outcome, found: told };
  });
}
