import { Button, Card, Flex, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { advanceBody, type SandboxClock } from '../../../../shared/billing.ts';
import { fullDate } from '../../../components/days.ts';
import { Modal } from '../../../components/modal.tsx';
import { TestNotice } from '../../../components/test-notice.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useSubscription } from '../../../session/subscription.ts';
import { useAdvance, useClock } from './catalogue.ts';

const DAYS_FIRST = 30;

/** The clock of the sandbox gateway; nothing if charges are real or the user may not advance it. */
export function ClockPart() {
  const canAdvance = useAllowed('sandbox-clock', 'advance');
  const gateway = useSubscription({ enabled: canAdvance });
  const clock = useClock(canAdvance);
  if (!canAdvance || !clock || gateway.data?.data.gateway.isTest === false) return null;
  return <Clock clock={clock} />;
}

function Clock({ clock }: { clock: SandboxClock }) {
  const { t } = useTranslation();
  const id = useId();
  const [days, setDays] = useState<number | null>(DAYS_FIRST);
  const [asked, setAsked] = useState<{ days: number | null } | null>(null);
  const { advance, isBusy } = useAdvance(() => setAsked(null));
  return (
    <Card className="catalogue-clock" title={<h2>{t('plan-catalogue.clock.title')}</h2>}>
      <TestNotice gateway={{ name: 'sandbox' }} />
      <p className="figures">
        {t('plan-catalogue.clock.now', { moment: fullDate(clock.now) })}{' '}
        {clock.nextAt
          ? t('plan-catalogue.clock.next', { moment: fullDate(clock.nextAt) })
          : t('plan-catalogue.clock.nothing')}
      </p>
      <Flex wrap align="center" gap={8}>
        <Button disabled={!clock.nextAt} onClick={() => setAsked({ days: null })}>
          {t('plan-catalogue.clock.toNext')}
        </Button>
        <label htmlFor={id}>{t('plan-catalogue.clock.days')}</label>
        <InputNumber<number> id={id} min={1} max={400} precision={0} value={days} onChange={setDays} />
        <Button disabled={!advanceBody.safeParse({ days: days ?? 0 }).success} onClick={() => setAsked({ days })}>
          {t('plan-catalogue.clock.advance')}
        </Button>
      </Flex>
      <Modal
        open={asked !== null}
        title={t('plan-catalogue.clock.sure')}
        onCancel={() => setAsked(null)}
        okText={t('plan-catalogue.clock.action')}
        confirmLoading={isBusy}
        onOk={() => asked && advance(asked.days)}
      >
        <p>{t('plan-catalogue.clock.sureText')}</p>
      </Modal>
    </Card>
  );
}
