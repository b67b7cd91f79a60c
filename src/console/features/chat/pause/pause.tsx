import { Alert, Button, Card, Select, Space, Typography } from 'antd';
import { useEffect, useState } from 'react';
import type { LimitsRecord } from '../../../../shared/limits.ts';
import { Icon } from '../../../components/icon.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { fullDate } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { isPaused, OWN_SENTENCES, useSaveLimits } from './limits.ts';

const TICK_MS = 15_000;

/** Returns the current time (ms since 1970), updated every 15 s. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** While the chat is paused, shows until when, what visitors read, and a button to resume if the user may. */
export function PauseBanner({ record, context }: { record: LimitsRecord; context: string }) {
  const canEdit = useAllowed('limits', 'edit');
  const now = useNow();
  const { save, isBusy } = useSaveLimits(record);
  if (!isPaused(record, now) || record.deactivatedUntil === null) return null;
  const sentence = record.messages.deactivated || t(OWN_SENTENCES.deactivated);
  const resume = () => save({ deactivatedUntil: null }, t('limits.pause.resumed', { context }));
  return (
    <Alert
      className="page-part"
      type="warning"
      showIcon
      icon={<Icon name="clock" size={20} />}
      role="region"
      aria-label={t('limits.pause.state')}
      message={<h2>{t('limits.pause.until', { until: fullDate(record.deactivatedUntil) })}</h2>}
      description={t('limits.pause.read', { sentence })}
      action={
        canEdit && (
          <Button loading={isBusy} onClick={resume}>
            {t('limits.pause.resume')}
          </Button>
        )
      }
    />
  );
}

/** A form that pauses a context's chat for some hours or days, or changes the end of a pause. */
export function PausePanel({ record, context }: { record: LimitsRecord; context: string }) {
  const now = useNow();
  const [amount, setAmount] = useState<number | null>(2);
  const [unit, setUnit] = useState<PauseUnit>('hours');
  const { save, isBusy } = useSaveLimits(record);
  const until = pauseEnd(amount, unit, now);
  const wasPaused = isPaused(record, now);
  const pause = () => {
    const end = pauseEnd(amount, unit, Date.now());
    if (end !== null) save({ deactivatedUntil: end }, t('limits.pause.paused', { context, until: fullDate(end) }));
  };
  return (
    <Card role="region" aria-labelledby="pause-title">
      <Typography.Title level={2} id="pause-title">
        {t(wasPaused ? 'limits.pause.change' : 'limits.pause.title')}
      </Typography.Title>
      <Typography.Paragraph type="secondary">{t('limits.pause.text')}</Typography.Paragraph>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          pause();
        }}
      >
        <Space wrap>
          <NumberInput
            style={{ width: 72 }}
            aria-label={t('limits.pause.amount')}
            min={1}
            max={LONGEST_PAUSE[unit]}
            precision={0}
            value={amount}
            onChange={setAmount}
          />
          <Select<PauseUnit>
            style={{ minWidth: 112 }}
            aria-label={t('limits.pause.unit')}
            options={PAUSE_UNITS.map((value) => ({ value, label: t(`limits.pause.units.${value}`) }))}
            value={unit}
            onChange={(next) => {
              setUnit(next);
              setAmount((now) => now && Math.min(now, LONGEST_PAUSE[next]));
            }}
          />
          <Button htmlType="submit" loading={isBusy} disabled={until === null}>
            {t(wasPaused ? 'limits.pause.changeAction' : 'limits.pause.action')}
          </Button>
        </Space>
      </form>
      <p className="pause-end" aria-live="polite">
        {until === null ? t('limits.pause.none') : t('limits.pause.end', { until: fullDate(until) })}
      </p>
    </Card>
  );
}

const PAUSE_UNITS = ['hours', 'days'] as const;
type PauseUnit = (typeof PAUSE_UNITS)[number];
/** Maximum amount per unit: 30 days in hours, or a year in days. */
export const LONGEST_PAUSE: Record<PauseUnit, number> = { hours: 720, days: 365 };

const MINUTE = 60_000;
const UNIT_MS: Record<PauseUnit, number> = { hours: 60 * MINUTE, days: 24 * 60 * MINUTE };

/**
 * Returns the end of a pause that begins at `now` (ms since 1970), in ISO 8601 at a full minute. Returns null if the
 * amount is invalid.
 */
export function pauseEnd(amount: number | null, unit: PauseUnit, now: number): string | null {
  if (amount === null || !Number.isInteger(amount) || amount < 1 || amount > LONGEST_PAUSE[unit]) return null;
  return new Date(Math.ceil((now + amount * UNIT_MS[unit]) / MINUTE) * MINUTE).toISOString();
}
