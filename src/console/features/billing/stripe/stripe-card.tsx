import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentSetup } from '../../../../shared/billing.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { request } from '../../../http/client.ts';
import { storedTheme } from '../../../session/store.ts';
import { CardFault } from '../card-fault.ts';
import type { ReadyCard } from '../purchase.tsx';
import { faultSentence, openStripeJs, type StripeAppearance, type StripeElements, type StripeJs } from './stripe-js.ts';
import './stripe-card.css';

/** Stripe's fields stand in a frame of their own: they are told our colours, they cannot see them. */
function ownLook(): StripeAppearance {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const variables = {
    ...{ colorPrimary: colour('--primary'), colorBackground: colour('--surface'), colorText: colour('--text') },
    ...{ colorTextSecondary: colour('--quiet'), colorDanger: colour('--danger'), borderRadius: '8px' },
  };
  return { theme: storedTheme() === 'light' ? 'stripe' : 'night', variables };
}

interface Opened {
  stripe: StripeJs;
  elements: StripeElements;
  setup: PaymentSetup;
}

async function give({ stripe, elements, setup }: Opened): Promise<ReadyCard> {
  const { setupIntent, error } = await stripe.confirmSetup({
    elements,
    // A card asks its question in a window of its own; the address is for what leaves the page all the same.
    ...{ redirect: 'if_required', confirmParams: { return_url: location.href } },
  });
  if (error) throw new CardFault(faultSentence(error));
  if (setupIntent?.status !== 'succeeded') throw new CardFault(undefined);
  return { setup, card: 'typed' };
}

interface StripeCardProps {
  publicKey: string;
  disabled?: boolean;
  /** Told how the card is given, once it can be typed in; null while it cannot. */
  onGive: (give: (() => Promise<ReadyCard>) | null) => void;
}

/** Opens Stripe's fields in a place of the page; gives what is to be undone. */
async function openFields(publicKey: string, place: HTMLElement, on: { ready(): void; lost(): void }) {
  const [stripe, setup] = await Promise.all([
    openStripeJs(publicKey),
    request<PaymentSetup>('/subscription/payment-method/setup', { method: 'POST' }),
  ]);
  const elements = stripe.elements({ clientSecret: setup.clientSecret, locale: 'pt-BR', appearance: ownLook() });
  const element = elements.create('payment', { layout: 'tabs' });
  element.on('ready', on.ready);
  element.on('loaderror', on.lost);
  element.mount(place);
  return { opened: { stripe, elements, setup }, close: () => element.destroy() };
}

/** Where a card is typed in: the fields are Stripe's own, nothing of the card passes through us. */
export function StripeCard({ publicKey, disabled, onGive }: StripeCardProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [fault, setFault] = useState('');
  const [attempt, setAttempt] = useState(0);
  const told = useRef({ onGive, t });
  told.current = { onGive, t };
  useEffect(() => {
    let isGone = false;
    told.current.onGive(null);
    let close = () => {};
    const fail = () => {
      if (!isGone) setState('failed');
    };
    let opened: Opened | undefined;
    const giveIt = async () => {
      setFault('');
      try {
        return await give(opened!);
      } catch (failure) {
        setFault((failure instanceof CardFault && failure.sentence) || told.current.t('plan.typed.fault'));
        throw failure;
      }
    };
    const ready = () => {
      if (isGone) return;
      setState('ready');
      told.current.onGive(giveIt);
    };
    // What came too late for its page is put away at once.
    openFields(publicKey, place.current!, { ready, lost: fail }).then((made) => {
      opened = made.opened;
      close = made.close;
      if (isGone) close();
    }, fail);
    return () => {
      isGone = true;
      close();
    };
  }, [publicKey, attempt]);
  const again = () => {
    setState('loading');
    setAttempt(attempt + 1);
  };
  return (
    <div className="stripe-card" role="group" aria-label={t('plan.typed.label')} aria-busy={state === 'loading'}>
      {state === 'loading' && <Skeleton rows={4} />}
      {state === 'failed' && (
        <>
          <p role="alert" className="billing-fault">
            {t('plan.typed.failed')}
          </p>
          <div className="callout-actions">
            <Button onClick={again}>{t('plan.typed.again')}</Button>
          </div>
        </>
      )}
      <div ref={place} className="stripe-fields" hidden={state !== 'ready'} inert={disabled} />
      {fault && state === 'ready' && (
        <p role="alert" className="billing-fault">
          {fault}
        </p>
      )}
    </div>
  );
}
