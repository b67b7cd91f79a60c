import { Button, InputNumber } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LimitsRecord } from '../../../../shared/limits.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { fullDate } from '../../../components/days.ts';
import { Icon } from '../../../components/icon.tsx';
import { isPaused, OWN_SENTENCES, useSaveLimits } from './limits.ts';
import { LONGEST_PAUSE, PAUSE_UNITS, pauseEnd, type PauseUnit } from './pause-end.ts';
import './pause.css';

const TICK_MS = 15_000;

/** The time, told again while the page is open: a pause ends, and the end of one to choose moves on. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Says, while the chat is paused, until when and what visitors read; the way back for who may. */
export function PauseBanner({ record, context, canEdit }: { record: LimitsRecord; context: string; canEdit: boolean }) {
  const { t } = useTranslation();
  const now = useNow();
  const { save, isBusy } = useSaveLimits(record);
  if (!isPaused(record, now) || record.deactivatedUntil === null) return null;
  const sentence = record.messages.deactivated || t(OWN_SENTENCES.deactivated);
  const resume = () => save({ deactivatedUntil: null }, t('limits.pause.resumed', { context })).catch(() => undefined);
  return (
    <section className="paused" aria-label={t('limits.pause.state')}>
      <Icon name="clock" size={20} />
      <div>
        <h2>{t('limits.pause.until', { until: fullDate(record.deactivatedUntil) })}</h2>
        <p>{t('limits.pause.read', { sentence })}</p>
      </div>
      {canEdit && (
        <Button loading={isBusy} onClick={() => void resume()}>
          {t('limits.pause.resume')}
        </Button>
      )}
    </section>
  );
}

/** Stops the chat of a context for some hours or days. */
export function PausePanel({ record, context }: { record: LimitsRecord; context: string }) {
  const { t } = useTranslation();
  const now = useNow();
  const [amount, setAmount] = useState<number | null>(2);
  const [unit, setUnit] = useState<PauseUnit>('hours');
  const { save, isBusy } = useSaveLimits(record);
  const until = pauseEnd(amount, unit, now);
  const wasPaused = isPaused(record, now);
  const pause = async () => {
    const end = pauseEnd(amount, unit, Date.now());
    if (end === null) return;
    const said = t('limits.pause.paused', { context, until: fullDate(end) });
    await save({ deactivatedUntil: end }, said).catch(() => undefined);
  };
  const units = PAUSE_UNITS.map((value) => ({ value, returnValue: value, label: t(`limits.pause.units.${value}`) }));
  return (
    <section className="pause">
      <h2>{t(wasPaused ? 'limits.pause.change' : 'limits.pause.title')}</h2>
      <p>{t('limits.pause.text')}</p>
      <form
        className="pause-line"
        onSubmit={(event) => {
          event.preventDefault();
          void pause();
        }}
      >
        <InputNumber<number>
          aria-label={t('limits.pause.amount')}
          min={1}
          max={LONGEST_PAUSE[unit]}
          precision={0}
          value={amount}
          onChange={setAmount}
        />
        <ChoiceSelect<PauseUnit>
          aria-label={t('limits.pause.unit')}
          options={units}
          value={unit}
          onChange={(next) => {
            if (next === null) return;
            setUnit(next);
            setAmount((now) => now && Math.min(now, LONGEST_PAUSE[next]));
          }}
        />
        <Button htmlType="submit" loading={isBusy} disabled={until === null}>
          {t(wasPaused ? 'limits.pause.changeAction' : 'limits.pause.action')}
        </Button>
      </form>
      <p className="pause-end" aria-live="polite">
        {until === null ? t('limits.pause.none') : t('limits.pause.end', { until: fullDate(until) })}
      </p>
    </section>
  );
}
