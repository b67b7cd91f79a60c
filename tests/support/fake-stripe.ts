import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import type { SandboxCard } from '../../src/shared/billing.ts';
import {
  type Body,
  invalid,
  Ledger,
  now,
  renew,
  StripeApiError,
  stripeHandlers,
  type StripeObject,
} from './stripe-ledger.ts';
import { readForm, SHAPES } from './stripe-shapes.ts';

/*
 * A server on a loopback address that behaves like Stripe: it stores objects, charges test cards as their names say,
 * and can be made unresponsive. It implements what Stripe documents, and does not prove that Stripe behaves the same.
 */

/** `deaf`: the request has no effect and gets no response. `mute`: it takes effect, but gets no response. */
export type Silence = 'deaf' | 'mute';

export const STRIPE_ENV = {
  STRIPE_SECRET_KEY: 'sk_test_stage',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_stage',
  STRIPE_WEBHOOK_SECRET: 'whsec_stage',
};

interface Reply {
  status: number;
  text: string;
}

export interface FakeStripe {
  url: string;
  ledger: Ledger;
  /** All calls received, as method and path. */
  received: string[];
  /** Makes the server unresponsive for the next `times` calls of this name. */
  hush(silence: Silence, at: string, times?: number): void;
  /** Simulates entering a card on Stripe's page. */
  typeCard(setupId: string, card: SandboxCard): void;
  answer(intentId: string, outcome: 'pay' | 'refuse'): void;
  renew(subscriptionId: string): void;
  /** Returns an event about an object, with body and signature as Stripe sends it. */
  sign(
    type: string,
    object: StripeObject,
    more?: { id?: string; secret?: string; at?: Date },
  ): { body: string; signature: string };
  /** Forgets the idempotency keys, as Stripe does after a day. */
  forget(): void;
  close(): void;
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const ledger = new Ledger();
  const table = stripeHandlers(ledger);
  const replies = new Map<string, Reply & { requestText: string }>();
  const received: string[] = [];
  let quiet: { silence: Silence; at: string; times: number } | null = null;
  let events = 0;

  function reply(name: string, id: string, form: string, key: string | undefined): Reply {
    const earlier = key ? replies.get(key) : undefined;
    const requestText = `${name} ${id} ${form}`;
    if (earlier && earlier.requestText !== requestText)
      return { status: 400, text: JSON.stringify({ error: { type: 'idempotency_error', message: 'Keys differ' } }) };
    if (earlier) return earlier;
    const performed = perform(name, id, form);
    if (key) replies.set(key, { ...performed, requestText: requestText });
    return performed;
  }
  function perform(name: string, id: string, form: string): Reply {
    try {
      const shape = SHAPES[name]?.safeParse(readForm(form));
      if (!shape) throw invalid(`Unrecognized request URL (${name})`, {}, 404);
      if (!shape.success) throw invalid(`${name}: ${shape.error.message}`, { code: 'parameter_unknown' });
      return { status: 200, text: JSON.stringify(table[name]!(shape.data as Body, id)) };
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      return { status: error.status, text: JSON.stringify({ error: error.body }) };
    }
  }
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url!, 'http://stage');
    let form = search.slice(1);
    for await (const chunk of request) form += String(chunk);
    const [, , , id = ''] = pathname.split('/');
    const name = `${request.method} ${pathname
      .split('/')
      .map((part, at) => (at === 3 ? ':id' : part))
      .join('/')}`;
    received.push(name);
    const silence = quiet && quiet.times > 0 && name === quiet.at ? quiet.silence : null;
    if (silence) quiet!.times -= 1;
    if (silence === 'deaf') return void request.socket.destroy();
    const key = request.headers['idempotency-key'];
    const { status, text } = reply(name, id, form, request.method === 'GET' ? undefined : (key as string | undefined));
    if (silence === 'mute') return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }

  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const signer = new Stripe(STRIPE_ENV.STRIPE_SECRET_KEY);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    received,
    hush: (silence, at, times = 1) => void (quiet = { silence, at, times }),
    typeCard(setupId, card) {
      const setup = ledger.get(setupId, 'setup_intent');
      const cardView = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 };
      const method = ledger.make('pm', 'payment_method', {
        type: 'card',
        card: cardView,
        stageCard: card,
        customer: setup.customer,
      });
      Object.assign(setup, { status: 'succeeded', payment_method: method.id });
    },
    answer(intentId, outcome) {
      const intent = ledger.get(intentId, 'payment_intent');
      if (outcome === 'pay') ledger.succeed(intent);
      else ledger.refuse(intent);
    },
    renew: (id) => renew(ledger, id),
    forget: () => replies.clear(),
    sign(type, object, { id = `evt_${++events}`, secret = STRIPE_ENV.STRIPE_WEBHOOK_SECRET, at = new Date() } = {}) {
      const body = JSON.stringify({ id, object: 'event', type, created: now(), data: { object } });
      const timestamp = Math.floor(at.getTime() / 1_000);
      return { body, signature: signer.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
