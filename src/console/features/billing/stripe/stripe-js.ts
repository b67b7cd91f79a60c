/*
 * The part of Stripe.js that we use, with types from Stripe's documentation. The script is loaded from Stripe, which does
 * not allow copies, and only when a card form opens. Not tested with a real Stripe account.
 */

interface StripeFault {
  /** The `message` of a `card_error` or `validation_error` is in the requested language and tells customers what to do. */
  type: string;
  message?: string;
}

interface StripeElement {
  mount(container: HTMLElement): void;
  destroy(): void;
  on(event: 'ready' | 'loaderror', listener: () => void): void;
}

export interface StripeElements {
  create(kind: 'payment', options: { layout: 'tabs' }): StripeElement;
}

export interface StripeJs {
  elements(options: { clientSecret: string; locale: 'pt-BR'; appearance: StripeAppearance }): StripeElements;
  confirmSetup(options: {
    elements: StripeElements;
    redirect: 'if_required';
    confirmParams: { return_url: string };
  }): Promise<{ setupIntent?: { id: string; status: string }; error?: StripeFault }>;
  /** Opens what the payment is waiting for, usually the bank's confirmation. Resolves when that is finished. */
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: StripeFault }>;
}

export interface StripeAppearance {
  theme: 'stripe' | 'night';
  variables: Record<string, string>;
}

type OpenStripe = (publicKey: string) => StripeJs;

const ADDRESS = 'https://js.stripe.com/v3/';
let loading: Promise<OpenStripe> | null = null;

function addScript(): Promise<OpenStripe> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = ADDRESS;
    script.onload = () => {
      const { Stripe: open } = window as unknown as { Stripe?: OpenStripe };
      if (open) resolve(open);
      else reject(new Error('stripe.js did not define Stripe'));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('stripe.js failed to load'));
    };
    document.head.append(script);
  });
}

/** Returns Stripe.js for our key. Loads the script only once. After a failure, the next call loads it again. */
export async function openStripeJs(publicKey: string): Promise<StripeJs> {
  loading ??= addScript();
  try {
    return (await loading)(publicKey);
  } catch (failure) {
    loading = null;
    throw failure;
  }
}

/** Returns Stripe's message if the customer can act on it; undefined for other errors. */
export const faultMessage = ({ type, message }: StripeFault): string | undefined =>
  type === 'card_error' || type === 'validation_error' ? message : undefined;
