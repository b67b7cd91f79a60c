import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Flex, Form, Switch, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { changedValues } from '../../../../shared/changes.ts';
import type { HandoverRecord, HandoverSettings, OpeningHours } from '../../../../shared/handover.ts';
import type { SessionContext } from '../../../../shared/session.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { request } from '../../../http/client.ts';
import { t } from '../../../providers/i18n.ts';

const WEEK = [0, 1, 2, 3, 4, 5, 6];
const FIRST: OpeningHours = { days: [0, 1, 2, 3, 4], from: '09:00', to: '18:00' };

const settingsKey = (contextId: string) => ['inbox', 'settings', contextId];

/** Whether and when visitors of a context may call a person. */
export const useSettings = (contextId: string) =>
  useQuery({
    queryKey: settingsKey(contextId),
    queryFn: ({ signal }) => request<HandoverRecord>(`/contexts/${contextId}/handover`, { signal }),
  });

const valuesOf = ({ isOn, hours }: HandoverRecord): HandoverSettings => ({ isOn, hours });

interface SettingsProps {
  context: SessionContext;
  /** Opened to turn it on. */
  turnsOn: boolean;
  onClose: () => void;
}

export function SettingsDialog(props: SettingsProps) {
  const query = useSettings(props.context.id);
  if (query.data) return <SettingsForm {...props} settings={query.data} />;
  return (
    <Modal open title={t('inbox.settings.title', { context: props.context.name })} onCancel={props.onClose}>
      <Loaded query={query}>{() => null}</Loaded>
    </Modal>
  );
}

function SettingsForm({ context, turnsOn, settings, onClose }: SettingsProps & { settings: HandoverRecord }) {
  const client = useQueryClient();
  const hoursText = (hours: OpeningHours[]) =>
    hours
      .map(({ days, from, to }) => `${days.map((day) => t(`inbox.settings.short.${day}`)).join(', ')}: ${from}–${to}`)
      .join('; ') || t('inbox.settings.always');
  const { formProps, isSaving, merge } = useFormCall<HandoverSettings, HandoverRecord>({
    url: `/contexts/${context.id}/handover`,
    method: 'put',
    initial: { ...valuesOf(settings), isOn: settings.isOn || turnsOn },
    bodyOf: (values, read = settings) => changedValues(values, valuesOf(read)),
    row: settings,
    valuesOf,
    mergeTexts: {
      labelOf: (path) => t(`inbox.settings.${path}`),
      show: (path, value) => (path === 'hours' ? hoursText(value as OpeningHours[]) : undefined),
    },
    successText: () => t('inbox.settings.saved'),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: settingsKey(context.id) });
      onClose();
    },
  });
  return (
    <FormModal
      title={t('inbox.settings.title', { context: context.name })}
      okText={t('inbox.settings.save')}
      onCancel={onClose}
      formProps={formProps}
      isSaving={isSaving}
      extra={merge.dialog}
    >
      <Flex vertical gap="middle">
        <Flex gap="small" align="center">
          <Form.Item noStyle name="isOn" valuePropName="checked">
            <Switch id="handover-on" />
          </Form.Item>
          <label htmlFor="handover-on">{t('inbox.settings.isOn')}</label>
        </Flex>
        <p className="cell-quiet">{t('inbox.settings.hint')}</p>
        <Form.Item noStyle name="hours">
          <AllHours />
        </Form.Item>
      </Flex>
    </FormModal>
  );
}

/** The form gives it the value. */
function AllHours(props: { value?: OpeningHours[]; onChange?: (next: OpeningHours[]) => void }) {
  const { value: hours = [], onChange = () => undefined } = props;
  return (
    <>
      {hours.length === 0 && <p>{t('inbox.settings.always')}</p>}
      {hours.map((one, at) => (
        <Hours
          key={at}
          hours={one}
          onChange={(next) => onChange(hours.with(at, next))}
          onRemove={() => onChange(hours.toSpliced(at, 1))}
        />
      ))}
      <Button icon={<Icon name="add" />} onClick={() => onChange([...hours, FIRST])}>
        {t('inbox.settings.addHours')}
      </Button>
    </>
  );
}

function Hours(props: { hours: OpeningHours; onChange: (next: OpeningHours) => void; onRemove: () => void }) {
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
