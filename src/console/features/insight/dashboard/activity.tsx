import { useTranslation } from 'react-i18next';
import type { Dashboard } from '../../../../shared/insight.ts';
import { ChartCard } from '../chart-card.tsx';
import { DayBars } from '../day-bars.tsx';
import { ShareBars } from '../share-bars.tsx';
import { type InsightView, talksOf } from '../use-insight-view.ts';
import { formatChange, formatChangeInSentence, percentOf, formatNumber } from '../../../components/format-figures.ts';
import { Figure } from './figures.tsx';

/** Contexts with a bar of their own. */
const SHOWN = 8;

interface ActivityProps {
  data: Dashboard;
  view: InsightView;
}

/** How much was asked and answered, by day and context. */
export function Activity({ data, view }: ActivityProps) {
  const { t } = useTranslation();
  const { today, yesterday, period } = data;
  const isToday = view.days === 'today';
  const lead = t('dashboard.lead', {
    count: today.interactions,
    written: formatNumber(today.interactions),
    trend: formatChangeInSentence(t, today.interactions, yesterday.interactions),
  });
  return (
    <>
      <p className="insight-lead">{lead}</p>
      <Figures data={data} view={view} />
      <div className="chart-grid">
        {!isToday && (
          <ChartCard wide title={t('dashboard.charts.byDay')} sentence={<DaySentence data={data} />}>
            <DayBars
              label={t('dashboard.charts.byDay')}
              rows={data.byDay}
              series={[
                {
                  name: t('dashboard.charts.answered'),
                  tone: 'one',
                  valueOf: ({ interactions, declined }) => interactions - declined,
                },
                { name: t('dashboard.charts.declined'), tone: 'three', valueOf: ({ declined }) => declined },
              ]}
              hrefOf={(from, to) => talksOf(view, from, to)}
            />
          </ChartCard>
        )}
        <Contexts data={data} view={view} />
      </div>
      <span className="unseen">{t('dashboard.period', { from: period.from, to: period.to })}</span>
    </>
  );
}

function DaySentence({ data: { figures, before, byDay, period } }: { data: Dashboard }) {
  const { t } = useTranslation();
  const mean = figures.interactions / Math.max(1, byDay.length);
  return t('dashboard.charts.byDaySentence', {
    count: figures.interactions,
    written: formatNumber(figures.interactions),
    mean: formatNumber(Math.round(mean * 10) / 10),
    trend: formatChangeInSentence(t, figures.interactions, before.interactions, period.days),
  });
}

function Figures({ data, view }: ActivityProps) {
  const { t } = useTranslation();
  const { figures, before, period } = data;
  const past = view.days === 'today' ? t('insight.before.yesterday') : t('insight.before.days', { count: period.days });
  const href = talksOf(view, period.from, period.to);
  const trend = (name: 'interactions' | 'conversations' | 'credits') =>
    formatChange(t, figures[name], before[name], past);
  const share = percentOf(figures.declined, figures.interactions);
  return (
    <div className="figure-row figure-four">
      <Figure
        label={t('dashboard.figures.interactions')}
        value={figures.interactions}
        to={href}
        note={trend('interactions')}
      />
      <Figure
        label={t('dashboard.figures.conversations')}
        value={figures.conversations}
        to={href}
        note={trend('conversations')}
      />
      <Figure
        label={t('dashboard.figures.helped')}
        value={figures.helped}
        to={href}
        note={t('dashboard.figures.helpedNote')}
      />
      <Figure
        label={t('dashboard.figures.declined')}
        value={figures.declined}
        to={href}
        note={t('dashboard.figures.declinedShare', { percent: share })}
      />
      <Figure
        label={t('dashboard.figures.credits')}
        value={figures.credits}
        to="/settings/usage"
        note={trend('credits')}
      />
    </div>
  );
}

function Contexts({ data, view }: ActivityProps) {
  const { t } = useTranslation();
  const { byContext, figures, period } = data;
  const talking = byContext.filter(({ interactions }) => interactions > 0);
  const [most] = talking;
  if (byContext.length < 2) return null;
  const sentence = most
    ? t('dashboard.charts.byContextSentence', {
        name: most.name,
        percent: percentOf(most.interactions, figures.interactions),
        count: talking.length,
      })
    : t('dashboard.charts.silent');
  return (
    <ChartCard wide title={t('dashboard.charts.byContext')} sentence={sentence}>
      <ShareBars
        label={t('dashboard.charts.byContext')}
        of={figures.interactions}
        shares={talking.slice(0, SHOWN).map(({ contextId, name, interactions }) => ({
          ...{ name, value: interactions },
          to: talksOf(view, period.from, period.to, { contextId }),
        }))}
      />
    </ChartCard>
  );
}
