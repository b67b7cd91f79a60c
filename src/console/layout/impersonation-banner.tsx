import { useLogout } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { IMPERSONATION_MINUTES } from '../../shared/constants.ts';
import { formatCnpj } from '../../shared/format.ts';
import { IMPERSONATED_FLAG } from '../../shared/roles.ts';
import { MenuIcon } from '../components/menu-icon.tsx';
import type { LogoutParams } from '../providers/auth.ts';
import { t } from '../providers/i18n.ts';
import { impersonation, isImpersonating } from '../session/impersonation.ts';
import { useMe } from '../session/me.ts';

/** Returns the name of the account that staff are in, if this device has stored it. */
function enteredName(): string | null | undefined {
  const entered = impersonation();
  return entered?.type === 'CORPORATE' ? entered.companyName : entered?.user;
}

/** Shown above every screen while staff work in a customer's account. */
export function ImpersonationBanner() {
  const { data: me } = useMe();
  const isInside = me?.flags.includes(IMPERSONATED_FLAG) ?? isImpersonating();
  return isInside ? <ImpersonationNotice name={me?.name} /> : null;
}

/**
 * Shows the account's name and a button to leave the account. It cannot be closed. `name` is used when this device has
 * not stored the account.
 */
export function ImpersonationNotice({ name = '' }: { name?: string }) {
  const { isLeaving, leave } = useLeaveAccount();
  return (
    <Alert
      banner
      type="warning"
      role="complementary"
      className="impersonation-banner"
      aria-label={t('layout.impersonation.label')}
      icon={<MenuIcon name="mask" />}
      message={
        <>
          <strong>{t('layout.impersonation.banner', { name: enteredName() ?? name })}</strong>{' '}
          {t('layout.impersonation.recorded')}
        </>
      }
      action={
        <Button size="small" loading={isLeaving} onClick={leave}>
          {t('layout.account.original')}
        </Button>
      }
    />
  );
}

/** Tells staff which customer account they are working in, and what that means. */
export function ImpersonationBadge() {
  const entered = impersonation();
  const cnpj = entered?.type === 'CORPORATE' ? entered.cnpj : null;
  const name = enteredName();
  return (
    <Alert
      banner
      type="warning"
      role="note"
      aria-label={t('layout.impersonation.label')}
      icon={<MenuIcon name="mask" />}
      message={t('layout.impersonation.badge')}
      description={
        <>
          {name && (
            <div>
              <strong>{name}</strong>
            </div>
          )}
          {cnpj && <div>{formatCnpj(cnpj)}</div>}
          {t('layout.impersonation.text', { minutes: IMPERSONATION_MINUTES })}
        </>
      }
    />
  );
}

/** Returns the function that ends the impersonation of a customer, and whether that is in progress. */
export function useLeaveAccount(): { isLeaving: boolean; leave: () => void } {
  const { mutate: logout, isPending, data } = useLogout<LogoutParams>();
  // Stays true after success, because the page reloads then.
  return { isLeaving: isPending || data?.success === true, leave: () => logout({ leaveAccount: true }) };
}
