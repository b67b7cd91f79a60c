import { useTranslation } from 'react-i18next';
import { IMPERSONATED_FLAG } from '../../shared/session.ts';
import { Button } from '../resource/button.tsx';
import { impersonation, isImpersonating } from '../session/impersonation.ts';
import { useMe } from '../session/me.ts';
import './impersonation-banner.css';
import { MenuIcon } from './menu-icon.tsx';
import { useLeaveAccount } from './use-leave-account.ts';

/** Above every screen for as long as staff act on a customer's behalf; it cannot be closed. */
export function ImpersonationBanner() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const { isLeaving, leave } = useLeaveAccount();
  const isInside = me?.flags.includes(IMPERSONATED_FLAG) ?? isImpersonating();
  if (!isInside) return null;
  const entered = impersonation();
  const name = (entered?.type === 'CORPORATE' ? entered.companyName : entered?.user) ?? me?.name ?? '';
  return (
    <aside className="impersonation-banner" aria-label={t('layout.impersonation.label')}>
      <MenuIcon name="mask" />
      <p>
        <strong>{t('layout.impersonation.banner', { name })}</strong> {t('layout.impersonation.recorded')}
      </p>
      <Button size="small" loading={isLeaving} onClick={() => void leave()}>
        {t('layout.account.original')}
      </Button>
    </aside>
  );
}
