import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { IMPERSONATED_FLAG } from '../../shared/roles.ts';
import { MenuIcon } from '../components/menu-icon.tsx';
import { impersonation, isImpersonating } from '../session/impersonation.ts';
import { useMe } from '../session/me.ts';
import { useLeaveAccount } from './use-leave-account.ts';

/** Above every screen of the workspace for as long as staff act on a customer's behalf. */
export function ImpersonationBanner() {
  const { data: me } = useMe();
  const isInside = me?.flags.includes(IMPERSONATED_FLAG) ?? isImpersonating();
  return isInside ? <ImpersonationNotice name={me?.name} /> : null;
}

/** Whose account it is, and the way out of it; it cannot be closed. `name` is for an account that this device did not note. */
export function ImpersonationNotice({ name = '' }: { name?: string }) {
  const { t } = useTranslation();
  const { isLeaving, leave } = useLeaveAccount();
  const entered = impersonation();
  const noted = entered?.type === 'CORPORATE' ? entered.companyName : entered?.user;
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
          <strong>{t('layout.impersonation.banner', { name: noted ?? name })}</strong>{' '}
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
