import { useTranslation } from 'react-i18next';
import { writtenCredits } from './written-credits.ts';

const share = (part: number, whole: number) => `${Math.min(100, whole > 0 ? (part / whole) * 100 : 0)}%`;

/** How much of a limit is used and how much is spread among those below: two bars, one above the other. */
export function ShareBar({ used, spread, limit }: { used: number; spread: number; limit: number | null }) {
  const { t } = useTranslation();
  if (limit === null) return null;
  const level =
    limit > 0 && used >= limit ? 'full' : used >= limit * 0.9 ? 'danger' : used >= limit * 0.6 ? 'attention' : 'calm';
  const words = { used: writtenCredits(used), spread: writtenCredits(spread), limit: writtenCredits(limit) };
  return (
    <span className="share" data-level={level} role="img" aria-label={t('credit-limits.bar', words)}>
      <span className="share-used" style={{ width: share(used, limit) }} />
      <span className="share-spread" style={{ width: share(spread, limit) }} />
    </span>
  );
}
