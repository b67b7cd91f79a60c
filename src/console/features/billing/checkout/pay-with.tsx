import { Button, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import { TestNotice } from '../../../components/test-notice.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { CardDialog } from '../card-dialog.tsx';
import { CardForm } from '../card-form.tsx';
import { MethodLine } from '../cards.tsx';
import { usePurchaseState } from '../purchase.tsx';
import type { Kind, Method } from './use-purchase.ts';

interface PayWithProps {
  subscription: Subscription;
  kind: Kind;
  method: Method | null;
  onChange: (method: Method | null) => void;
  /** The card was just refused: another one is asked for, whichever is known. */
  asksAgain: boolean;
  isBusy: boolean;
}

/** How it is paid: the known card, another one, or Pix where that is possible. */
export function PayWith(props: PayWithProps) {
  const { t } = useTranslation();
  const { subscription, kind } = props;
  return (
    <section className="billing-card" aria-label={t('plan.method.title')}>
      <h2>{t('plan.method.title')}</h2>
      {subscription.gateway.isTest && <TestNotice gateway={subscription.gateway} />}
      {kind === 'checkout' ? <FirstCard {...props} /> : kind === 'prepaid' ? <CardOrPix {...props} /> : null}
      {kind === 'upgrade' && <KnownCard subscription={subscription} isBusy={props.isBusy} />}
    </section>
  );
}

/** The card goes out with the order itself: until that is confirmed nothing of it is kept. */
function FirstCard({ subscription, method, onChange, asksAgain, isBusy }: PayWithProps) {
  const { t } = useTranslation();
  const { ready, setReady } = usePurchaseState();
  const canGive = useAllowed('subscription', 'payment-method');
  const [wantsOther, setWantsOther] = useState(asksAgain);
  const known = subscription.paymentMethod;
  // Typed once, and not charged yet: neither another plan nor another try asks for it again.
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
  if ((typed || known) && !wantsOther) {
    return (
      <>
        {typed ? <p>{t('plan.typed.ready')}</p> : known && <MethodLine method={known} />}
        {canGive && (
          <Button className="pay-other" disabled={isBusy} onClick={askForOther}>
            {t('checkout.otherCard')}
          </Button>
        )}
      </>
    );
  }
  if (!canGive) return <p>{t('plan.method.ownOnly')}</p>;
  const useKnown = () => {
    setWantsOther(false);
    onChange({ by: 'known' });
  };
  return (
    <>
      <CardForm
        gateway={subscription.gateway}
        value={method?.by === 'card' ? method.form : null}
        onChange={(form) => onChange(form && { by: 'card', form })}
        first={ready && ready.card !== 'typed' ? ready.card : undefined}
        disabled={isBusy}
      />
      {known && (
        <Button className="pay-other" disabled={isBusy} onClick={useKnown}>
          {t('checkout.knownCard')}
        </Button>
      )}
    </>
  );
}

/** The card that is charged; another one takes its place for everything to come. */
function KnownCard({ subscription, isBusy }: Pick<PayWithProps, 'subscription' | 'isBusy'>) {
  const { t } = useTranslation();
  const canGive = useAllowed('subscription', 'payment-method');
  const [isOpen, setIsOpen] = useState(false);
  const known = subscription.paymentMethod;
  return (
    <>
      {known ? <MethodLine method={known} /> : <p>{t('plan.method.none')}</p>}
      {canGive && subscription.may.includes('paymentMethod') && (
        <Button className="pay-other" disabled={isBusy} onClick={() => setIsOpen(true)}>
          {t(known ? 'plan.method.change' : 'plan.method.add')}
        </Button>
      )}
      {isOpen && <CardDialog subscription={subscription} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CardOrPix(props: PayWithProps) {
  const { t } = useTranslation();
  const { subscription, method, onChange, isBusy } = props;
  const hasCard = subscription.paymentMethod !== null;
  return (
    <>
      <Radio.Group
        className="card-choice"
        aria-label={t('plan.method.title')}
        value={method?.by}
        disabled={isBusy}
        onChange={({ target }) => onChange({ by: target.value as 'known' | 'pix' })}
      >
        <Radio value="pix">
          <strong>{t('checkout.pix.name')}</strong>
          <span>{t('checkout.pix.text')}</span>
        </Radio>
        <Radio value="known" disabled={!hasCard}>
          <strong>{t('checkout.card.name')}</strong>
          <span>{t(hasCard ? 'checkout.card.text' : 'checkout.card.none')}</span>
        </Radio>
      </Radio.Group>
      {(method?.by === 'known' || !hasCard) && <KnownCard subscription={subscription} isBusy={isBusy} />}
    </>
  );
}
