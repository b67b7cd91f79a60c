import { Col, Row } from 'antd';
import { useTranslation } from 'react-i18next';
import type { UsageFigures } from '../../../../shared/figures.ts';
import { formatCount } from '../../../components/format.ts';
import { formatShortDay } from '../../../components/format-figures.ts';
import { Figures, FiguresPart, ShortTable } from './parts.tsx';

type Day = UsageFigures['days'][number];
const WEEK = 7;
const sum = (days: readonly Day[], name: 'interactions' | 'declined' | 'credits') =>
  days.reduce((all, day) => all + day[name], 0);

/** Groups days (oldest first) into weeks, the newest week first. The oldest week may be shorter. */
function weeksOf(days: readonly Day[]): Day[][] {
  const weeks: Day[][] = [];
  for (let end = days.length; end > 0; end -= WEEK) weeks.push(days.slice(Math.max(0, end - WEEK), end));
  return weeks;
}

/** The platform's usage figures. */
export function UsagePart() {
  const { t } = useTranslation();
  return (
    <FiguresPart<UsageFigures> title={t('admin-figures.usage.title')} path="/admin/usage-figures">
      {({ accounts, people, contexts, contents, days, plans }) => (
        <>
          <Figures
            figures={[
              {
                label: t('admin-figures.usage.accounts'),
                value: formatCount(accounts.all),
                note: t('admin-figures.usage.new', { count: accounts.new }),
              },
              { label: t('admin-figures.usage.active'), value: formatCount(accounts.active) },
              { label: t('admin-figures.usage.interactions'), value: formatCount(sum(days, 'interactions')) },
              { label: t('admin-figures.usage.credits'), value: formatCount(Math.round(sum(days, 'credits'))) },
              { label: t('admin-figures.usage.people'), value: formatCount(people) },
              { label: t('admin-figures.usage.contexts'), value: formatCount(contexts) },
              { label: t('admin-figures.usage.contents'), value: formatCount(contents) },
            ]}
          />
          <Row gutter={[24, 24]} className="page-part">
            <Col xs={24} lg={12}>
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
            </Col>
            <Col xs={24} lg={12}>
              <ShortTable
                label={t('admin-figures.usage.byPlan')}
                heads={['plan', 'accounts'].map((name) => t(`admin-figures.heads.${name}`))}
                rows={plans.map((one) => [one.plan, formatCount(one.accounts)])}
              />
            </Col>
          </Row>
        </>
      )}
    </FiguresPart>
  );
}
