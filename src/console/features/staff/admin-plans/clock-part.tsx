import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { advanceBody, type SandboxClock } from '../../../../shared/billing.ts';
import { fullDate } from '../../../components/days.ts';
import { Modal } from '../../../components/modal.tsx';
import { TestNotice } from '../../../components/test-notice.tsx';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useSubscription } from '../../../session/subscription.ts';
import { clockQuery, useAdvance } from './catalogue.ts';

const DAYS_FIRST = 30;

/** The clock of the sandbox gateway; nothing if charges are real or the user may not advance it. */
export function ClockPart() {
  const canAdvance = useAllowed('sandbox-clock', 'advance');
  const gateway = useSubscription({ enabled: canAdvance });
  const clock = useQuery({ ...clockQuery, enabled: canAdvance });
  if (!canAdvance || !clock.data || gateway.data?.data.gateway.isTest === false) return null;
  return <Clock clock={clock.data} />;
}

function Clock({ clock }: { clock: SandboxClock }) {
  const { t } = useTranslation();
  const id = useId();
  const [days, setDays] = useState<number | null>(DAYS_FIRST);
  const [asked, setAsked] = useState<{ days: number | null } | null>(null);
  const { mutateAsync, isPending } = useAdvance();
  const advance = async () => {
    if (!asked) return;
    try {
      const { now } = await mutateAsync(asked.days);
      notify({ type: 'success', message: t('plan-catalogue.clock.done', { moment: fullDate(now) }) });
      setAsked(null);
    } catch (failure) {
      void showFailure(failure);
    }
  };
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
        confirmLoading={isPending}
        onOk={() => void advance()}
      >
        <p>{t('plan-catalogue.clock.sureText')}</p>
      </Modal>
    </Card>
  );
}
