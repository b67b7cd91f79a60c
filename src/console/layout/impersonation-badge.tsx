import { useTranslation } from 'react-i18next';
import { IMPERSONATION_MINUTES } from '../../shared/constants.ts';
import { writtenCnpj } from '../resource/cnpj.ts';
import { impersonation } from '../session/impersonation.ts';
import { MenuIcon } from './menu-icon.tsx';
import './impersonation-badge.css';

/** Says that one works in another's account, in whose, and what that means. */
export function ImpersonationBadge() {
  const { t } = useTranslation();
  const entered = impersonation();
  const isCompany = entered?.type === 'CORPORATE';
  const name = isCompany ? entered.companyName : entered?.user;
  return (
    <div className="impersonation" role="note" aria-label={t('layout.impersonation.label')}>
      <span className="impersonation-badge">
        <MenuIcon name="mask" size={14} /> {t('layout.impersonation.badge')}
      </span>
      {name && (
        <strong>
          {name}
          {isCompany && entered.cnpj && <span>{writtenCnpj(entered.cnpj)}</span>}
        </strong>
      )}
      <p>{t('layout.impersonation.text', { minutes: IMPERSONATION_MINUTES })}</p>
    </div>
  );
}
