import { conversations } from '../../../../../resources/conversations.ts';
import type { Subscription } from '../../../../shared/billing.ts';
import { formatCredits, formatNumber } from '../../../../shared/format.ts';
import { Chart, type ChartRow } from '../../../components/chart.tsx';
import { addDays, dayAndMonth } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Part } from '../cards.tsx';

type Usage = Subscription['usage'];

/** Share of the plan's credits from which on the limit is drawn. Below it, the limit's line would flatten the columns. */
const LIMIT_SHARE = 0.4;

/** Returns the days (YYYY-MM-DD) after `day`, up to and including `until`. */
function daysAfter(day: string, until: string): string[] {
  const days: string[] = [];
  for (let next = addDays(day, 1); next <= until; next = addDays(next, 1)) days.push(next);
  return days;
}

const conversationsOn = (day: string) =>
  `${conversations.path}?${new URLSearchParams({ everywhere: 'true', startedAt_gte: day, startedAt_lte: day })}`;

/** Returns a row per day: the total of credits used so far and, for future days, the total expected at this pace. */
function rowsOf({ byDay, until, used, perDay }: Usage, hasConversations: boolean): ChartRow[] {
  let sum = 0;
  const past = byDay.map(({ day, credits }) => ({
    name: dayAndMonth(day),
    values: [(sum += credits), 0],
    to: hasConversations ? conversationsOn(day) : undefined,
    note: t('plan.chart.onDay', { credits: formatNumber(credits) }),
  }));
  if (perDay === null) return past;
  const future = daysAfter(byDay.at(-1)?.day ?? until, until);
  return [...past, ...future.map((day, at) => ({ name: dayAndMonth(day), values: [0, used + perDay * (at + 1)] }))];
}

/** Chart of the month's credits by day, with a forecast until its end. A past day links to its conversations. */
export function CreditChart({ usage }: { usage: Usage }) {
  const hasConversations = useAllowed(conversations.name, 'list');
  const { byDay, credits, perDay, until, used } = usage;
  const rows = rowsOf(usage, hasConversations);
  const total = Math.max(...(rows.at(-1)?.values ?? [0]));
  const limit = formatCredits(credits);
  const title = t('plan.chart.title');
  return (
    <Part title={title} className="billing-wide">
      <p className="cell-quiet">
        {t('plan.chart.sentence', { used: formatNumber(used), from: dayAndMonth(byDay[0]?.day ?? until) })}{' '}
        {perDay === null
          ? t('plan.chart.early')
          : t('plan.chart.forecast', { total: formatCredits(total), limit, until: dayAndMonth(until) })}
      </p>
      {used > 0 && (
        <Chart
          kind="columns"
          label={title}
          rows={rows}
          series={[
            { name: t('plan.chart.used'), tone: 'one' },
            { name: t('plan.chart.expected'), tone: 'off' },
          ]}
          limit={
            total >= credits * LIMIT_SHARE ? { name: t('plan.chart.limit', { limit }), value: credits } : undefined
          }
        />
      )}
    </Part>
  );
}
