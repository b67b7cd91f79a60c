import type { OpenPayment, Quote, Subscription } from '../../../src/shared/billing.ts';
import type { Plan, PlanOffer } from '../../../src/shared/plans.ts';
import { type EngineStandIn, type Handler, problem } from './engine-stand-in.ts';

const plan = (id: string, name: string, rank: number, monthlyPrice: number, more: Partial<Plan> = {}): Plan => ({
  id,
  name,
  rank,
  monthlyPrice,
  yearlyPrice: monthlyPrice * 10,
  yearlySaving: monthlyPrice * 2,
  credits: 40,
  itemLimit: 50,
  contextLimit: 3,
  userLimit: 2,
  flags: [],
  ...more,
});
export const FREE = plan('free', 'Grátis', 0, 0);
export const ESSENTIAL = plan('essential', 'Essencial', 1, 9_900, { credits: 400, contextLimit: 10 });
export const PROFESSIONAL = plan('professional', 'Profissional', 2, 24_900, {
  credits: 1_500,
  contextLimit: 50,
  flags: ['customizeWidget'],
});
export const OFFER: PlanOffer = {
  plans: [FREE, ESSENTIAL, PROFESSIONAL],
  packs: [{ id: 'credits-500', name: '500 créditos', price: 14_900, credits: 500 }],
};
export const CARD = { id: 'pm_1', kind: 'card', brand: 'visa', lastDigits: '4242', expires: '12/2029' } as const;
const RENEWS_AT = '2026-12-21T15:00:00.000Z';

/** The usage of a month that ends on 21 December, two days after it began. */
export const usageOf = (more: Partial<Subscription['usage']> = {}): Subscription['usage'] => ({
  credits: 40,
  used: 12.7,
  byDay: [
    { day: '2026-11-21', credits: 5 },
    { day: '2026-11-22', credits: 0 },
    { day: '2026-11-23', credits: 7.7 },
  ],
  until: '2026-12-21',
  perDay: 6,
  endsOn: null,
  ...more,
});

export const subscriptionOf = (more: Partial<Subscription> = {}): Subscription => ({
  version: 3,
  status: 'ACTIVE',
  allowedCommands: ['checkout', 'paymentMethod', 'prepaid'],
  plan: FREE,
  period: 'MONTHLY',
  amountAtRenewal: 0,
  renewsAt: RENEWS_AT,
  endsAt: null,
  pending: null,
  paymentMethod: null,
  payments: [],
  usage: usageOf(),
  gateway: { name: 'sandbox', isTest: true, publicKey: null },
  ...more,
});
/** A subscription to the professional plan with a stored card. */
export const payingOf = (more: Partial<Subscription> = {}) =>
  subscriptionOf({
    plan: PROFESSIONAL,
    amountAtRenewal: 24_900,
    paymentMethod: CARD,
    allowedCommands: ['upgrade', 'downgrade', 'cancel', 'paymentMethod', 'prepaid'],
    ...more,
  });

export const quoteOf = (more: Partial<Quote> = {}): Quote => ({
  kind: 'checkout',
  amountNow: 9_900,
  lines: [{ text: 'Plano Essencial, mensal', amount: 9_900 }],
  renewal: { at: RENEWS_AT, amount: 9_900, plan: 'Essencial', period: 'MONTHLY' },
  creditsNow: 400,
  quotedAt: '2026-11-21T15:00:00.000Z',
  ...more,
});

export const paymentOf = (more: Partial<OpenPayment>): OpenPayment => ({
  id: 'pay_1',
  invoiceId: '018f0000-0000-7000-8000-00000000e001',
  reason: 'start',
  kind: 'confirm',
  amount: 9_900,
  clientSecret: 'pay_1_secret',
  pix: null,
  ...more,
});

/** Fakes the billing API for the screens; a test sets the next responses. */
export class BillingStandIn {
  subscription = subscriptionOf();
  quote = quoteOf();
  /** Responses to the next changes, in order. Without one, a change returns the subscription. */
  answers: (() => Awaited<ReturnType<Handler>>)[] = [];
  /** Runs when the customer confirms or fails a payment at the sandbox gateway. */
  confirmed: () => void = () => undefined;
  private setups = 0;

  constructor(engine: EngineStandIn) {
    engine.on(({ method, path }) => {
      if (path === '/plans') return { body: OFFER };
      if (path === '/subscription' && method === 'GET') return { body: this.subscription };
      if (path === '/subscription/quote') return { body: this.quote };
      if (path === '/subscription/payment-method/setup') {
        const id = `seti_${++this.setups}`;
        return { status: 201, body: { setupId: id, clientSecret: `${id}_secret` } };
      }
      if (path.startsWith('/sandbox/payments/')) this.confirmed();
      if (path.startsWith('/sandbox/')) return { body: { status: 'done' } };
      if (!path.startsWith('/subscription/')) return undefined;
      return this.answers.shift()?.() ?? { body: this.subscription };
    });
  }

  /** Makes the next change return this subscription. */
  leadsTo(subscription: Subscription): void {
    this.answers.push(() => ({ body: (this.subscription = subscription) }));
  }
  refuses(status: number, code: string, message: string): void {
    this.answers.push(() => problem(status, code, message));
  }
}
