/*
 * Stripe's own script, as far as we speak to it; the shapes are those that Stripe documents for it. It comes from Stripe
 * alone (it may not be kept elsewhere) and only once a card is to be typed in. What it does with a real account of
 * Stripe's has not been tried here.
 */

export interface StripeFault {
  /** `card_error` and `validation_error` say in `message`, in the language asked for, what their reader can mend. */
  type: string;
  message?: string;
}

interface StripeElement {
  mount(place: HTMLElement): void;
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
  /** Shows what a payment waits for, its bank's question most often, until that has an end. */
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
      else reject(new Error('stripe.js brought no Stripe'));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('stripe.js did not come'));
    };
    document.head.append(script);
  });
}

/** Stripe's script, opened with our key. Fetched once; what did not come is fetched again the next time. */
export async function openStripeJs(publicKey: string): Promise<StripeJs> {
  loading ??= addScript();
  try {
    return (await loading)(publicKey);
  } catch (failure) {
    loading = null;
    throw failure;
  }
}

/** What its reader can mend, in Stripe's words; undefined: say that it did not work. */
export const faultSentence = ({ type, message }: StripeFault): string | undefined =>
  type === 'card_error' || type === 'validation_error' ? message : undefined;
