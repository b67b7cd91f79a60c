import type { SeoCheck } from '../../shared/seo.ts';

const EARNED_SHARE = { pass: 1, warn: 0.5, fail: 0, none: 0 } as const;

/** 0 to 100; a warning counts half, `none` is ignored. Rounds down, so that 100 means that every check passed. */
export function scoreOf(checks: readonly SeoCheck[]): number {
  const counted = checks.filter(({ outcome }) => outcome !== 'none');
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  const earned = counted.reduce((sum, { weight, outcome }) => sum + weight * EARNED_SHARE[outcome], 0);
  return total === 0 ? 0 : Math.floor((earned * 100) / total);
}
