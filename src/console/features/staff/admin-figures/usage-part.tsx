import { useTranslation } from 'react-i18next';
import type { UsageFigures } from '../../../../shared/figures.ts';
import { formatCount } from '../../../components/format.ts';
import { formatShortDay } from '../../../components/format-figures.ts';
import { FiguresPart, PlainFigure, ShortTable } from './parts.tsx';

type Day = UsageFigures['days'][number];
const WEEK = 7;
const sum = (days: readonly Day[], name: 'interactions' | 'declined' | 'credits') =>
  days.reduce((all, day) => all + day[name], 0);

/** Spans of a week, the newest first; the oldest may be shorter. */
function weeksOf(days: readonly Day[]): Day[][] {
  const weeks: Day[][] = [];
  for (let end = days.length; end > 0; end -= WEEK) weeks.push(days.slice(Math.max(0, end - WEEK), end));
  return weeks;
}

/** How much the platform is used. */
export function UsagePart() {
  const { t } = useTranslation();
  return (
    <FiguresPart<UsageFigures> title={t('admin-figures.usage.title')} path="/admin/usage-figures">
      {({ accounts, people, contexts, contents, days, plans }) => (
        <>
          <dl className="plain-figures">
            <PlainFigure
              label={t('admin-figures.usage.accounts')}
              value={formatCount(accounts.all)}
              note={t('admin-figures.usage.new', { count: accounts.new })}
            />
            <PlainFigure label={t('admin-figures.usage.active')} value={formatCount(accounts.active)} />
            <PlainFigure label={t('admin-figures.usage.interactions')} value={formatCount(sum(days, 'interactions'))} />
            <PlainFigure
              label={t('admin-figures.usage.credits')}
              value={formatCount(Math.round(sum(days, 'credits')))}
            />
            <PlainFigure label={t('admin-figures.usage.people')} value={formatCount(people)} />
            <PlainFigure label={t('admin-figures.usage.contexts')} value={formatCount(contexts)} />
            <PlainFigure label={t('admin-figures.usage.contents')} value={formatCount(contents)} />
          </dl>
          <div className="figures-tables">
            <ShortTable
              label={t('admin-figures.usage.byWeek')}
              heads={['week', 'interactions', 'declined', 'credits'].map((name) => t(`admin-figures.heads.${name}`))}
              rows={weeksOf(days).map((week) => [
                `${formatShortDay(week[0]?.day ?? '')} – ${formatShortDay(week.at(-1)?.day ?? '')}`,
                formatCount(sum(week, 'interactions')),
                formatCount(sum(week, 'declined')),
                formatCount(Math.round(sum(week, 'credits'))),
              ])}
            />
            <ShortTable
              label={t('admin-figures.usage.byPlan')}
              heads={['plan', 'accounts'].map((name) => t(`admin-figures.heads.${name}`))}
              rows={plans.map((one) => [one.plan, formatCount(one.accounts)])}
            />
          </div>
        </>
      )}
    </FiguresPart>
  );
}
