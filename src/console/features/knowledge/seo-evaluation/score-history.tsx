import { useTranslation } from 'react-i18next';
import { BUSINESS_ZONE } from '../../../../shared/constants.ts';
import type { SeoEvaluation } from '../../../../shared/seo.ts';
import { Chart } from '../../../components/chart.tsx';

/** Readings shown, the newest ones. */
const SHOWN = 24;
const BEST = 100;
const longDay = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: BUSINESS_ZONE });
const shortDay = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short', timeZone: BUSINESS_ZONE });
const moment = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: BUSINESS_ZONE });

/** The scores of the readings as a line, each said in words too. */
export function ScoreHistory({ history }: { history: SeoEvaluation['history'] }) {
  const { t } = useTranslation();
  const points = history.slice(0, SHOWN).reverse();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const difference = last.score - first.score;
  const days = points.map(({ at }) => shortDay.format(new Date(at)));
  // Two readings of one day have the hour with them: the chart tells points apart by their names.
  const isClear = new Set(days).size === days.length;
  const rows = points.map(({ at, score }, index) => ({
    name: isClear ? (days[index] ?? '') : moment.format(new Date(at)),
    values: [score],
  }));
  return (
    <section className="seo-card seo-history" aria-labelledby="seo-history">
      <h2 id="seo-history">{t('seo.history')}</h2>
      <p>
        {points.length === 1
          ? t('seo.historyOne')
          : t(difference > 0 ? 'seo.historyUp' : difference < 0 ? 'seo.historyDown' : 'seo.historySame', {
              count: Math.abs(difference),
              day: longDay.format(new Date(first.at)),
            })}
      </p>
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
    </section>
  );
}
