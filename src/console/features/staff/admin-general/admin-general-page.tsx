import { useWarnAboutChange } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Form, Input, Switch, Typography } from 'antd';
import { useId, useState } from 'react';
import { z } from 'zod';
import { changedValues } from '../../../../shared/changes.ts';
import {
  type AccountRow,
  type GeneralRecord,
  type GeneralSettings,
  generalSettings,
} from '../../../../shared/staff.ts';
import { AccountSelect, useAccountsToChoose } from '../../../components/account-select.tsx';
import { DialogButton } from '../../../components/buttons.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageSection } from '../../../components/page-section.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { meQuery } from '../../../session/me.ts';
import { ChangePlanDialog } from '../change-plan-dialog.tsx';
import { PlanSelect, usePlans } from '../plans.tsx';
import '../staff.css';

const ANNOUNCEMENT_MAX = 300;

const SETTINGS = '/admin/general';

const { shape } = generalSettings;

const valuesOf = ({ version: _, ...settings }: GeneralRecord): GeneralSettings => settings;

function GeneralForm({ settings }: { settings: GeneralRecord }) {
  const client = useQueryClient();
  const canEdit = useAllowed('general-settings', 'edit');
  const { warnWhen: isChanged } = useWarnAboutChange();
  const plans = usePlans().data?.data ?? [];
  const { formProps, isSaving, merge } = useFormCall<GeneralSettings, GeneralRecord>({
    url: SETTINGS,
    method: 'put',
    bodyOf: ({ supportEmail, announcement, ...values }, read = settings) => {
      const typed = { ...values, supportEmail: supportEmail.trim(), announcement: announcement.trim() };
      return changedValues(typed, valuesOf(read));
    },
    row: settings,
    valuesOf,
    mergeTexts: {
      labelOf: (path) => t(`admin-general.${path}`),
      show: (path, value) => (path === 'initialPlanId' ? plans.find(({ id }) => id === value)?.name : undefined),
    },
    successText: () => t('admin-general.saved'),
    isGuarded: true,
    onSaved: (saved) => {
      client.setQueryData([SETTINGS], { data: saved });
      // The announcement is part of the session user's data.
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  const of = (name: 'signUpsOpen' | 'supportEmail' | 'announcement') => ({
    name,
    label: t(`admin-general.${name}`),
    extra: t(`admin-general.${name}Hint`),
    schema: shape[name],
  });
  return (
    <Form {...formProps} disabled={!canEdit}>
      <PageSection title={t('admin-general.access.title')} text={t('admin-general.access.text')}>
        <FormField {...of('signUpsOpen')} isSwitch>
          <Switch />
        </FormField>
        <Form.Item className="form-field" name="initialPlanId" label={t('admin-general.initialPlanId')}>
          <PlanSelect />
        </Form.Item>
      </PageSection>
      <PageSection title={t('admin-general.talk.title')} text={t('admin-general.talk.text')}>
        <FormField
          {...of('supportEmail')}
          schema={z.preprocess((typed) => String(typed).trim(), shape.supportEmail)}
          canBeEmpty
        >
          <Input inputMode="email" autoComplete="off" placeholder="suporte@empresa.com.br" />
        </FormField>
        <FormField {...of('announcement')} canBeEmpty>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={ANNOUNCEMENT_MAX} showCount />
        </FormField>
        <Flex wrap align="center" gap={12} style={{ marginTop: 24 }}>
          <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isChanged || !canEdit}>
            {t('admin-general.save')}
          </Button>
          {isChanged && (
            <Typography.Text type="secondary" role="status">
              {t('admin-general.unsaved')}
            </Typography.Text>
          )}
        </Flex>
      </PageSection>
      {merge.dialog}
      <UnsavedGuard />
    </Form>
  );
}

export function AdminGeneralPage() {
  const settings = useGet<GeneralRecord>(SETTINGS);
  // The form needs these too, so they load in parallel with the settings.
  usePlans();
  useAccountsToChoose();
  return (
    <PageFrame title={t('admin-general.title')} intro={t('admin-general.intro')}>
      <Loaded query={settings} waiting={<Skeleton title rows={8} />}>
        {({ data }) => <GeneralForm settings={data} />}
      </Loaded>
      {!settings.isPending && <PlanPart />}
    </PageFrame>
  );
}

function PlanPart() {
  const id = useId();
  const canChange = useAllowed('accounts', 'change-plan');
  const [account, setAccount] = useState<AccountRow>();
  if (!canChange) return null;
  return (
    <PageSection title={t('admin-general.plan.title')} text={t('admin-general.plan.text')}>
      <Form layout="vertical">
        <Form.Item className="form-field" label={t('admin-general.plan.account')} htmlFor={id}>
          <AccountSelect
            id={id}
            aria-label={t('admin-general.plan.account')}
            value={account?.id}
            onChange={setAccount}
          />
        </Form.Item>
        <DialogButton
          disabled={!account}
          // The chosen account may have another plan afterwards, so the user searches for it again.
          dialog={(close) =>
            account && <ChangePlanDialog account={account} onClose={() => (close(), setAccount(undefined))} />
          }
        >
          {t('admin-general.plan.choose')}
        </DialogButton>
      </Form>
    </PageSection>
  );
}
