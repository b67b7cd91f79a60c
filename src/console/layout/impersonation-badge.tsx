import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { IMPERSONATION_MINUTES } from '../../shared/constants.ts';
import { formatCnpj } from '../components/cnpj.ts';
import { MenuIcon } from '../components/menu-icon.tsx';
import { impersonation } from '../session/impersonation.ts';

/** Tells staff which customer account they are working in, and what that means. */
export function ImpersonationBadge() {
  const { t } = useTranslation();
  const entered = impersonation();
  const isCompany = entered?.type === 'CORPORATE';
  const name = isCompany ? entered.companyName : entered?.user;
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
          {isCompany && entered.cnpj && <div>{formatCnpj(entered.cnpj)}</div>}
          {t('layout.impersonation.text', { minutes: IMPERSONATION_MINUTES })}
        </>
      }
    />
  );
}
