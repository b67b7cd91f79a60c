import { useTranslation } from 'react-i18next';
import type { SeoCheck } from '../../../../shared/seo.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { bandOf } from './bands.ts';

const RADIUS = 44;

/** The score as a ring, and in a sentence. */
export function ScoreCard({ score, checks, at }: { score: number; checks: readonly SeoCheck[]; at: string }) {
  const { t } = useTranslation();
  const band = bandOf(score);
  const count = (outcome: SeoCheck['outcome']) => checks.filter((check) => check.outcome === outcome).length;
  const [failed, warned] = [count('fail'), count('warn')];
  return (
    <section className="seo-card seo-score" data-band={band} aria-label={t('seo.score')}>
      <svg aria-hidden width="112" height="112" viewBox="0 0 112 112">
        <circle className="seo-ring" cx="56" cy="56" r={RADIUS} pathLength={100} />
        <circle
          className="seo-ring-score"
          cx="56"
          cy="56"
          r={RADIUS}
          pathLength={100}
          strokeDasharray={`${score} 100`}
          strokeLinecap={score > 0 ? 'round' : 'butt'}
        />
        <text x="56" y="57">
          {score}
        </text>
      </svg>
      <div>
        <h2>{t(`seo.bands.${band}`)}</h2>
        <p>
          <span className="unseen">{t('seo.scoreOf', { score })} </span>
          {failed + warned === 0
            ? t('seo.allGood')
            : [failed > 0 && t('seo.failed', { count: failed }), warned > 0 && t('seo.warned', { count: warned })]
                .filter(Boolean)
                .join(t('seo.and'))}
          .
        </p>
        <p className="seo-small">
          {t('seo.readAt')} <MomentText iso={at} />
        </p>
      </div>
    </section>
  );
}
