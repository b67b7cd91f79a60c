import { useTranslation } from 'react-i18next';
import { BUSINESS_ZONE } from '../../../../shared/constants.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { StatusDot, toneOf } from '../../../components/status-dot.tsx';
import { Nothing } from '../../../resource/field-cell.tsx';

/** Formats a date as "28 de nov. de 2026". */
const shortDay = (iso: string) =>
  new Date(iso).toLocaleDateString('pt-BR', { dateStyle: 'medium', timeZone: BUSINESS_ZONE });

/** The status of an account's subscription, or the date of deletion if the account is going to be deleted. */
export function AccountStatus({ account }: { account: Pick<AccountRow, 'status' | 'deletesAt'> }) {
  const { t } = useTranslation();
  const { status, deletesAt } = account;
  if (deletesAt) return <StatusDot tone="bad">{t('admin-accounts.deletes', { day: shortDay(deletesAt) })}</StatusDot>;
  if (!status) return <Nothing />;
  return <StatusDot tone={toneOf(status) ?? 'off'}>{t(`accounts.options.status.${status}`)}</StatusDot>;
}
