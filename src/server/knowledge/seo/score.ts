import type { SeoCheck } from '../../../shared/seo.ts';

const WORTH = { pass: 1, warn: 0.5, fail: 0, none: 0 } as const;

/** 0 to 100, and 100 for nothing but passes: what of the weights was earned; what does not apply to a page (`none`) counts neither way. */
export function scoreOf(checks: readonly SeoCheck[]): number {
  const counted = checks.filter(({ outcome }) => outcome !== 'none');
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  const earned = counted.reduce((sum, { weight, outcome }) => sum + weight * WORTH[outcome], 0);
  return total === 0 ? 0 : Math.floor((earned * 100) / total);
}
