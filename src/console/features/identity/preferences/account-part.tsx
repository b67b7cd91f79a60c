import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Radio } from 'antd';
import { useEffect } from 'react';
import { z } from 'zod';
import { changedValues } from '../../../../shared/changes.ts';
import { cnpjDigits, formatCnpj } from '../../../../shared/format.ts';
import { type AccountProfile, accountProfile, type accountRecord } from '../../../../shared/people.ts';
import { Facts } from '../../../components/facts.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { PageSection } from '../../../components/page-section.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Nothing } from '../../../resource/cell-line.tsx';
import { meQuery } from '../../../session/me.ts';
import { KEYS, writeKey } from '../../../state/store.ts';

/** The account's type (person or company) and its details. Read-only for users who may not edit the account. */
export function AccountPart({ account }: { account: Account }) {
  const canEdit = useAllowed('account', 'edit');
  return (
    <PageSection
      title={t('preferences.account.title')}
      text={t(canEdit ? 'preferences.account.text' : 'preferences.account.onlyRead')}
    >
      {canEdit ? <AccountForm account={account} /> : <AccountFacts account={account} />}
    </PageSection>
  );
}

function AccountFacts({ account }: { account: Account }) {
  const { type, name, cnpj, companyName } = account;
  const company = { cnpj: cnpj ? formatCnpj(cnpj) : <Nothing />, companyName: companyName ?? <Nothing /> };
  const facts = { type: t(`preferences.account.types.${type}`), name, ...(type === 'CORPORATE' && company) };
  return <Facts texts="preferences.account" facts={facts} />;
}

type AccountValues = Omit<AccountProfile, 'keepsFiles'>;

const valuesOf = ({ type, name, cnpj, companyName }: Account): AccountValues => ({
  type,
  name,
  cnpj: formatCnpj(cnpj ?? ''),
  companyName: companyName ?? '',
});

const bodyOf = ({ type, name, cnpj, companyName }: AccountValues) => ({
  type,
  name: name.trim(),
  cnpj: type === 'CORPORATE' ? cnpjDigits(cnpj ?? '') : null,
  companyName: type === 'CORPORATE' ? (companyName ?? '').trim() : null,
});

function AccountForm({ account }: { account: Account }) {
  const client = useQueryClient();
  const { form, formProps, isSaving, merge } = useFormCall<AccountValues, Account>({
    url: ACCOUNT,
    method: 'put',
    bodyOf: (values, read = account) => changedValues(bodyOf(values), read),
    row: account,
    valuesOf,
    mergeTexts: {
      labelOf: (path) => t(`preferences.account.${path}`),
      show: (path, value) => (path === 'type' ? t(`preferences.account.types.${String(value)}`) : undefined),
    },
    successText: () => t('preferences.account.saved'),
    onSaved: (saved) => client.setQueryData([ACCOUNT], { data: saved }),
    isGuarded: true,
  });
  const type: string = Form.useWatch('type', form) ?? account.type;
  const { shape } = accountProfile;
  return (
    <Form {...formProps}>
      <Form.Item className="form-field" name="type" label={t('preferences.account.type')}>
        <Radio.Group>
          <Radio value="PERSONAL">{t('preferences.account.types.PERSONAL')}</Radio>
          <Radio value="CORPORATE">{t('preferences.account.types.CORPORATE')}</Radio>
        </Radio.Group>
      </Form.Item>
      <FormField name="name" label={t('preferences.account.name')} schema={shape.name}>
        <Input maxLength={120} autoComplete="off" />
      </FormField>
      {type === 'CORPORATE' && (
        <>
          <FormField
            name="cnpj"
            label={t('preferences.account.cnpj')}
            schema={z.preprocess((typed) => cnpjDigits(String(typed)), shape.cnpj)}
            normalize={formatCnpj}
          >
            <Input inputMode="numeric" placeholder="00.000.000/0000-00" autoComplete="off" />
          </FormField>
          <FormField name="companyName" label={t('preferences.account.companyName')} schema={shape.companyName}>
            <Input maxLength={160} autoComplete="organization" />
          </FormField>
        </>
      )}
      <Button htmlType="submit" loading={isSaving}>
        {t('preferences.account.save')}
      </Button>
      {merge.dialog}
    </Form>
  );
}

export type Account = z.infer<typeof accountRecord>;

/** The path of the account, and its key in the query cache. */
export const ACCOUNT = '/account';

export function useAccount(isAsked: boolean) {
  const query = useGet<Account>(ACCOUNT, { enabled: isAsked });
  const deletesAt = query.data?.data.deletesAt;
  useEffect(() => {
    if (deletesAt !== undefined) writeKey(KEYS.accountDeletionDate, deletesAt);
  }, [deletesAt]);
  return query;
}

/** Returns a function that reloads the account and the signed-in user. */
export function useAccountChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([[ACCOUNT], meQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
}
