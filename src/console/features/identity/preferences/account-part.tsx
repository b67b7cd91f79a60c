import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { accountProfile, type AccountProfile } from '../../../../shared/people.ts';
import { request } from '../../../http/client.ts';
import { messageOf } from '../../../components/field-errors.ts';
import { Nothing } from '../../../resource/field-cell.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { accountQuery, useSending, type Account } from './account.ts';
import { cnpjDigits, formatCnpj } from '../../../components/cnpj.ts';
import { Part } from './part.tsx';

/** Whose account it is: a person's or a company's. The owner changes it; who administers sees it. */
export function AccountPart({ account }: { account: Account }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('account', 'edit');
  return (
    <Part
      title={t('preferences.account.title')}
      text={t(canEdit ? 'preferences.account.text' : 'preferences.account.onlyRead')}
    >
      {canEdit ? <AccountForm account={account} /> : <AccountFacts account={account} />}
    </Part>
  );
}

function AccountFacts({ account }: { account: Account }) {
  const { t } = useTranslation();
  const { type, name, cnpj, companyName } = account;
  const facts: [string, string | null][] = [
    ['type', t(`preferences.account.types.${type}`)],
    ['name', name],
  ];
  if (type === 'CORPORATE') facts.push(['cnpj', cnpj && formatCnpj(cnpj)], ['companyName', companyName]);
  return (
    <dl className="preference-facts">
      {facts.map(([field, value]) => (
        <div key={field}>
          <dt>{t(`preferences.account.${field}`)}</dt>
          <dd>{value ?? <Nothing />}</dd>
        </div>
      ))}
    </dl>
  );
}

function useSaveAccount() {
  const client = useQueryClient();
  return async (values: AccountProfile) => {
    const isCompany = values.type === 'CORPORATE';
    const body = {
      type: values.type,
      name: values.name.trim(),
      cnpj: isCompany ? cnpjDigits(values.cnpj ?? '') : null,
      companyName: isCompany ? (values.companyName ?? '').trim() : null,
    };
    client.setQueryData(accountQuery.queryKey, await request<Account>('/account', { method: 'PUT', body }));
  };
}

function AccountForm({ account }: { account: Account }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<AccountProfile>();
  const { send, isBusy } = useSending();
  const saveAccount = useSaveAccount();
  const type = Form.useWatch('type', form) ?? account.type;
  const { name, cnpj, companyName } = account;
  const initial = { type: account.type, name, cnpj: formatCnpj(cnpj ?? ''), companyName: companyName ?? '' };
  const rule = (field: keyof AccountProfile) => ({
    validator: async (_: unknown, value: unknown) => {
      const written = field === 'cnpj' ? cnpjDigits(String(value ?? '')) : value;
      const message = messageOf(t, accountProfile.shape[field], written);
      if (message) throw new Error(message);
    },
  });
  const save = (values: AccountProfile) =>
    send(
      () => saveAccount(values),
      t('preferences.account.saved'),
      (faults) => form.setFields(faults),
    );
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger={[]}
      initialValues={initial}
      onFinish={(values) => void save(values)}
    >
      <Form.Item className="form-field" name="type" label={t('preferences.account.type')}>
        <Radio.Group>
          <Radio value="PERSONAL">{t('preferences.account.types.PERSONAL')}</Radio>
          <Radio value="CORPORATE">{t('preferences.account.types.CORPORATE')}</Radio>
        </Radio.Group>
      </Form.Item>
      <Form.Item className="form-field" name="name" label={t('preferences.account.name')} rules={[rule('name')]}>
        <Input maxLength={120} autoComplete="off" />
      </Form.Item>
      {type === 'CORPORATE' && (
        <>
          <Form.Item
            className="form-field"
            name="cnpj"
            label={t('preferences.account.cnpj')}
            rules={[rule('cnpj')]}
            normalize={formatCnpj}
          >
            <Input inputMode="numeric" placeholder="00.000.000/0000-00" autoComplete="off" />
          </Form.Item>
          <Form.Item
            className="form-field"
            name="companyName"
            label={t('preferences.account.companyName')}
            rules={[rule('companyName')]}
          >
            <Input maxLength={160} autoComplete="organization" />
          </Form.Item>
        </>
      )}
      <Button htmlType="submit" loading={isBusy}>
        {t('preferences.account.save')}
      </Button>
    </Form>
  );
}
