import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Flex, Switch, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoverSettings, OpeningHours } from '../../../../shared/handover.ts';
import type { SessionContext } from '../../../../shared/session.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useCall } from '../../../components/use-call.ts';
import { request } from '../../../http/client.ts';

const WEEK = [0, 1, 2, 3, 4, 5, 6];
const FIRST: OpeningHours = { days: [0, 1, 2, 3, 4], from: '09:00', to: '18:00' };

const settingsKey = (contextId: string) => ['inbox', 'settings', contextId];

/** Whether and when visitors of a context may call a person. */
export const useSettings = (contextId: string) =>
  useQuery({
    queryKey: settingsKey(contextId),
    queryFn: ({ signal }) => request<HandoverSettings>(`/contexts/${contextId}/handover`, { signal }),
  });

export function SettingsDialog({ context, onClose }: { context: SessionContext; onClose: () => void }) {
  const query = useSettings(context.id);
  const client = useQueryClient();
  const { t } = useTranslation();
  const { call, isBusy } = useCall();
  const [draft, setDraft] = useState<HandoverSettings>();
  const save = () => {
    const values = draft ?? query.data;
    if (!values) return;
    call({
      url: `/contexts/${context.id}/handover`,
      method: 'put',
      values,
      successText: t('inbox.settings.saved'),
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: settingsKey(context.id) });
        onClose();
      },
    });
  };
  return (
    <Modal
      open
      title={t('inbox.settings.title', { context: context.name })}
      okText={t('inbox.settings.save')}
      onOk={save}
      confirmLoading={isBusy}
      onCancel={onClose}
    >
      <Loaded query={query}>{(saved) => <SettingsForm settings={draft ?? saved} onChange={setDraft} />}</Loaded>
    </Modal>
  );
}

function SettingsForm(props: { settings: HandoverSettings; onChange: (next: HandoverSettings) => void }) {
  const { t } = useTranslation();
  const { settings, onChange } = props;
  const { isOn, hours } = settings;
  const change = (at: number, next: OpeningHours) =>
    onChange({ ...settings, hours: hours.map((one, index) => (index === at ? next : one)) });
  return (
    <Flex vertical gap="middle">
      <Flex gap="small" align="center">
        <Switch id="handover-on" checked={isOn} onChange={(next) => onChange({ ...settings, isOn: next })} />
        <label htmlFor="handover-on">{t('inbox.settings.isOn')}</label>
      </Flex>
      <p className="cell-quiet">{t('inbox.settings.hint')}</p>
      {hours.length === 0 && <p>{t('inbox.settings.always')}</p>}
      {hours.map((one, at) => (
        <Hours
          key={at}
          hours={one}
          onChange={(next) => change(at, next)}
          onRemove={() => onChange({ ...settings, hours: hours.filter((_, index) => index !== at) })}
        />
      ))}
      <Button icon={<Icon name="add" />} onClick={() => onChange({ ...settings, hours: [...hours, FIRST] })}>
        {t('inbox.settings.addHours')}
      </Button>
    </Flex>
  );
}

function Hours(props: { hours: OpeningHours; onChange: (next: OpeningHours) => void; onRemove: () => void }) {
  const { t } = useTranslation();
  const { hours, onChange, onRemove } = props;
  const clock = (name: 'from' | 'to') => (
    <TimePicker
      aria-label={t(`inbox.settings.${name}`)}
      format="HH:mm"
      minuteStep={5}
      allowClear={false}
      needConfirm={false}
      value={dayjs(`2000-01-01T${hours[name]}`)}
      onChange={(next) => onChange({ ...hours, [name]: next.format('HH:mm') })}
    />
  );
  return (
    <Flex vertical gap="small" role="group" aria-label={t('inbox.settings.hours')}>
      <Checkbox.Group
        aria-label={t('inbox.settings.days')}
        value={hours.days}
        options={WEEK.map((value) => ({ value, label: t(`inbox.settings.short.${value}`) }))}
        onChange={(days) => onChange({ ...hours, days: days.toSorted() })}
      />
      <Flex gap="small" align="center">
        {t('inbox.settings.from')} {clock('from')} {t('inbox.settings.to').toLowerCase()} {clock('to')}
        <Button
          type="text"
          icon={<Icon name="trash" />}
          aria-label={t('inbox.settings.removeHours')}
          onClick={onRemove}
        />
      </Flex>
    </Flex>
  );
}
