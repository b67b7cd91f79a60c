import { Card, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { BUSINESS_ZONE } from '../../../../shared/constants.ts';
import type { SeoEvaluation } from '../../../../shared/seo.ts';
import { Chart } from '../../../components/chart.tsx';

/** Maximum number of evaluations in the chart, which shows the newest ones. */
const SHOWN = 24;
const BEST = 100;
const longDay = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: BUSINESS_ZONE });
const shortDay = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short', timeZone: BUSINESS_ZONE });
const moment = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: BUSINESS_ZONE });

/** Shows the scores over time as a line chart, with a sentence about the change. */
export function ScoreHistory({ history }: { history: SeoEvaluation['history'] }) {
  const { t } = useTranslation();
  const points = history.slice(0, SHOWN).reverse();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const difference = last.score - first.score;
  const days = points.map(({ at }) => shortDay.format(new Date(at)));
  // The chart identifies points by name, so two evaluations on one day need the time too.
  const isClear = new Set(days).size === days.length;
  const rows = points.map(({ at, score }, index) => ({
    name: isClear ? (days[index] ?? '') : moment.format(new Date(at)),
    values: [score],
  }));
  return (
    <Card role="region" aria-labelledby="seo-history">
      <Typography.Title level={2} id="seo-history">
        {t('seo.history')}
      </Typography.Title>
      <Typography.Paragraph type="secondary">
        {points.length === 1
          ? t('seo.historyOne')
          : t(difference > 0 ? 'seo.historyUp' : difference < 0 ? 'seo.historyDown' : 'seo.historySame', {
              count: Math.abs(difference),
              day: longDay.format(new Date(first.at)),
            })}
      </Typography.Paragraph>
      {points.length > 1 && (
        <Chart
          kind="line"
          label={t('seo.history')}
          rows={rows}
          series={[{ name: t('seo.historyScore'), tone: 'one' }]}
          max={BEST}
          height={140}
        />
      )}
    </Card>
  );
}
