import { useQueryClient } from '@tanstack/react-query';
import { Button, Card, Flex } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import { advanceBody, type SandboxClock } from '../../../../shared/billing.ts';
import { NumberInput } from '../../../components/number-input.tsx';
import { TestNotice } from '../../../components/test-notice.tsx';
import { useAskedCall } from '../../../components/use-asked-call.tsx';
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
  const { ask, question } = useAskedCall<SandboxClock>(planCatalogue.name);
  /** By a number of days, or with null to the next due event. */
  const advance = (by: number | null) =>
    ask({
      url: `${CLOCK}/advance`,
      values: { days: by },
      title: t('plan-catalogue.clock.sure'),
      text: t('plan-catalogue.clock.sureText'),
      action: t('plan-catalogue.clock.action'),
      successText: ({ now }) => t('plan-catalogue.clock.done', { moment: fullDate(now) }),
      onSuccess: (data) => client.setQueryData([CLOCK], { data }),
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
        <Button disabled={!clock.nextAt} onClick={() => advance(null)}>
          {t('plan-catalogue.clock.toNext')}
        </Button>
        <label htmlFor={id}>{t('plan-catalogue.clock.days')}</label>
        <NumberInput id={id} min={1} max={400} precision={0} value={days} onChange={setDays} />
        <Button disabled={!advanceBody.safeParse({ days: days ?? 0 }).success} onClick={() => advance(days)}>
          {t('plan-catalogue.clock.advance')}
        </Button>
      </Flex>
      {question}
    </Card>
  );
}
