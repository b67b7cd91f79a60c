import { formatNumber } from '../../../../shared/format.ts';
import type { Attendance as AttendanceFigures, CallFigures } from '../../../../shared/insight.ts';
import { Chart } from '../../../components/chart.tsx';
import { percentOf } from '../../../components/format-figures.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { InsightView } from '../insight-view.tsx';
import { ChartCard, dayRows, Figure } from '../report-charts.tsx';

const INBOX = '/inbox';

/** Returns a wait in words: `40 s`, `2 min`, `1 h 5 min`. */
function waitText(seconds: number): string {
  if (seconds < 60) return t('dashboard.people.seconds', { count: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('dashboard.people.minutes', { count: minutes });
  return t('dashboard.people.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** What visitors' calls for a person came to: now, in the period, by day and by hour. */
export function Attendance({ data, view }: { data: AttendanceFigures; view: InsightView }) {
  const canLook = useAllowed('inbox', 'list');
  if (!canLook) return null;
  const { waiting, figures, before, byHour } = data;
  const { called, joined, taken, missed, firstWordSeconds } = figures;
  const past = (count: number) => t('dashboard.people.before', { count, formatted: formatNumber(count) });
  const tiles = {
    waiting: { value: waiting, note: t('dashboard.people.now') },
    firstWord: {
      value: firstWordSeconds,
      format: waitText,
      note: before.firstWordSeconds === null ? t('dashboard.people.median') : beforeWord(before),
    },
    taken: { value: taken, note: joined > 0 ? t('dashboard.people.joined', { count: joined }) : past(before.taken) },
    missed: {
      value: missed,
      note: t('dashboard.people.missedShare', { percent: percentOf(missed, called), count: called }),
    },
  };
  return (
    <section aria-label={t('dashboard.people.title')}>
      <h2 className="part-heading">{t('dashboard.people.title')}</h2>
      <div className="tiles">
        {Object.entries(tiles).map(([name, tile]) => (
          <Figure key={name} label={t(`dashboard.people.${name}`)} to={INBOX} {...tile} />
        ))}
      </div>
      {called > 0 && (
        <div className="chart-grid">
          {view.days !== 'today' && (
            <ChartCard
              wide
              title={t('dashboard.people.byDay')}
              sentence={t('dashboard.people.calls', { count: called })}
            >
              <Calls label={t('dashboard.people.byDay')} rows={dayRows(data.byDay, partsOf, () => INBOX)} />
            </ChartCard>
          )}
          <ChartCard wide title={t('dashboard.people.byHour')} sentence={hourSentence(data)}>
            <Calls
              label={t('dashboard.people.byHour')}
              rows={byHour.map((one) => ({ name: hourName(one.hour), values: partsOf(one), to: INBOX }))}
            />
          </ChartCard>
        </div>
      )}
    </section>
  );
}

const beforeWord = ({ firstWordSeconds }: CallFigures) =>
  t('dashboard.people.wordBefore', { wait: waitText(firstWordSeconds ?? 0) });

const hourName = (hour: number) => `${hour}h`;

/** Calls that were taken, missed, or given up by the visitor. Some may still wait. */
const partsOf = ({ called, taken, missed }: CallFigures) => [taken, missed, called - taken - missed];

function hourSentence({ byHour }: AttendanceFigures): string {
  const busiest = byHour.reduce((most, one) => (one.called > most.called ? one : most));
  return t('dashboard.people.byHourSentence', { hour: hourName(busiest.hour), count: busiest.called });
}

function Calls({ label, rows }: { label: string; rows: ReturnType<typeof dayRows> }) {
  return (
    <Chart
      kind="columns"
      label={label}
      rows={rows}
      series={[
        { name: t('dashboard.people.taken'), tone: 'one' },
        { name: t('dashboard.people.missed'), tone: 'four' },
        { name: t('dashboard.people.other'), tone: 'off' },
      ]}
    />
  );
}
