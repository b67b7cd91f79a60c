import { Card, Flex, Progress, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SeoCheck } from '../../../../shared/seo.ts';
import { MomentText } from '../../../components/moment-text.tsx';

/** Returns the band of a score from 0 to 100, with Lighthouse's thresholds. */
const bandOf = (score: number) => (score >= 90 ? 'good' : score >= 50 ? 'middling' : 'poor');
const COLORS = { good: 'var(--primary)', middling: 'var(--attention)', poor: 'var(--danger)' };

/** Shows the score as a ring and as a sentence. */
export function ScoreCard({ score, checks, at }: { score: number; checks: readonly SeoCheck[]; at: string }) {
  const { t } = useTranslation();
  const band = bandOf(score);
  const count = (outcome: SeoCheck['outcome']) => checks.filter((check) => check.outcome === outcome).length;
  const [failed, warned] = [count('fail'), count('warn')];
  const problems = [failed > 0 && t('seo.failed', { count: failed }), warned > 0 && t('seo.warned', { count: warned })];
  return (
    <Card role="region" aria-label={t('seo.score')}>
      <Flex align="center" gap={24}>
        <Progress
          aria-hidden
          type="circle"
          className="seo-ring"
          size={112}
          strokeWidth={8}
          percent={score}
          strokeColor={COLORS[band]}
          format={() => score}
        />
        <div>
          <Typography.Title level={2}>{t(`seo.bands.${band}`)}</Typography.Title>
          <Typography.Paragraph type="secondary">
            <span className="unseen">{t('seo.scoreOf', { score })} </span>
            {failed + warned === 0 ? t('seo.allGood') : problems.filter(Boolean).join(t('seo.and'))}.
          </Typography.Paragraph>
          <span className="small-text">
            {t('seo.readAt')} <MomentText iso={at} />
          </span>
        </div>
      </Flex>
    </Card>
  );
}
