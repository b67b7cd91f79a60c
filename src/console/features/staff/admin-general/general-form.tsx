import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generalSettings, type GeneralSettings } from '../../../../shared/staff.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { errorsOf, messageOf } from '../../../components/field-errors.ts';
import '../../../components/form.css';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { meQuery } from '../../../session/me.ts';
import { plansQuery } from '../plans.ts';
import { Section } from './section.tsx';

const ANNOUNCEMENT_MAX = 300;

/** What staff decide for all accounts. */
export const settingsQuery = queryOptions({
  queryKey: ['admin', 'general'],
  queryFn: ({ signal }) => request<GeneralSettings>('/admin/general', { signal }),
});

function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: GeneralSettings) =>
      request<GeneralSettings>('/admin/general', { method: 'PUT', body: settings }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      // The announcement is told with the session's user.
      return client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

function PlanInput(props: { id?: string; value?: string; onChange?: (planId: string) => void; disabled?: boolean }) {
  const { data, isPending } = useQuery(plansQuery);
  const known = data ?? (props.value ? [{ id: props.value, name: props.value }] : []);
  return (
    <ChoiceSelect
      id={props.id}
      disabled={props.disabled}
      loading={isPending}
      options={known.map(({ id, name }) => ({ value: id, returnValue: id, label: name }))}
      value={props.value}
      onChange={(planId) => planId && props.onChange?.(planId)}
    />
  );
}

const trimmed = (values: GeneralSettings): GeneralSettings => ({
  ...values,
  supportEmail: values.supportEmail.trim(),
  announcement: values.announcement.trim(),
});

const isSame = (a: GeneralSettings, b: GeneralSettings) =>
  (Object.keys(generalSettings.shape) as (keyof GeneralSettings)[]).every((name) => a[name] === b[name]);

/** The settings of the platform, saved together. */
export function GeneralForm({ settings }: { settings: GeneralSettings }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<GeneralSettings>();
  const canEdit = useAllowed('general-settings', 'edit');
  const [isChanged, setIsChanged] = useState(false);
  const { mutateAsync, isPending } = useSaveSettings();
  const rule = (name: keyof GeneralSettings) => ({
    validator: async (_: unknown, value: unknown) => {
      const written = typeof value === 'string' ? value.trim() : value;
      const message = messageOf(t, generalSettings.shape[name], written, true);
      if (message) throw new Error(message);
    },
  });
  const save = async (values: GeneralSettings) => {
    try {
      const saved = await mutateAsync(trimmed(values));
      form.setFieldsValue(saved);
      setIsChanged(false);
      notify({ type: 'success', message: t('admin-general.saved') });
    } catch (failure) {
      const faults = errorsOf(failure).map(({ field, message }) => ({ name: field as never, errors: [message] }));
      if (faults.length > 0) form.setFields(faults);
      else void showFailure(failure);
    }
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger={[]}
      disabled={!canEdit}
      initialValues={settings}
      onValuesChange={(_, values) => setIsChanged(!isSame(trimmed(values), settings))}
      onFinish={(values) => void save(values)}
    >
      <Section title={t('admin-general.access.title')} text={t('admin-general.access.text')}>
        <Form.Item
          className="form-field form-toggle"
          name="signUpsOpen"
          valuePropName="checked"
          label={t('admin-general.signUpsOpen')}
          extra={t('admin-general.signUpsOpenHint')}
        >
          <Switch />
        </Form.Item>
        <Form.Item className="form-field" name="initialPlanId" label={t('admin-general.initialPlanId')}>
          <PlanInput />
        </Form.Item>
      </Section>
      <Section title={t('admin-general.talk.title')} text={t('admin-general.talk.text')}>
        <Form.Item
          className="form-field"
          name="supportEmail"
          label={t('admin-general.supportEmail')}
          extra={t('admin-general.supportEmailHint')}
          rules={[rule('supportEmail')]}
        >
          <Input inputMode="email" autoComplete="off" placeholder="suporte@empresa.com.br" />
        </Form.Item>
        <Form.Item
          className="form-field"
          name="announcement"
          label={t('admin-general.announcement')}
          extra={t('admin-general.announcementHint')}
          rules={[rule('announcement')]}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={ANNOUNCEMENT_MAX} showCount />
        </Form.Item>
        <div className="general-save">
          <Button type="primary" htmlType="submit" loading={isPending} disabled={!isChanged || !canEdit}>
            {t('admin-general.save')}
          </Button>
          {isChanged && <span role="status">{t('admin-general.unsaved')}</span>}
        </div>
      </Section>
      <UnsavedGuard when={isChanged} />
    </Form>
  );
}
