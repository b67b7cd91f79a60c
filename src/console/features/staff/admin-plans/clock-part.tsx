import { useQueryClient } from '@tanstack/react-query';
import { Button, Card, Flex } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import { advanceBody, type SandboxClock } from '../../../../shared/billing.ts';
import { Modal } from '../../../components/modal.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { TestNotice } from '../../../components/test-notice.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { fullDate } from '../../../providers/days.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useSubscription } from '../../../session/subscription.ts';

const CLOCK = '/admin/sandbox';
const DAYS_FIRST = 30;

/** The clock of the sandbox gateway; nothing if charges are real or the user may not advance it. */
export function ClockPart() {
  const canAdvance = useAllowed('sandbox-clock', 'advance');
  const gateway = useSubscription({ enabled: canAdvance });
  const clock = useGet<SandboxClock>(CLOCK, { enabled: canAdvance }).data?.data;
  if (!canAdvance || !clock || gateway.data?.data.gateway.isTest === false) return null;
  return <Clock clock={clock} />;
}

function Clock({ clock }: { clock: SandboxClock }) {
  const { t } = useTranslation();
  const id = useId();
  const client = useQueryClient();
  const [days, setDays] = useState<number | null>(DAYS_FIRST);
  /** What the user is asked to confirm: a number of days, or null for the next due event. */
  const [asked, setAsked] = useState<{ days: number | null }>();
  const { call, isBusy } = useCall<SandboxClock>(planCatalogue.name);
  const advance = () =>
    call({
      url: `${CLOCK}/advance`,
      values: asked,
      successText: ({ now }) => t('plan-catalogue.clock.done', { moment: fullDate(now) }),
      onSuccess: (data) => {
        client.setQueryData([CLOCK], { data });
        setAsked(undefined);
      },
    });
  return (
    <Card style={{ maxWidth: 720 }} title={<h2>{t('plan-catalogue.clock.title')}</h2>}>
      <TestNotice gateway={{ name: 'sandbox' }} />
      <p className="figures" style={{ marginBlock: '16px 12px' }}>
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
        <NumberInput id={id} min={1} max={400} precision={0} value={days} onChange={setDays} />
        <Button disabled={!advanceBody.safeParse({ days: days ?? 0 }).success} onClick={() => setAsked({ days })}>
          {t('plan-catalogue.clock.advance')}
        </Button>
      </Flex>
      <Modal
        open={asked !== undefined}
        title={t('plan-catalogue.clock.sure')}
        onCancel={() => setAsked(undefined)}
        okText={t('plan-catalogue.clock.action')}
        confirmLoading={isBusy}
        onOk={advance}
      >
        <p>{t('plan-catalogue.clock.sureText')}</p>
      </Modal>
    </Card>
  );
}
