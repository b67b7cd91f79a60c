import type { OutboundResponse } from '../../server/outbound/outbound.ts';
import type { SeoCheck, SeoCheckId } from '../../shared/seo.ts';
import type { PageTree } from '../capture/page-tree.ts';
import { contentChecks } from './content-checks.ts';
import { headChecks } from './head-checks.ts';
import { type PageFacts, readFacts } from './page-facts.ts';

export interface CheckedPage extends PageFacts {
  url: URL;
  redirects: number;
  headers: Record<string, string>;
  words: number;
  needsJavaScript: boolean;
}

export type Finding = [SeoCheck['outcome'], found?: string | number];

/** Being indexable has about a third of the total, as in Lighthouse: without it, nothing else matters. */
export interface Check {
  id: SeoCheckId;
  weight: number;
  run: (page: CheckedPage) => Finding;
}

const CHECKS: readonly Check[] = [...headChecks, ...contentChecks];
const MAX_FOUND = 300;

/**
 * From Lighthouse's audits and Google's documentation. Comparisons of pages (`title-unique`) are in `readEvaluation`.
 */
export function evaluatePage(
  tree: PageTree,
  { url, redirects, headers }: Pick<OutboundResponse, 'url' | 'redirects' | 'headers'>,
  { words, needsJavaScript }: { words: number; needsJavaScript: boolean },
): SeoCheck[] {
  const page = { ...readFacts(tree), url: new URL(url), redirects, headers, words, needsJavaScript };
  return CHECKS.map(({ id, weight, run }) => {
    const [outcome, found = ''] = run(page);
    // PostgreSQL rejects NUL characters and lone surrogates; JSON can contain the former and truncation create the
    // latter.
    const text = String(found).replaceAll('\0', '').slice(0, MAX_FOUND).toWellFormed();
    return { id, weight, outcome, found: text };
  });
}
