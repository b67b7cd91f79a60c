import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { PaymentSetup } from '../../../../shared/billing.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { request } from '../../../http/client.ts';
import { t } from '../../../providers/i18n.ts';
import { storedTheme } from '../../../state/store.ts';
import { CardFault, type ReadyCard } from '../purchase.tsx';
import { faultMessage, openStripeJs, type StripeAppearance, type StripeElements, type StripeJs } from './stripe-js.ts';

/** Returns our colours for Stripe's fields, which are in an iframe and cannot read our CSS variables. */
function stripeAppearance(): StripeAppearance {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const variables = {
    colorPrimary: colour('--primary'),
    colorBackground: colour('--surface'),
    colorText: colour('--text'),
    colorTextSecondary: colour('--quiet'),
    colorDanger: colour('--danger'),
    borderRadius: '8px',
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
    // Cards are confirmed without leaving the page. Stripe requires `return_url` for methods that do leave it.
    redirect: 'if_required',
    confirmParams: { return_url: location.href },
  });
  if (error) throw new CardFault(faultMessage(error));
  if (setupIntent?.status !== 'succeeded') throw new CardFault(undefined);
  return { setup, card: 'typed' };
}

interface StripeCardProps {
  publicKey: string;
  disabled?: boolean;
  /** Receives the function that submits the card when the fields are ready; null before that. */
  onGive: (give: (() => Promise<ReadyCard>) | null) => void;
}

/** Mounts Stripe's fields in an element. Returns them and a function that removes them. */
async function openFields(publicKey: string, container: HTMLElement, on: { ready(): void; lost(): void }) {
  const [stripe, setup] = await Promise.all([
    openStripeJs(publicKey),
    request<PaymentSetup>('/subscription/payment-method/setup', { method: 'POST' }),
  ]);
  const elements = stripe.elements({
    clientSecret: setup.clientSecret,
    locale: 'pt-BR',
    appearance: stripeAppearance(),
  });
  const element = elements.create('payment', { layout: 'tabs' });
  element.on('ready', on.ready);
  element.on('loaderror', on.lost);
  element.mount(container);
  return { opened: { stripe, elements, setup }, close: () => element.destroy() };
}

/** Asks for a card in Stripe's own fields, so that no card data reaches our server. */
export function StripeCard({ publicKey, disabled, onGive }: StripeCardProps) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [fault, setFault] = useState('');
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(onGive);
  latest.current = onGive;
  useEffect(() => {
    let isUnmounted = false;
    latest.current(null);
    let close = () => {};
    const fail = () => {
      if (!isUnmounted) setState('failed');
    };
    let opened: Opened | undefined;
    const giveIt = async () => {
      setFault('');
      try {
        return await give(opened!);
      } catch (failure) {
        setFault((failure instanceof CardFault && failure.sentence) || t('plan.typed.fault'));
        throw failure;
      }
    };
    const ready = () => {
      if (isUnmounted) return;
      setState('ready');
      latest.current(giveIt);
    };
    // Fields that open after the component was unmounted are removed.
    openFields(publicKey, container.current!, { ready, lost: fail }).then((made) => {
      opened = made.opened;
      close = made.close;
      if (isUnmounted) close();
    }, fail);
    return () => {
      isUnmounted = true;
      close();
    };
  }, [publicKey, attempt]);
  const again = () => {
    setState('loading');
    setAttempt(attempt + 1);
  };
  return (
    <div role="group" aria-label={t('plan.typed.label')} aria-busy={state === 'loading'}>
      {state === 'loading' && <Skeleton rows={4} />}
      {state === 'failed' && (
        <Alert
          type="error"
          message={t('plan.typed.failed')}
          action={<Button onClick={again}>{t('plan.typed.again')}</Button>}
        />
      )}
      <div ref={container} className="stripe-fields" hidden={state !== 'ready'} inert={disabled} />
      {fault && state === 'ready' && <Alert type="error" message={fault} />}
    </div>
  );
}
