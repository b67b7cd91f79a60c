import { useLogin } from '@refinedev/core';
import { Button } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IMPERSONATION_MINUTES } from '../../../../shared/constants.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { Wordmark } from '../../../components/logo.tsx';
import { ImpersonationBanner } from '../../../layout/impersonation-banner.tsx';
import type { LoginParams } from '../../../providers/auth.ts';
import { impersonation, isImpersonating } from '../../../session/impersonation.ts';
import { accessToken } from '../../../session/store.ts';
import { readToken } from '../../../session/token.ts';
import { accountTitle } from '../account-name.ts';
import { AccountSelect } from '../account-select.tsx';
import './admin-login.css';

/** Where an administrator chooses whose account to work in; from within one it can be seen, but nothing be chosen. */
export function AdminLoginPage() {
  const isInside = readToken(accessToken())?.actor !== undefined || isImpersonating();
  return <AccessProfile isInside={isInside} />;
}

function AccessProfile({ isInside }: { isInside: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<AccountRow | null>(null);
  // A refusal ends the waiting, and nothing else; entered, the page begins anew.
  const { mutate: login, isPending, data } = useLogin<LoginParams>();
  const isEntering = isPending || data?.success === true;
  const entered = isInside ? impersonation() : null;
  const title = t('admin-login.title');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !isEntering) login({ account: chosen });
  };
  return (
    <div className="access">
      <ImpersonationBanner />
      <Link className="access-logo" to="/" aria-label={t('layout.home')}>
        <Wordmark size={30} />
      </Link>
      <main className="access-card">
        <h1>{title}</h1>
        <form onSubmit={submit}>
          <label htmlFor={id}>{t('admin-login.prompt')}</label>
          <AccountSelect
            id={id}
            value={chosen}
            onChange={setChosen}
            disabled={isInside || isEntering}
            standing={entered ? nameOf(entered) : undefined}
            label={t('admin-login.account')}
          />
          <p className="access-note">
            {isInside ? t('admin-login.inside') : t('admin-login.note', { minutes: IMPERSONATION_MINUTES })}
          </p>
          <Button type="primary" size="large" block htmlType="submit" disabled={!chosen} loading={isEntering}>
            {t('admin-login.action')}
          </Button>
        </form>
        <Link className="access-back" to="/">
          {t('admin-login.back')}
        </Link>
      </main>
    </div>
  );
}

const nameOf = (entered: NonNullable<ReturnType<typeof impersonation>>): string =>
  accountTitle({ user: '', cnpj: null, companyName: null, ...entered });
