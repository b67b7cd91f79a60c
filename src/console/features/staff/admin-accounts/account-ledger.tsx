import { Flex, Statistic, Typography } from 'antd';
import { type CreditGift, creditGift, type Ledger } from '../../../../shared/account-credits.ts';
import { formatCount } from '../../../../shared/format.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { accountTitle } from '../../../components/account-select.tsx';
import { DialogButton } from '../../../components/buttons.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';
import { ACCOUNT_LISTS, useAccountsChanged } from '../plans.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { PagedList, useAccountList } from './paged-list.tsx';

/** The dialog that gives an account credits that do not expire. The account's owner can read the reason. */
function GiveCreditsDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const name = accountTitle(account);
  return (
    <ReasonDialog<CreditGift>
      title={t('admin-accounts.credits.giveTitle', { name })}
      action={t('admin-accounts.credits.give')}
      isDanger={false}
      done={({ credits }) => t('admin-accounts.credits.given', { credits: formatCount(credits), name })}
      url={`/admin/accounts/${account.id}/credits`}
      onDone={useAccountsChanged()}
      onClose={onClose}
    >
      <FormField
        name="credits"
        label={t('admin-accounts.credits.amount')}
        extra={t('admin-accounts.credits.amountHint')}
        schema={creditGift.shape.credits}
      >
        <NumberInput data-first />
      </FormField>
    </ReasonDialog>
  );
}

type LedgerEntry = Ledger['data'][number];

const formatSigned = (amount: number) => `${amount > 0 ? '+' : ''}${formatCount(amount)}`;

/**
 * Returns the kind of a movement: the part of its cause before the first colon. Causes with `ended` mean two things: a
 * negative amount is expired credits, any other the credits of the free plan after the subscription ended (`fell`).
 */
const kindOf = ({ cause, amount }: LedgerEntry) => {
  const [kind = ''] = cause.split(':', 1);
  return kind === 'ended' && amount >= 0 ? 'fell' : kind;
};

export function AccountLedger({ account }: { account: AccountRow }) {
  const of = [ACCOUNT_LISTS.ledger, account.id] as const;
  // Each page of the ledger repeats the balance, which Refine's type does not know.
  const page = useAccountList<LedgerEntry>(...of).data?.pages[0] as Pick<Ledger, 'balance'> | undefined;
  return (
    <>
      <Flex justify="space-between" align="start" gap={16} className="part-heading">
        <Balance balance={page?.balance} />
        <DialogButton
          allowedBy={['account-credits', 'give']}
          dialog={(close) => <GiveCreditsDialog account={account} onClose={close} />}
        >
          {t('admin-accounts.credits.give')}
        </DialogButton>
      </Flex>
      <PagedList<LedgerEntry>
        of={[...of]}
        empty={t('admin-accounts.credits.empty')}
        aria-label={t('admin-accounts.credits.movements')}
        item={(entry) => ({
          key: entry.cause,
          title: <span title={entry.cause}>{t(`admin-accounts.credits.causes.${kindOf(entry)}`, entry.cause)}</span>,
          text: entry.reason && <div>{entry.reason}</div>,
          facts: [
            <MomentText iso={entry.createdAt} isExact />,
            entry.contextName,
            entry.lasting !== 0 && t('admin-accounts.credits.ofLasting', { amount: formatSigned(entry.lasting) }),
            entry.isHeld && <StatusDot tone="moving">{t('admin-accounts.credits.held')}</StatusDot>,
          ],
          extra: (
            <Typography.Text strong type={entry.amount > 0 ? 'success' : undefined} className="figures">
              {formatSigned(entry.amount)}
            </Typography.Text>
          ),
        })}
      />
    </>
  );
}

function Balance({ balance }: { balance: Ledger['balance'] | undefined }) {
  const textOf = (amount: number | undefined) => (amount === undefined ? '–' : formatCount(amount));
  return (
    <Flex wrap gap="8px 24px">
      <Statistic
        title={t('admin-accounts.credits.monthly')}
        value={textOf(balance?.monthly)}
        suffix={<small>{t('admin-accounts.credits.of', { granted: textOf(balance?.granted) })}</small>}
      />
      <Statistic title={t('admin-accounts.credits.lasting')} value={textOf(balance?.lasting)} />
    </Flex>
  );
}
