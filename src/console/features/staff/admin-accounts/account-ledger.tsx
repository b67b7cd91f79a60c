import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Ledger } from '../../../../shared/account-credits.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { GiveCreditsDialog } from './give-credits-dialog.tsx';
import { PagedList } from './paged-list.tsx';
import { pagedQuery } from './paged-query.ts';

type Entry = Ledger['data'][number];

const credits = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });
const signed = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3, signDisplay: 'exceptZero' });

/** What a cause is called by, from what stands before its first colon; an end that gives is the fall to the free plan. */
const kindOf = ({ cause, amount }: Entry) => {
  const [kind = ''] = cause.split(':', 1);
  return kind === 'ended' && amount >= 0 ? 'fell' : kind;
};

/** What an account has left, and each movement that led there; with the way to give it more. */
export function AccountLedger({ accountId, name }: { accountId: string; name: string }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(pagedQuery<Ledger>(accountId, 'ledger'));
  const canGive = useAllowed('account-credits', 'give');
  const [isGiving, setIsGiving] = useState(false);
  return (
    <>
      <div className="ledger-head">
        <Balance balance={query.data?.pages[0]?.balance} />
        {canGive && <Button onClick={() => setIsGiving(true)}>{t('admin-accounts.credits.give')}</Button>}
      </div>
      <PagedList query={query} empty={t('admin-accounts.credits.empty')}>
        {(pages) => (
          <ul className="ledger" aria-label={t('admin-accounts.credits.movements')}>
            {pages.flatMap(({ data }) => data.map((entry) => <Movement key={entry.cause} entry={entry} />))}
          </ul>
        )}
      </PagedList>
      {isGiving && <GiveCreditsDialog accountId={accountId} name={name} onClose={() => setIsGiving(false)} />}
    </>
  );
}

function Balance({ balance }: { balance: Ledger['balance'] | undefined }) {
  const { t } = useTranslation();
  const said = (amount: number | undefined) => (amount === undefined ? '–' : credits.format(amount));
  return (
    <dl className="ledger-balance figures">
      <div>
        <dt>{t('admin-accounts.credits.monthly')}</dt>
        <dd>
          {said(balance?.monthly)} <small>{t('admin-accounts.credits.of', { granted: said(balance?.granted) })}</small>
        </dd>
      </div>
      <div>
        <dt>{t('admin-accounts.credits.lasting')}</dt>
        <dd>{said(balance?.lasting)}</dd>
      </div>
    </dl>
  );
}

function Movement({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const { cause, amount, lasting, isHeld, contextName, reason, createdAt } = entry;
  const kind = kindOf(entry);
  return (
    <li>
      <div>
        <span title={cause}>{t(`admin-accounts.credits.causes.${kind}`, cause)}</span>
        {reason && <p>{reason}</p>}
        <p className="ledger-detail">
          <MomentText iso={createdAt} />
          {contextName && <span>{contextName}</span>}
          {lasting !== 0 && <span>{t('admin-accounts.credits.ofLasting', { amount: signed.format(lasting) })}</span>}
          {isHeld && <StatusDot tone="moving">{t('admin-accounts.credits.held')}</StatusDot>}
        </p>
      </div>
      <strong className="figures" data-gives={amount > 0 || undefined}>
        {signed.format(amount)}
      </strong>
    </li>
  );
}
