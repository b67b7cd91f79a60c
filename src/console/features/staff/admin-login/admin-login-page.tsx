import { useLogin } from '@refinedev/core';
import { Button, Card, Form, Typography } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { IMPERSONATION_MINUTES } from '../../../../shared/constants.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { AccountSelect, accountTitle } from '../../../components/account-select.tsx';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Wordmark } from '../../../components/logo.tsx';
import { FORM_PROPS } from '../../../components/use-form.ts';
import { ImpersonationBanner } from '../../../layout/impersonation-banner.tsx';
import type { LoginParams } from '../../../providers/auth.ts';
import { t } from '../../../providers/i18n.ts';
import { impersonation, isImpersonating } from '../../../session/impersonation.ts';
import { accessToken } from '../../../state/store.ts';
import { readToken } from '../../../state/token.ts';
import { ReasonField } from '../reason-dialog.tsx';
import '../staff.css';

/** The page where staff choose the customer account to work in. Inside an account it is read-only. */
export function AdminLoginPage() {
  const id = useId();
  // Read once, since it changes shortly before the page reloads.
  const [isInside] = useState(() => readToken(accessToken())?.actor !== undefined || isImpersonating());
  const [chosen, setChosen] = useState<AccountRow>();
  // After entering, the page reloads. An error only ends the loading state.
  const { mutate: login, isPending, data } = useLogin<LoginParams>();
  const isEntering = isPending || data?.success === true;
  const enter = ({ reason }: { reason: string }) => chosen && !isEntering && login({ account: chosen, reason });
  const entered = isInside ? impersonation() : null;
  return (
    <div className="access">
      <ImpersonationBanner />
      <Link className="access-logo" to="/" aria-label={t('layout.home')}>
        <Wordmark size={30} />
      </Link>
      <Card role="main" className="access-card">
        <Typography.Title style={{ marginBottom: 16 }}>{t('admin-login.title')}</Typography.Title>
        <Form {...FORM_PROPS} onFinish={enter}>
          <Form.Item className="form-field" label={t('admin-login.prompt')} htmlFor={id}>
            <AccountSelect
              id={id}
              className="account-select"
              size="large"
              value={chosen?.id}
              onChange={setChosen}
              disabled={isInside || isEntering}
              placeholder={entered ? accountTitle({ user: '', cnpj: null, companyName: null, ...entered }) : undefined}
            />
          </Form.Item>
          {!isInside && <ReasonField />}
          <Typography.Paragraph type="secondary">
            {isInside ? t('admin-login.inside') : t('admin-login.note', { minutes: IMPERSONATION_MINUTES })}
          </Typography.Paragraph>
          <Button type="primary" size="large" block htmlType="submit" disabled={!chosen} loading={isEntering}>
            {t('admin-login.action')}
          </Button>
        </Form>
        <ButtonLink type="link" block to="/">
          {t('admin-login.back')}
        </ButtonLink>
      </Card>
    </div>
  );
}
