import { Button, Flex } from 'antd';
import { useEffect, useState } from 'react';
import type { Subscription } from '../../../../shared/billing.ts';
import { Choices } from '../../../components/choices.tsx';
import { TestNotice } from '../../../components/test-notice.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { CardButton, CardForm } from '../card-dialog.tsx';
import { MethodLine, Part } from '../cards.tsx';
import { usePurchaseState } from '../purchase.tsx';
import type { Kind, Method } from './use-purchase.ts';

interface PayWithProps {
  subscription: Subscription;
  kind: Kind;
  method: Method | null;
  onChange: (method: Method | null) => void;
  /** The card was just refused. The form then asks for another one at first, even if one is stored. */
  asksAgain: boolean;
  isBusy: boolean;
}

/** The payment method of an order: the stored card, another card, or Pix for credit packs. */
export function PayWith(props: PayWithProps) {
  const { subscription, kind } = props;
  return (
    <Part title={t('plan.method.title')}>
      <Flex vertical gap="middle" className="payment-lines">
        {subscription.gateway.isTest && <TestNotice gateway={subscription.gateway} />}
        {kind === 'checkout' ? <FirstCard {...props} /> : kind === 'prepaid' ? <CardOrPix {...props} /> : null}
        {kind === 'upgrade' && <KnownCard subscription={subscription} isBusy={props.isBusy} />}
      </Flex>
    </Part>
  );
}

/** The card for the first payment. It is sent together with the order and not stored before that. */
function FirstCard({ subscription, method, onChange, asksAgain, isBusy }: PayWithProps) {
  const { ready, setReady } = usePurchaseState();
  const canGive = useAllowed('subscription', 'payment-method');
  const [wantsOther, setWantsOther] = useState(asksAgain);
  const known = subscription.paymentMethod;
  // A card that was typed but not charged yet is used again, for a retry as well as for another plan.
  const typed = ready?.card === 'typed' ? ready : null;
  useEffect(() => {
    if (!typed) return;
    setWantsOther(false);
    onChange({ by: 'card', form: { card: 'typed', give: async () => typed } });
  }, [typed, onChange]);
  const askForOther = () => {
    setReady(null);
    setWantsOther(true);
    onChange(null);
  };
  const useKnown = () => {
    setWantsOther(false);
    onChange({ by: 'known' });
  };
  const button = (label: string, onClick: () => void) => (
    <Flex>
      <Button disabled={isBusy} onClick={onClick}>
        {label}
      </Button>
    </Flex>
  );
  if ((typed || known) && !wantsOther) {
    return (
      <>
        {typed ? <p>{t('plan.typed.ready')}</p> : known && <MethodLine method={known} />}
        {canGive && button(t('checkout.otherCard'), askForOther)}
      </>
    );
  }
  if (!canGive) return <p>{t('plan.method.ownOnly')}</p>;
  return (
    <>
      <CardForm
        gateway={subscription.gateway}
        value={method?.by === 'card' ? method.form : null}
        onChange={(form) => onChange(form && { by: 'card', form })}
        first={ready && ready.card !== 'typed' ? ready.card : undefined}
        disabled={isBusy}
      />
      {known && button(t('checkout.knownCard'), useKnown)}
    </>
  );
}

/** The stored card, which will be charged, with a button to replace it. */
function KnownCard({ subscription, isBusy }: Pick<PayWithProps, 'subscription' | 'isBusy'>) {
  const known = subscription.paymentMethod;
  return (
    <Flex vertical align="start" gap="middle">
      {known ? <MethodLine method={known} /> : <p>{t('plan.method.none')}</p>}
      <CardButton subscription={subscription} disabled={isBusy} />
    </Flex>
  );
}

function CardOrPix(props: PayWithProps) {
  const { subscription, method, onChange, isBusy } = props;
  const hasCard = subscription.paymentMethod !== null;
  return (
    <Flex vertical align="start" gap="middle">
      <Choices
        aria-label={t('plan.method.title')}
        value={method?.by === 'card' ? undefined : method?.by}
        disabled={isBusy}
        onChange={(by) => onChange({ by })}
        options={[
          { value: 'pix', label: t('checkout.pix.name'), text: t('checkout.pix.text') },
          {
            value: 'known',
            label: t('checkout.card.name'),
            text: hasCard ? t('checkout.card.text') : undefined,
            disabled: !hasCard,
          },
        ]}
      />
      {(method?.by === 'known' || !hasCard) && <KnownCard subscription={subscription} isBusy={isBusy} />}
    </Flex>
  );
}
