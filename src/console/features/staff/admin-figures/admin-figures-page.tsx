import type { BaseRecord } from '@refinedev/core';
import { Card, Col, Flex, Row, Statistic, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { BillingFigures, UsageFigures } from '../../../../shared/figures.ts';
import { formatCount, formatMoney } from '../../../../shared/format.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonBlock, SkeletonGrid } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useGet } from '../../../components/use-get.ts';
import { dayAndMonth } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import '../staff.css';

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

function UsagePart() {
  return (
    <FiguresPart<UsageFigures> title={t('admin-figures.usage.title')} path="/admin/usage-figures">
      {({ accounts, people, contexts, contents, days, plans }) => (
        <>
          <Figures
            group="usage"
            figures={[
              ['accounts', formatCount(accounts.all), t('admin-figures.usage.new', { count: accounts.new })],
              ['active', formatCount(accounts.active)],
              ['interactions', formatCount(sum(days, 'interactions'))],
              ['credits', formatCount(Math.round(sum(days, 'credits')))],
              ['people', formatCount(people)],
              ['contexts', formatCount(contexts)],
              ['contents', formatCount(contents)],
            ]}
          />
          <Row gutter={[24, 24]} className="page-part">
            <Col xs={24} lg={12}>
              <ShortTable
                label={t('admin-figures.usage.byWeek')}
                heads={['week', 'interactions', 'declined', 'credits']}
                rows={weeksOf(days).map((week) => [
                  `${dayAndMonth(week[0]?.day ?? '')} – ${dayAndMonth(week.at(-1)?.day ?? '')}`,
                  formatCount(sum(week, 'interactions')),
                  formatCount(sum(week, 'declined')),
                  formatCount(Math.round(sum(week, 'credits'))),
                ])}
              />
            </Col>
            <Col xs={24} lg={12}>
              <ShortTable
                label={t('admin-figures.usage.byPlan')}
                heads={['plan', 'accounts']}
                rows={plans.map((one) => [one.plan, formatCount(one.accounts)])}
              />
            </Col>
          </Row>
        </>
      )}
    </FiguresPart>
  );
}

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const formatMonth = (month: string) => monthName.format(new Date(`${month}-15T12:00:00Z`));

function BillingPart() {
  return (
    <FiguresPart<BillingFigures> title={t('admin-figures.billing.title')} path="/admin/billing-figures">
      {({ months, recurring, open, failed, plans }) => (
        <>
          <Figures
            group="billing"
            figures={[
              ['month', formatMoney(months.at(-1)?.paid ?? 0)],
              ['recurring', formatMoney(recurring)],
              ['open', formatMoney(open.amount), t('admin-figures.billing.invoices', { count: open.invoices })],
              ['failed', formatCount(failed.length)],
            ]}
          />
          <Row gutter={[24, 24]} className="page-part">
            <Col xs={24} lg={12}>
              <ShortTable
                label={t('admin-figures.billing.byMonth')}
                heads={['month', 'invoices', 'paid']}
                rows={months
                  .toReversed()
                  .map(({ month, invoices, paid }) => [formatMonth(month), formatCount(invoices), formatMoney(paid)])}
              />
            </Col>
            <Col xs={24} lg={12}>
              <Flex vertical gap="middle">
                <ShortTable
                  label={t('admin-figures.billing.byPlan')}
                  heads={['plan', 'accounts', 'recurring']}
                  rows={plans.map((one) => [one.plan, formatCount(one.accounts), formatMoney(one.recurring)])}
                  empty={t('admin-figures.billing.noPlans')}
                />
                <ShortTable
                  label={t('admin-figures.billing.failures')}
                  heads={['failed', 'plan', 'amount']}
                  rows={failed.map((one) => [one.account, one.plan, formatMoney(one.amount)])}
                  empty={t('admin-figures.billing.noFailures')}
                />
              </Flex>
            </Col>
          </Row>
        </>
      )}
    </FiguresPart>
  );
}

export function AdminFiguresPage() {
  const seesBilling = useAllowed('billing-figures', 'show');
  return (
    <PageFrame title={t('admin-figures.title')} intro={t('admin-figures.intro')} wide>
      {seesBilling && <BillingPart />}
      <UsagePart />
    </PageFrame>
  );
}

type Figure = readonly [name: string, value: string, note?: string];

/** Cards with one figure each. Their labels are the texts of `group`. */
function Figures({ group, figures }: { group: 'usage' | 'billing'; figures: readonly Figure[] }) {
  return (
    <div className="tiles platform-figures">
      {figures.map(([name, value, note]) => (
        <Card size="small" key={name}>
          <Statistic title={t(`admin-figures.${group}.${name}`)} value={value} />
          {note && <Typography.Text type="secondary">{note}</Typography.Text>}
        </Card>
      ))}
    </div>
  );
}

/** As high as the figures of a year, so that these do not move the next section. */
const Waiting = () => (
  <>
    <SkeletonGrid className="tiles platform-figures" heights={[94, 94, 94, 94]} />
    <SkeletonBlock height={480} />
  </>
);

/** A section that loads data from `path` (below /api) and renders it with `children`, or a loading or error state. */
function FiguresPart<T extends BaseRecord>(props: { title: string; path: string; children: (data: T) => ReactNode }) {
  return (
    <Flex component="section" vertical gap={12} className="page-part" aria-label={props.title}>
      <Typography.Title level={2}>{props.title}</Typography.Title>
      <Loaded query={useGet<T>(props.path)} waiting={<Waiting />}>
        {({ data }) => props.children(data)}
      </Loaded>
    </Flex>
  );
}

interface ShortTableProps {
  label: string;
  /** The names of the columns. */
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  empty?: string;
}

/** A small table without pagination: labels on the left, figures on the right. */
function ShortTable({ label, heads, rows, empty }: ShortTableProps) {
  return (
    <Table
      className="framed"
      size="small"
      pagination={false}
      aria-label={label}
      locale={{ emptyText: empty }}
      rowKey={([name]) => name ?? ''}
      dataSource={rows}
      columns={heads.map((name, index) => ({
        title: t(`admin-figures.heads.${name}`),
        key: name,
        rowScope: index === 0 ? 'row' : undefined,
        align: index === 0 ? 'left' : 'right',
        className: index === 0 ? undefined : 'figures',
        render: (_, row) => row[index],
      }))}
    />
  );
}
