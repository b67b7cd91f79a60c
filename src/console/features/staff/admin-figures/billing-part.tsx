import { Col, Flex, Row } from 'antd';
import { useTranslation } from 'react-i18next';
import type { BillingFigures } from '../../../../shared/figures.ts';
import { formatCount, formatMoney } from '../../../components/format.ts';
import { Figures, FiguresPart, ShortTable } from './parts.tsx';

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const writtenMonth = (month: string) => monthName.format(new Date(`${month}-15T12:00:00Z`));

/** Revenue, open payments and failed charges. */
export function BillingPart() {
  const { t } = useTranslation();
  return (
    <FiguresPart<BillingFigures> title={t('admin-figures.billing.title')} path="/admin/billing-figures">
      {({ months, recurring, open, failed, plans }) => (
        <>
          <Figures
            figures={[
              { label: t('admin-figures.billing.month'), value: formatMoney(months.at(-1)?.paid ?? 0) },
              { label: t('admin-figures.billing.recurring'), value: formatMoney(recurring) },
              {
                label: t('admin-figures.billing.open'),
                value: formatMoney(open.amount),
                note: t('admin-figures.billing.invoices', { count: open.invoices }),
              },
              { label: t('admin-figures.billing.failed'), value: formatCount(failed.length) },
            ]}
          />
          <Row gutter={[24, 24]} className="page-part">
            <Col xs={24} lg={12}>
              <ShortTable
                label={t('admin-figures.billing.byMonth')}
                heads={['month', 'invoices', 'paid'].map((name) => t(`admin-figures.heads.${name}`))}
                rows={months
                  .toReversed()
                  .map(({ month, invoices, paid }) => [writtenMonth(month), formatCount(invoices), formatMoney(paid)])}
              />
            </Col>
            <Col xs={24} lg={12}>
              <Flex vertical gap="middle">
                <ShortTable
                  label={t('admin-figures.billing.byPlan')}
                  heads={['plan', 'accounts', 'recurring'].map((name) => t(`admin-figures.heads.${name}`))}
                  rows={plans.map((one) => [one.plan, formatCount(one.accounts), formatMoney(one.recurring)])}
                  empty={t('admin-figures.billing.noPlans')}
                />
                <ShortTable
                  label={t('admin-figures.billing.failures')}
                  heads={['failed', 'plan', 'amount'].map((name) => t(`admin-figures.heads.${name}`))}
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
