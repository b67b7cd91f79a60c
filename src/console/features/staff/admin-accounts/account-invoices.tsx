import { useInfiniteList } from '@refinedev/core';
import { Button, Flex, List } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { platformInvoices } from '../../../../../resources/platform-invoices.ts';
import { formatMoney } from '../../../components/format.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { InvoiceStatus, isRefundable, type PlatformInvoice, RefundDialog } from '../invoice-parts.tsx';
import { listOf, PagedList } from './paged-list.tsx';

export function AccountInvoices({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const { query } = useInfiniteList<PlatformInvoice>(listOf(platformInvoices.name, accountId));
  const canRefund = useAllowed(platformInvoices.name, 'refund');
  const [refunding, setRefunding] = useState<PlatformInvoice>();
  const refundButton = (invoice: PlatformInvoice) => (
    <Button
      key="refund"
      size="small"
      aria-label={t('platform-invoices.refund.name', { order: invoice.orderNumber })}
      onClick={() => setRefunding(invoice)}
    >
      {t('platform-invoices.refund.action')}
    </Button>
  );
  return (
    <>
      <PagedList query={query} empty={t('platform-invoices.empty.title')}>
        {(invoices) => (
          <List
            bordered
            aria-label={t('admin-accounts.tabs.invoices')}
            dataSource={invoices}
            rowKey="id"
            renderItem={(invoice) => (
              <List.Item actions={canRefund && isRefundable(invoice) ? [refundButton(invoice)] : undefined}>
                <List.Item.Meta
                  title={
                    <Flex wrap gap="2px 12px" className="figures">
                      {formatMoney(invoice.amount)}
                      <InvoiceStatus invoice={invoice} />
                    </Flex>
                  }
                  description={
                    <Flex wrap gap="2px 12px" className="figures">
                      <span>{invoice.plan}</span>
                      <span>{invoice.orderNumber}</span>
                      <MomentText iso={invoice.issuedAt} />
                      <span style={{ overflowWrap: 'anywhere' }}>{invoice.gatewayId}</span>
                    </Flex>
                  }
                />
              </List.Item>
            )}
          />
        )}
      </PagedList>
      {refunding && <RefundDialog invoice={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  );
}
